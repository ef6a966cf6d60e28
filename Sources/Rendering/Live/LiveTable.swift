import DecimalArithmetic
public import Platform

/// A table on a terminal that is redrawn in place, above a status line.
///
/// It uses no clock and no file. The caller draws it when rows have changed, at most ten times per second, and writes
/// the bytes of each drawing at once. A column never becomes narrower during the run. The last line shows the number
/// of rows that do not fit.
public struct LiveTable<Row>: Sendable {
    private let columns: [LiveColumn<Row>]
    private let key: @Sendable (Row) -> String
    private let options: RenderingOptions
    private var sheet: TableSheet
    private var changes: ChangeTones
    private var picture = LivePicture()

    /// Creates a table of at least one column.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - key: Identifies a row across drawings.
    ///   - options: All options except the width apply.
    ///   - flash: The number of drawings for which a number that rose or fell is green or red.
    public init(
        _ columns: [LiveColumn<Row>], key: @escaping @Sendable (Row) -> String, options: RenderingOptions,
        flash: Int = 3
    ) {
        self.columns = columns
        self.key = key
        self.options = options
        sheet = TableSheet(columns.map(\.table), options: options)
        changes = ChangeTones(length: flash)
    }

    /// Draws as many rows as fit, and a status line below them. Without rows there is only the status line.
    ///
    /// The first drawing, and the first after `end`, begins in the line of the cursor, which should be empty, and hides
    /// the cursor.
    ///
    /// - Parameters:
    ///   - rows: The rows, most important first.
    ///   - status: The text of the last line.
    ///   - size: The current size of the terminal.
    /// - Returns: The bytes to write; empty if nothing changed.
    public mutating func draw(_ rows: [Row], status: String, size: Terminal.Size) -> [UInt8] {
        let width = max(1, size.columns - 1)
        let height = max(1, size.rows - 1)
        let hasHeader = options.header && height > 2 && !rows.isEmpty
        let shown = rows.prefix(height - (hasHeader ? 2 : 1))
        var lines: [LiveLine] = []
        if !rows.isEmpty { lines = Array(table(shown, hasHeader: hasHeader, width: width).prefix(height - 1)) }
        lines.append(
            .status(
                status, hidden: rows.count - shown.count, width: width, colors: options.colors,
                unicode: options.isUnicode))
        return picture.draw(lines, size)
    }

    /// Removes the table for other output, such as a notice on stderr. The next drawing begins below that output.
    ///
    /// - Parameter size: The current size of the terminal.
    /// - Returns: The bytes to write.
    public mutating func erase(size: Terminal.Size) -> [UInt8] {
        picture.erase(size)
    }

    /// Returns the bytes that keep the last drawing and move to a new line with a visible cursor. Write them before
    /// the process ends or stops; writing them twice is harmless.
    public mutating func end() -> [UInt8] {
        picture.end()
    }
}

// MARK: - Lines

extension LiveTable {
    private mutating func table(_ rows: ArraySlice<Row>, hasHeader: Bool, width: Int) -> [LiveLine] {
        var cells = TableCells(columnCount: columns.count)
        changes.beginDrawing()
        for row in rows { add(row, to: &cells) }
        var bytes: [UInt8] = []
        let fits = sheet.write(cells, hasHeader: hasHeader, width: width, to: &bytes)
        if !fits { sheet.writeRecords(cells, continues: false, to: &bytes) }
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { line in
            // Signs may be longer in ASCII, also the one after a cut.
            let text = options.isUnicode ? Array(line) : ASCIIText.bytes(of: line)
            let fitted = fits ? text : CharacterWidth.fitted(text[...], to: width)
            return LiveLine(options.isUnicode ? fitted : ASCIIText.bytes(of: fitted))
        }
    }

    private mutating func add(_ row: Row, to cells: inout TableCells) {
        let key = key(row)
        for (index, column) in columns.enumerated() {
            switch column {
            case .trend(let trend):
                let line = Sparkline.text(trend.values(row), width: trend.width, unicode: options.isUnicode)
                cells.add(.text(line), tone: nil)
            case .field(let field):
                let value = field.value(row)
                var tone = field.tone(of: row)
                if column.showsChange, case .number(let number) = value {
                    tone = changes.tone(of: number, key: key, column: index)
                }
                cells.add(value, tone: tone)
            }
        }
    }
}
