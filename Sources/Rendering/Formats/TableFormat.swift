/// Columns aligned for people: numbers right, the rest left, two spaces between, none at the end of a line.
struct TableFormat<Row>: RowFormat {
    private let fields: [Field<Row>]
    private let options: RenderingOptions
    private let presenter: Presenter
    /// The text of all cells, row by row, without padding or colour.
    private var text: [UInt8] = []
    private var cells: [Cell] = []

    private struct Cell {
        let end: Int
        let columns: Int32
        let tone: Tone
    }

    init(fields: [Field<Row>], options: RenderingOptions) {
        self.fields = fields
        self.options = options
        presenter = Presenter(digits: options.digits, escaping: TerminalText.escaping)
    }

    mutating func append(_ row: Row, to bytes: inout [UInt8]) {
        if cells.isEmpty && options.header {
            for field in fields { addCell { $0.append(contentsOf: field.name.uppercased().utf8) } }
        }
        for field in fields {
            let (presenter, value) = (presenter, field.value(row))
            addCell(tone: { presenter.write(value, as: field.presentation, to: &$0) })
        }
    }

    mutating func finish(to bytes: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        var layout = TableLayout(
            columns: fields.indices.map { index in
                TableLayout.Column(
                    index: index, importance: fields[index].importance, isText: fields[index].type == .text,
                    width: widest(index))
            })
        if let width = options.width { layout.fit(width) }
        bytes.reserveCapacity(bytes.count + cells.count / fields.count * (layout.total + 1))
        for row in stride(from: 0, to: cells.count, by: fields.count) {
            writeLine(row, layout.columns, isHeader: options.header && row == 0, to: &bytes)
        }
    }

    private mutating func addCell(_ write: (inout [UInt8]) -> Void) {
        addCell(tone: {
            write(&$0)
            return .none
        })
    }

    private mutating func addCell(tone write: (inout [UInt8]) -> Tone) {
        let start = text.count
        let tone = write(&text)
        let columns = CharacterWidth.columns(of: text[start...])
        cells.append(Cell(end: text.count, columns: Int32(columns), tone: tone))
    }

    private func widest(_ column: Int) -> Int {
        stride(from: column, to: cells.count, by: fields.count).reduce(0) { max($0, Int(cells[$1].columns)) }
    }

    private func writeLine(_ row: Int, _ columns: [TableLayout.Column], isHeader: Bool, to bytes: inout [UInt8]) {
        let start = bytes.count
        if isHeader && options.color { bytes.append("\u{1B}[1m") }
        for (place, column) in columns.enumerated() {
            if place > 0 { bytes.append("  ") }
            let cellStart = bytes.count
            let padding = column.width - writeCell(row + column.index, in: column.width, to: &bytes)
            guard padding > 0 else { continue }
            let isRight = fields[column.index].isRightAligned
            let spaces = repeatElement(UInt8(ascii: " "), count: padding)
            bytes.insert(contentsOf: spaces, at: isRight ? cellStart : bytes.count)
        }
        while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        if isHeader && options.color { bytes.append("\u{1B}[0m") }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a cell and returns its columns.
    private func writeCell(_ index: Int, in width: Int, to bytes: inout [UInt8]) -> Int {
        let cell = cells[index]
        let content = text[(index == 0 ? 0 : cells[index - 1].end)..<cell.end]
        guard cell.columns <= width else {
            let kept = CharacterWidth.cut(String(decoding: content, as: UTF8.self), to: width)
            bytes.append(contentsOf: kept.utf8)
            return CharacterWidth.columns(of: kept)
        }
        let isColored = options.color && cell.tone != .none
        if isColored { bytes.append(cell.tone == .rise ? "\u{1B}[32m" : "\u{1B}[31m") }
        bytes.append(contentsOf: content)
        if isColored { bytes.append("\u{1B}[0m") }
        return Int(cell.columns)
    }
}
