/// The cells of a table, kept row by row until their widths are known.
struct TableCells: Sendable {
    private let columnCount: Int
    /// The text of all cells, without padding and colors.
    private var text: [UInt8] = []
    private var cells: [Cell] = []

    private struct Cell {
        let end: Int
        let columns: Int
        let tone: Tone
    }

    init(columnCount: Int) {
        self.columnCount = columnCount
    }

    var isEmpty: Bool { cells.isEmpty }

    /// Adds a cell of the header.
    mutating func addTitle(_ name: String) {
        let start = text.count
        TerminalText.escaping.write(name.uppercased(), to: &text)
        endCell(startedAt: start, .none)
    }

    /// Adds a cell of a row. `tone` overrides the tone of the presentation.
    mutating func add(_ value: Value, as presentation: Presentation, by presenter: Presenter, tone: Tone? = nil) {
        let start = text.count
        let own = presenter.write(value, as: presentation, to: &text)
        endCell(startedAt: start, tone ?? own)
    }

    /// Adds a cell with text that needs no escaping.
    mutating func add(_ harmless: String) {
        let start = text.count
        text.append(contentsOf: harmless.utf8)
        endCell(startedAt: start, .none)
    }

    private mutating func endCell(startedAt start: Int, _ tone: Tone) {
        cells.append(Cell(end: text.count, columns: CharacterWidth.columns(of: text[start...]), tone: tone))
    }

    /// Returns the width of the widest cell of a column.
    func widest(inColumn column: Int) -> Int {
        stride(from: column, to: cells.count, by: columnCount).reduce(0) { max($0, cells[$1].columns) }
    }

    /// Appends one line per row.
    func write(_ layout: TableLayout, header: Bool, colors: ColorDepth, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + cells.count / columnCount * (layout.total + 1))
        for row in stride(from: 0, to: cells.count, by: columnCount) {
            let isBold = colors != .none && header && row == 0
            if isBold { bytes.append("\u{1B}[1m") }
            writeLine(row, columns: layout.columns, colors: colors, to: &bytes)
            bytes.append(isBold ? "\u{1B}[0m\n" : "\n")
        }
    }

    private func writeLine(_ row: Int, columns: [TableLayout.Column], colors: ColorDepth, to bytes: inout [UInt8]) {
        let start = bytes.count
        for (place, column) in columns.enumerated() {
            if place > 0 { bytes.append("  ") }
            let cellStart = bytes.count
            let padding = column.width - writeCell(row + column.index, in: column.width, colors, to: &bytes)
            guard padding > 0 else { continue }
            let spaces = repeatElement(UInt8(ascii: " "), count: padding)
            bytes.insert(contentsOf: spaces, at: column.isRightAligned ? cellStart : bytes.count)
        }
        while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }

    /// Appends a cell and returns its width.
    private func writeCell(_ index: Int, in width: Int, _ colors: ColorDepth, to bytes: inout [UInt8]) -> Int {
        let cell = cells[index]
        let content = text[(index == 0 ? 0 : cells[index - 1].end)..<cell.end]
        guard cell.columns <= width else {
            let kept = CharacterWidth.cut(String(decoding: content, as: UTF8.self), to: width)
            bytes.append(contentsOf: kept.utf8)
            return CharacterWidth.columns(of: kept)
        }
        let begin = colors.begin(cell.tone)
        bytes.append(contentsOf: begin.utf8)
        bytes.append(contentsOf: content)
        if !begin.isEmpty { bytes.append("\u{1B}[0m") }
        return cell.columns
    }
}
