/// Writes the cells of a table as lines.
///
/// It serves a table that is written once, one that grows and one that is redrawn: widths only grow, so that the lines
/// of all writings are alike.
struct TableSheet: Sendable {
    private var columns: [TableColumn]
    private let options: RenderingOptions
    /// The only column of prices and that of their unit, which the title of the first may name; nil if there are more,
    /// or other amounts.
    private let price: (column: Int, title: String, unit: Int)?
    private let presenter: Presenter
    private var numbers: TableNumbers
    private var full: [Int]
    private var abbreviated: [Int]
    private var longestWords: [Int]
    private var isFilled: [Bool]
    /// The first unit in each column of units, and whether another one has followed.
    private var units: [Value?]
    private var isMixed: [Bool]
    private var layout = TableLayout([])
    /// The columns that are left out for now.
    var hidden: Set<Int> = []
    /// The number of lines of each row of the last call, with that of titles.
    private(set) var heights: [Int] = []

    init(_ columns: [TableColumn], options: RenderingOptions) {
        self.columns = columns.map { column in
            var column = column
            column.isKept = options.keepsColumns
            return column
        }
        self.options = options
        presenter = Presenter(
            digits: options.digits, escaping: TerminalText.escaping, drawsLists: true, isUnicode: options.isUnicode)
        price = Self.price(columns, options)
        numbers = TableNumbers(columns.map(\.presentation), asset: columns.firstIndex(where: \.isAsset))
        full = columns.map { _ in 0 }
        abbreviated = full
        longestWords = full
        isFilled = columns.map { _ in false }
        (units, isMixed) = (columns.map { _ in nil }, isFilled)
    }

    /// Appends one line per row, after one of titles if `hasHeader`.
    ///
    /// - Parameters:
    ///   - cells: The cells.
    ///   - hasHeader: Whether titles precede them.
    ///   - continues: Whether the lines continue those of the last call: they have the same columns.
    ///   - width: The columns of the terminal; nil for no limit.
    ///   - bytes: The bytes to append to.
    /// - Returns: False, without appending, if the columns do not fit, or if rows differ in their unit and the lines
    ///   that these continue have no column of it.
    mutating func write(
        _ cells: TableCells, hasHeader: Bool, continues: Bool = false, width: Int?, to bytes: inout [UInt8]
    ) -> Bool {
        learn(cells)
        if width != nil { nameUnit() }
        let last = Set(layout.shown.map(\.index))
        if continues, columns.indices.contains(where: { isMixed[$0] && !last.contains($0) }) { return false }
        let isForPeople = width != nil
        var texts = columns.indices.map { index in
            text(of: index, cells, hasHeader: hasHeader, isForPeople: isForPeople, isAbbreviated: false)
        }
        for index in columns.indices {
            full[index] = max(full[index], texts[index].width)
            guard width != nil, columns[index].isWrapped else { continue }
            longestWords[index] = max(longestWords[index], texts[index].longestWord)
        }
        layout = TableLayout(
            columns.indices.map { index in
                let short = width == nil ? nil : shortWidth(of: index, cells, hasHeader: hasHeader)
                var column = columns[index]
                if isMixed[index] { column.rank = .essential }
                return TableLayout.Column(
                    column, index: index, full: full[index], abbreviated: short,
                    longestWord: longestWords[index],
                    isShown: width == nil || (continues ? last.contains(index) : isShown(index, cells)))
            })
        if let width, !layout.fit(width, keepsAll: options.keepsColumns || continues), !continues { return false }
        for column in layout.shown where column.isAbbreviated {
            texts[column.index] = text(
                of: column.index, cells, hasHeader: hasHeader, isForPeople: true, isAbbreviated: true)
        }
        heights = TableLines(layout: layout, columns: columns, texts: texts, colors: options.colors, limit: width)
            .write(hasHeader: hasHeader, to: &bytes)
        return true
    }

    /// Appends a row by itself, in the columns of the last call or as a record.
    mutating func write(row: TableCells, isFirst: Bool, isRecord: Bool, to bytes: inout [UInt8]) {
        if isRecord { return writeRecords(row, continues: !isFirst, to: &bytes) }
        _ = write(
            row, hasHeader: isFirst && options.header, continues: true, width: options.width, to: &bytes)
    }

    /// Makes columns wide enough for cells such as these. They have no influence on the decimals of others.
    mutating func makeRoom(for cells: TableCells) {
        let shown = numbers
        defer { numbers = shown }
        numbers.add(cells)
        for index in columns.indices {
            let text = text(
                of: index, cells, hasHeader: false, isForPeople: false, hasAssets: options.width != nil,
                isAbbreviated: false)
            full[index] = max(full[index], text.width)
        }
    }

