/// The values of a table, kept row by row until the decimals and widths of the columns are known.
struct TableCells: Sendable {
    private let columnCount: Int
    private(set) var values: [Value] = []
    private(set) var tones: [Tone?] = []
    /// The least decimals of each value.
    private(set) var leastPlaces: [Int] = []

    init(columnCount: Int) {
        self.columnCount = columnCount
    }

    var rowCount: Int { values.count / columnCount }

    /// Adds the next value of a row. `tone` overrides the tone of the presentation.
    mutating func add(_ value: Value, tone: Tone?, leastPlaces: Int = 0) {
        values.append(value)
        tones.append(tone)
        self.leastPlaces.append(leastPlaces)
    }

    /// Adds a row with the values of fields. `digits` is the value of `--digits`.
    mutating func add<Row>(_ fields: [Field<Row>], of row: Row, digits: Int?) {
        // A field of an array would be copied, which takes longer than getting its value.
        let slice = fields[...]
        let fields = slice.span
        for index in fields.indices {
            add(
                fields[index].value(row), tone: fields[index].tone(of: row),
                leastPlaces: fields[index].leastPlaces?(row, digits) ?? 0)
        }
    }

    /// Returns the least decimals of the values of a row.
    func leastPlaces(inRow row: Int) -> ArraySlice<Int> {
        leastPlaces[row * columnCount..<(row + 1) * columnCount]
    }

    /// Returns the values of a column.
    func values(inColumn column: Int) -> some Sequence<Value> {
        stride(from: column, to: values.count, by: columnCount).lazy.map { values[$0] }
    }

    /// Returns the values of a row.
    func values(inRow row: Int) -> ArraySlice<Value> {
        values[row * columnCount..<(row + 1) * columnCount]
    }

    /// Returns one of the rows.
    func row(_ index: Int) -> TableCells {
        var row = TableCells(columnCount: columnCount)
        let cells = index * columnCount..<(index + 1) * columnCount
        (row.values, row.tones) = (Array(values[cells]), Array(tones[cells]))
        row.leastPlaces = Array(leastPlaces[cells])
        return row
    }
}

/// The text of the cells of one column, from top to bottom.
struct ColumnText: Sendable {
    /// Whether the terminal shows more than ASCII.
    let isUnicode: Bool
    private var text: [UInt8] = []
    /// The end of each cell in the text, and its width.
    private var cells: [(end: Int, columns: Int, tone: Tone)] = []
    /// The width of the widest cell.
    private(set) var width = 0

    init(isUnicode: Bool) {
        self.isUnicode = isUnicode
    }

    var rowCount: Int { cells.count }

    /// Adds a cell whose text `write` appends. `tone` overrides the tone that it returns.
    mutating func add(_ tone: Tone?, _ write: (inout [UInt8]) -> Tone) {
        let start = text.count
        let own = write(&text)
        if !isUnicode { text.replaceSubrange(start..., with: ASCIIText.bytes(of: text[start...])) }
        let columns = CharacterWidth.columns(of: text[start...])
        cells.append((text.count, columns, tone ?? own))
        width = max(width, columns)
    }

    /// Returns the escape sequence for the block behind a cell; empty if it has none.
    func beginBlock(_ row: Int, _ colors: ColorDepth) -> String {
        guard case .tint(let color) = cells[row].tone else { return "" }
        return colors.beginBlock(color)
    }

    /// The width of the longest word.
    var longestWord: Int {
        let words = (0..<rowCount).lazy.flatMap { bytes($0).split(separator: UInt8(ascii: " ")) }
        return words.reduce(0) { max($0, CharacterWidth.columns(of: $1)) }
    }

    /// Returns the lines of a cell that continues below where it is wider than `width`.
    func wrapped(_ row: Int, to width: Int) -> [String] {
        CharacterWidth.wrapped(String(decoding: bytes(row), as: UTF8.self), to: width)
    }

    /// Appends a cell, cut to a width, and returns its own width.
    func write(_ row: Int, in width: Int, _ colors: ColorDepth, to bytes: inout [UInt8]) -> Int {
        guard cells[row].columns > width else {
            write(self.bytes(row), of: row, colors, to: &bytes)
            return cells[row].columns
        }
        return write(
            CharacterWidth.cut(String(decoding: self.bytes(row), as: UTF8.self), to: width), of: row, colors, to: &bytes
        )
    }

    /// Appends a part of a cell in its color, and returns the width of the part.
    func write(_ part: String, of row: Int, _ colors: ColorDepth, to bytes: inout [UInt8]) -> Int {
        write(part.utf8, of: row, colors, to: &bytes)
        return CharacterWidth.columns(of: part)
    }

    private func write(_ part: some Sequence<UInt8>, of row: Int, _ colors: ColorDepth, to bytes: inout [UInt8]) {
        let begin = colors.begin(cells[row].tone)
        bytes.append(contentsOf: begin.utf8)
        bytes.append(contentsOf: part)
        if !begin.isEmpty { bytes.append("\u{1B}[0m") }
    }

    /// Appends the arrow of a number that has just moved, in its color. Returns false if it has not.
    func writeArrow(_ row: Int, _ colors: ColorDepth, to bytes: inout [UInt8]) -> Bool {
        guard case .moved(let isUp) = cells[row].tone else { return false }
        write((isUp ? "▲" : "▼").utf8, of: row, colors, to: &bytes)
        return true
    }

    private func bytes(_ row: Int) -> ArraySlice<UInt8> {
        text[(row == 0 ? 0 : cells[row - 1].end)..<cells[row].end]
    }
}

extension Value {
    /// The tone of a list of prices by the change from the first to the last; nil for any other value.
    var toneOfCurve: Tone? {
        guard case .numbers(let numbers) = self, let first = numbers.first, let last = numbers.last else { return nil }
        return last == first ? Tone.none : last < first ? .fall : .rise
    }
}
