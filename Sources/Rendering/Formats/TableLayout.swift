/// Which columns of a table fit a terminal, and how wide they are.
struct TableLayout {
    /// One column and its width.
    struct Column {
        /// Its index in the table.
        let index: Int
        let rank: TableColumn.Rank
        /// The width of its widest cell, and the same if its numbers are abbreviated; nil if they never are.
        let full: Int
        let abbreviated: Int?
        /// The widths to which its text is cut before columns are left out, and before it is left out itself; nil if it
        /// is never cut.
        let cut: (comfortable: Int, least: Int)?
        /// Whether its text continues on the next line.
        let isWrapped: Bool
        /// The width that is kept free for it when the columns are chosen.
        let room: Int
        var width: Int
        var isShown: Bool

        /// Words longer than this are broken where a line ends.
        private static let longestWord = 40

        /// Creates a column. `longestWord` is the width of the longest word of a column that is wrapped, else 0.
        init(
            _ column: TableColumn, index: Int, full: Int, abbreviated: Int?, longestWord: Int, isShown: Bool
        ) {
            (self.index, rank) = (index, column.rank)
            (self.full, self.abbreviated, self.isShown) = (full, abbreviated, isShown)
            let word = max(CharacterWidth.columns(of: column.title), min(longestWord, Self.longestWord))
            cut = column.cutWidths(of: full).map { (max($0.comfortable, word), max($0.least, word)) }
            (isWrapped, room) = (column.isWrapped, column.room)
            width = full
        }

        var isAbbreviated: Bool { abbreviated != nil && width < full }
    }

    private(set) var columns: [Column]

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// The columns that are shown, from left to right.
    var shown: [Column] { columns.filter(\.isShown) }

    /// The length of the longest line, with two spaces between columns.
    var total: Int { total(\.width) }

    /// The same if each column takes at least the width that is kept free for it.
    private var roomyTotal: Int { total { max($0.width, $0.room) } }

    private func total(_ width: (Column) -> Int) -> Int {
        columns.reduce(-2) { $0 + ($1.isShown ? width($1) + 2 : 0) }
    }

    /// Makes lines at most `limit` wide: cuts names, abbreviates numbers, leaves out the least important columns, and
    /// puts back those that fit. Numbers, then texts, are widened again as far as there is room.
    ///
    /// - Parameters:
    ///   - limit: The columns of the terminal.
    ///   - keepsAll: Whether no column may be left out.
    /// - Returns: Whether the lines fit.
    mutating func fit(_ limit: Int, keepsAll: Bool) -> Bool {
        if (keepsAll ? total : roomyTotal) <= limit { return true }
        narrow(columns.indices) { $0.abbreviated ?? $0.cut?.comfortable }
        if !keepsAll { leaveOut(limit) }
        if total > limit { narrow(columns.indices) { $0.cut?.least } }
        if total > limit { return false }
        widen(limit)
        return true
    }

    private mutating func narrow(_ indices: some Sequence<Int>, to width: (Column) -> Int?) {
        for index in indices {
            if let width = width(columns[index]) { columns[index].width = min(columns[index].width, width) }
        }
    }

    /// Leaves out columns, lowest rank first, all of one rank together. Text of a higher rank is cut to its least width
    /// only when all lower ranks are gone.
    private mutating func leaveOut(_ limit: Int) {
        let shown = columns.indices.filter { columns[$0].isShown && !columns[$0].rank.isEssential }
        let groups = Dictionary(grouping: shown) { columns[$0].rank }.sorted { $0.key < $1.key }.map(\.value)
        for group in groups where roomyTotal > limit {
            narrow(group) { $0.cut?.least }
            // It takes what room is left.
            if roomyTotal <= limit { return }
            show(group, false)
        }
        for group in groups.reversed() where !columns[group[0]].isShown {
            show(group, true)
            if roomyTotal > limit { show(group, false) }
        }
    }

    private mutating func show(_ group: [Int], _ isShown: Bool) {
        for index in group { columns[index].isShown = isShown }
    }

    private mutating func widen(_ limit: Int) {
        // Titles before values.
        widenAbbreviated(limit) { $0.cut != nil }
        widenAbbreviated(limit) { $0.cut == nil }
        for index in columns.indices
        where columns[index].isShown && columns[index].cut != nil && !columns[index].isWrapped
            && columns[index].abbreviated == nil
        {
            columns[index].width = min(columns[index].full, columns[index].width + limit - total)
        }
        widenWrapped(limit)
    }

    /// Shows columns that are abbreviated in full, if all of them fit.
    private mutating func widenAbbreviated(_ limit: Int, where isMeant: (Column) -> Bool) {
        let narrow = columns
        for index in columns.indices where columns[index].abbreviated != nil && isMeant(columns[index]) {
            columns[index].width = columns[index].full
        }
        if roomyTotal > limit { columns = narrow }
    }

    /// Widens the columns that are wrapped, the narrowest first, so that none is much longer than the others.
    private mutating func widenWrapped(_ limit: Int) {
        let wrapped = columns.indices.filter { columns[$0].isShown && columns[$0].isWrapped }
        for _ in 0..<max(0, limit - total) {
            let narrow = wrapped.filter { columns[$0].width < columns[$0].full }
            guard let least = narrow.min(by: { columns[$0].width < columns[$1].width }) else { return }
            columns[least].width += 1
        }
    }
}