    /// Appends the rows as records. Those that continue the ones of the last call are preceded by an empty line.
    ///
    /// Unless fields were asked for, they are the default ones, without what only scripts need, where they have a
    /// value. Prose is wrapped.
    func writeRecords(_ cells: TableCells, continues: Bool, to bytes: inout [UInt8]) {
        for row in 0..<cells.rowCount {
            if row > 0 || continues { bytes.append(UInt8(ascii: "\n")) }
            for (column, value) in zip(columns, cells.values(inRow: row)) {
                if !options.keepsColumns, !column.rank.isOfRecords || column.hides(value) { continue }
                let isRounded = column.presentation != .exact
                let value = presenter.drawn(value)
                let shown = isRounded ? options.digits.map { value.rounded(toPlaces: $0) } ?? value : value
                let start = bytes.count
                shown.writeRecordLine(of: column.name, to: &bytes)
                if let width = options.width, column.isWrapped { Self.wrap(&bytes, from: start, to: width) }
            }
        }
    }

    /// Breaks a line into lines that fit, indented by two columns after the first.
    private static func wrap(_ bytes: inout [UInt8], from start: Int, to width: Int) {
        let line = String(decoding: bytes[start...].dropLast(), as: UTF8.self)
        guard CharacterWidth.columns(of: line) > width else { return }
        let lines = CharacterWidth.wrapped(line, to: max(1, width - 2))
        bytes.replaceSubrange(start..., with: Array((lines.joined(separator: "\n  ") + "\n").utf8))
    }

    /// Takes note of the numbers, of columns with a known value, and of those in whose unit rows differ.
    private mutating func learn(_ cells: TableCells) {
        numbers.add(cells)
        for index in columns.indices {
            let values = cells.values(inColumn: index)
            isFilled[index] = isFilled[index] || values.contains { !columns[index].hides($0) }
            guard columns[index].isUnit, !isMixed[index] else { continue }
            for value in values where !value.isEmpty {
                isMixed[index] = isMixed[index] || value != units[index] ?? value
                units[index] = value
            }
        }
    }

    /// Finds the only column of prices and that of their unit, if no field was asked for.
    private static func price(
        _ columns: [TableColumn], _ options: RenderingOptions
    ) -> (column: Int, title: String, unit: Int)? {
        let prices = columns.indices.filter { [.price, .money].contains(columns[$0].presentation) }
        guard !options.keepsColumns, options.header, prices.count == 1, let unit = columns.firstIndex(where: \.isUnit)
        else { return nil }
        return (prices[0], columns[prices[0]].title, unit)
    }

    /// Puts a unit that all rows have so far in the title of the prices.
    private mutating func nameUnit() {
        guard let price else { return }
        var title = price.title
        if let unit = namedUnit { title += " \(unit)" }
        columns[price.column].title = title
    }

    /// The unit in the title of the prices; nil if rows differ in it, or it is unknown.
    private var namedUnit: String? {
        guard let price, !isMixed[price.unit], case .text(let unit)?? = units[price.unit] as Value?? else { return nil }
        return unit
    }

    /// Whether a column is shown if it fits: not if it has no value and was not asked for, nor if a title has it.
    private func isShown(_ index: Int, _ cells: TableCells) -> Bool {
        if hidden.contains(index) || index == price?.unit && namedUnit != nil { return false }
        return options.keepsColumns || isFilled[index] || cells.rowCount == 0
    }

    private mutating func shortWidth(of index: Int, _ cells: TableCells, hasHeader: Bool) -> Int? {
        let column = columns[index]
        guard column.isAbbreviable, column.presentation != .whole || !numbers[index].isSmall else { return nil }
        let width = text(of: index, cells, hasHeader: hasHeader, isForPeople: true, isAbbreviated: true).width
        abbreviated[index] = max(abbreviated[index], width)
        return min(abbreviated[index], full[index])
    }

