import DecimalArithmetic
public import Platform

/// A table on a terminal that is drawn anew in place, over a line that says how things are.
///
/// It knows no clock and no file: whoever has it draws it when rows have changed, ten times a second at most, and writes
/// the bytes out, each drawing's at once. A column never becomes narrower while it runs. Rows that do not fit are
/// counted in the last line.
public struct LiveTable<Row>: Sendable {
    private let columns: [LiveColumn<Row>]
    private let key: @Sendable (Row) -> String
    private let options: RenderingOptions
    private let isUnicode: Bool
    private let presenter: Presenter
    private var widths: [Int]
    private var changes: ChangeTones
    private var picture = LivePicture()

    /// A table of these columns, of which there is one or more.
    ///
    /// `key` tells rows apart from one drawing to the next: with colours, a number that rose or fell since is green or
    /// red for `flash` drawings. Of the options all count but the width. Without `unicode` every byte is ASCII.
    public init(
        _ columns: [LiveColumn<Row>], key: @escaping @Sendable (Row) -> String, options: RenderingOptions,
        unicode: Bool = true, flash: Int = 3
    ) {
        self.columns = columns
        self.key = key
        self.options = options
        isUnicode = unicode
        presenter = Presenter(digits: options.digits, escaping: TerminalText.escaping)
        widths = Array(repeating: 0, count: columns.count)
        changes = ChangeTones(length: flash)
    }

    /// The bytes that show these rows, as many as fit, and `status` below them; none where nothing has changed.
    ///
    /// `size` is best asked for at each drawing. The first drawing, and the first after `end`, begins in the cursor's
    /// line, which should be empty, and hides the cursor.
    public mutating func draw(_ rows: [Row], status: String, size: Terminal.Size) -> [UInt8] {
        let width = max(1, size.columns - 1)
        let height = max(1, size.rows - 1)
        let hasHeader = options.header && height > 2
        let shown = rows.prefix(height - (hasHeader ? 2 : 1))
        var lines = table(shown, hasHeader, width)
        lines.append(
            .status(status, hidden: rows.count - shown.count, width, options.colors, unicode: isUnicode))
        return picture.draw(lines, size)
    }

    /// The bytes that take the table away for lines that somebody else writes, such as a notice on stderr; the next
    /// drawing stands below them.
    public mutating func erase(size: Terminal.Size) -> [UInt8] {
        picture.erase(size)
    }

    /// The bytes that leave the table as last drawn and stand on a fresh line with a visible cursor; to be written before
    /// the process ends or stops, and harmless when written twice.
    public mutating func end() -> [UInt8] {
        picture.end()
    }
}

// MARK: - Lines

extension LiveTable {
    private mutating func table(_ rows: ArraySlice<Row>, _ hasHeader: Bool, _ width: Int) -> [LiveLine] {
        var cells = TableCells(columnCount: columns.count)
        if hasHeader {
            for column in columns { cells.addTitle(column.name) }
        }
        changes.beginDrawing()
        for row in rows { add(row, to: &cells) }
        for index in columns.indices { widths[index] = max(widths[index], cells.widest(inColumn: index)) }
        var layout = TableLayout(columns: columns.indices.map { columns[$0].layout(at: $0, width: widths[$0]) })
        layout.fit(width)
        var bytes: [UInt8] = []
        cells.write(layout, header: hasHeader, colors: options.colors, to: &bytes)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return lines.map { LiveLine(isUnicode ? Array($0) : ASCIIText.bytes(of: $0)) }
    }

    private mutating func add(_ row: Row, to cells: inout TableCells) {
        let key = key(row)
        for (index, column) in columns.enumerated() {
            switch column {
            case .trend(let trend):
                cells.add(Sparkline.text(trend.values(row), width: trend.width, unicode: isUnicode))
            case .field(let field):
                let value = field.value(row)
                var tone = field.tone(of: row)
                if column.showsChange, case .number(let number) = value {
                    tone = changes.tone(of: number, key: key, column: index)
                }
                cells.add(value, as: field.presentation, by: presenter, tone: tone)
            }
        }
    }
}
