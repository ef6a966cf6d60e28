/// A table of GitHub Flavored Markdown, 4.10, with the values of `TableFormat`; nothing without rows.
///
/// Markup characters in text are escaped.
struct MarkdownFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let bufferedRows: Int
    private let presenter: Presenter
    private var cells: TableCells
    private var numbers: TableNumbers
    private var isFirst = true

    init(fields: [Field<Row>], options: RenderingOptions) {
        self.fields = fields
        bufferedRows = options.bufferedRows
        presenter = Presenter(digits: options.digits, escaping: escaping)
        cells = TableCells(columnCount: fields.count)
        numbers = TableNumbers(fields.map(\.presentation))
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        cells.add(fields, of: row, digits: presenter.digits)
        if cells.rowCount == bufferedRows { write(to: &bytes) }
    }

    mutating func finish(to bytes: inout [UInt8]) {
        write(to: &bytes)
    }

    /// Appends the buffered rows.
    private mutating func write(to bytes: inout [UInt8]) {
        guard cells.rowCount > 0 else { return }
        if isFirst { writeHeader(to: &bytes) }
        isFirst = false
        numbers.add(cells)
        for row in 0..<cells.rowCount {
            for (index, (value, places)) in zip(cells.values(inRow: row), cells.leastPlaces(inRow: row)).enumerated() {
                bytes.append("| ")
                _ = presenter.write(
                    value, as: fields[index].presentation, in: numbers[index], leastPlaces: places, to: &bytes)
                bytes.append(UInt8(ascii: " "))
            }
            bytes.append("|\n")
        }
        cells = TableCells(columnCount: fields.count)
    }

    private func writeHeader(to bytes: inout [UInt8]) {
        for field in fields {
            bytes.append("| ")
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append("|\n")
        for field in fields { bytes.append(field.isRightAligned ? "| ---: " : "| --- ") }
        bytes.append("|\n")
    }
}

private let escaping = Escaping(and: "\\|`*_[<&~") { scalar, bytes in
    guard scalar > 0x20, scalar < 0x7F else { return TerminalText.replace(scalar, to: &bytes) }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(scalar))
}