    /// Returns the text of a column: its title if `hasHeader`, and its cells. `isForPeople` is a table on a terminal,
    /// and `hasAssets` one whose prices are those of assets.
    private func text(
        of index: Int, _ cells: TableCells, hasHeader: Bool, isForPeople: Bool, hasAssets: Bool? = nil,
        isAbbreviated: Bool
    ) -> ColumnText {
        let (column, hasAssets) = (columns[index], hasAssets ?? isForPeople)
        var text = ColumnText(isUnicode: presenter.isUnicode)
        if hasHeader {
            text.add(nil) { bytes in
                TerminalText.escaping.write(
                    isAbbreviated ? column.shortTitle ?? column.title : column.title, to: &bytes)
                return .none
            }
        }
        for cell in stride(from: index, to: cells.values.count, by: columns.count) {
            let value = cells.values[cell]
            text.add(cells.tones[cell] ?? (hasAssets ? value.toneOfCurve : nil)) { bytes in
                switch value {
                case .number(let number) where isAbbreviated && column.presentation == .whole:
                    Presenter.write(abbreviated: number, to: &bytes)
                    return .none
                case .time(let time) where isForPeople:
                    Presenter.write(time, as: column.presentation, to: &bytes)
                    return .none
                case .text(let text) where isAbbreviated && column.tail != nil:
                    presenter.escaping.write(String(text.suffix(column.tail ?? 0)), to: &bytes)
                    return .none
                case .bool(let flag) where isForPeople && flag == column.unshownFlag: return .none
                default: break
                }
                let value = presenter.drawn(value, isNarrow: isAbbreviated)
                var (own, places) = (numbers[index], cells.leastPlaces[cell])
                if hasAssets {
                    let row = cells.values(inRow: cell / columns.count)
                    if column.presentation == .price { own = numbers.prices(in: row) ?? own }
                    if column.presentation == .change { places = numbers.placesOfPrice(in: row) }
                }
                return presenter.write(value, as: column.presentation, in: own, leastPlaces: places, to: &bytes)
            }
        }
        return text
    }
}

/// The lines of a table whose widths are known.
private struct TableLines {
    let layout: TableLayout
    let columns: [TableColumn]
    let texts: [ColumnText]
    let colors: ColorDepth
    /// The columns of the terminal; nil where there is none, and no block behind a cell.
    let limit: Int?

    /// Returns the number of lines of each row.
    func write(hasHeader: Bool, to bytes: inout [UInt8]) -> [Int] {
        let shown = layout.shown
        guard let first = shown.first else { return [] }
        return (0..<texts[first.index].rowCount).map { row in
            let wrapped = wrapped(row, shown)
            let isBold = colors != .none && hasHeader && row == 0
            let height = max(1, wrapped.values.map(\.count).max() ?? 1)
            for line in 0..<height {
                if isBold { bytes.append("\u{1B}[1m") }
                writeLine(line, of: row, shown, wrapped, to: &bytes)
                bytes.append(isBold ? "\u{1B}[0m\n" : "\n")
            }
            return height
        }
    }

    /// Returns the lines of the cells that continue below, by the index of their columns.
    private func wrapped(_ row: Int, _ shown: [TableLayout.Column]) -> [Int: [String]] {
        let prose = shown.filter { $0.isWrapped && $0.width < $0.full }
        return Dictionary(uniqueKeysWithValues: prose.map { ($0.index, texts[$0.index].wrapped(row, to: $0.width)) })
    }

    private func writeLine(
        _ line: Int, of row: Int, _ shown: [TableLayout.Column], _ wrapped: [Int: [String]], to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        // An arrow is between two columns, so that none of them changes its width.
        var hasUsedSpace = false
        for (place, column) in shown.enumerated() {
            let text = texts[column.index]
            let block = limit == nil ? "" : text.beginBlock(row, colors)
            // Of the two spaces between columns a block has the one beside it, and one at the end if there is room.
            if place > 0, !hasUsedSpace { bytes.append(" ") }
            bytes.append(contentsOf: block.utf8)
            if place > 0 { bytes.append(" ") }
            let cellColors = block.isEmpty ? colors : .none
            writeCell(line, of: row, column, wrapped[column.index], cellColors, to: &bytes)
            let hasRoom = place < shown.count - 1 || layout.total < limit ?? .max
            if block.isEmpty {
                hasUsedSpace = line == 0 && hasRoom && text.writeArrow(row, colors, to: &bytes)
            } else {
                hasUsedSpace = true
                if hasRoom { bytes.append(" ") }
                bytes.append(contentsOf: colors.end.utf8)
            }
        }
        while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }

    /// Appends a line of a cell, as wide as its column.
    private func writeCell(
        _ line: Int, of row: Int, _ column: TableLayout.Column, _ wrapped: [String]?, _ colors: ColorDepth,
        to bytes: inout [UInt8]
    ) {
        let cellStart = bytes.count
        var used = 0
        if let wrapped {
            if line < wrapped.count { used = texts[column.index].write(wrapped[line], of: row, colors, to: &bytes) }
        } else if line == 0 {
            used = texts[column.index].write(row, in: column.width, colors, to: &bytes)
        }
        guard used < column.width else { return }
        let spaces = repeatElement(UInt8(ascii: " "), count: column.width - used)
        let isRight = columns[column.index].isRightAligned
        bytes.insert(contentsOf: spaces, at: isRight ? cellStart : bytes.count)
    }
}
