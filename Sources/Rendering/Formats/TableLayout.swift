/// The columns that a table shows on a terminal, and their widths.
struct TableLayout {
    /// One column and its width.
    struct Column: Equatable {
        /// Its index among the fields.
        let index: Int
        let importance: Int
        let isText: Bool
        let isRightAligned: Bool
        var width: Int

        /// How much of its width may be cut off.
        var spare: Int { isText ? max(0, width - 3) : 0 }
    }

    private(set) var columns: [Column]

    init(columns: [Column]) {
        self.columns = columns
    }

    /// The length of the longest line, with two spaces between columns.
    var total: Int {
        columns.reduce(0) { $0 + $1.width } + 2 * max(0, columns.count - 1)
    }

    /// Makes lines at most `limit` wide. Leaves out the least important columns; then, if two columns do not fit even
    /// with their text cut to three characters, the last one; then cuts text, the widest first. A number is cut only if
    /// it is the only column and does not fit.
    mutating func fit(_ limit: Int) {
        while total > limit, columns.count > 2, let least = leastImportant { columns.remove(at: least) }
        while columns.count > 1, total - columns.reduce(0, { $0 + $1.spare }) > limit { columns.removeLast() }
        while total > limit, let widest = widestText {
            columns[widest].width -= min(total - limit, columns[widest].spare)
        }
        if total > limit, !columns.isEmpty { columns[0].width = max(1, limit) }
    }

    /// The rightmost of the least important columns that may be left out.
    private var leastImportant: Int? {
        columns.indices.reversed().filter { columns[$0].importance < .max }
            .min { columns[$0].importance < columns[$1].importance }
    }

    private var widestText: Int? {
        columns.indices.filter { columns[$0].spare > 0 }.max { columns[$0].width < columns[$1].width }
    }
}

extension TableLayout.Column {
    /// The column of a field.
    init<Row>(_ field: Field<Row>, index: Int, width: Int) {
        self.init(
            index: index, importance: field.importance, isText: field.type == .text,
            isRightAligned: field.isRightAligned, width: width)
    }
}
