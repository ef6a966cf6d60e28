/// What a table needs to know of a column before it has rows.
struct TableColumn: Sendable {
    /// The name of its field, and its title.
    let name: String
    var title: String
    /// The title where the table is narrow; nil for the same.
    var shortTitle: String?
    let presentation: Presentation
    var rank: Rank
    let isText: Bool
    let isRightAligned: Bool
    /// Whether its values are lists of numbers.
    var isList = false
    /// How much of the end of its text is shown where a table is narrow; nil for all of it.
    var tail: Int?
    /// Whether it holds the unit of the row's numbers, such as a currency. If rows differ in it, it is never left out.
    var isUnit = false
    /// Whether it names the asset whose prices the row has.
    var isAsset = false
    /// The width to assume for it when the columns are chosen: that of a long value. So the choice does not depend on
    /// the current values.
    var room = 0
    /// Whether it was asked for, and is never left out.
    var isKept = false

    /// The order in which a narrow terminal leaves out columns, lowest first. Default columns stay longer than those
    /// that a live view adds. Among either, the least important go first.
    struct Rank: Hashable, Comparable {
        let isDefault: Bool
        let importance: Int

        /// The rank of a column that is never left out.
        static let essential = Rank(isDefault: true, importance: .max)

        /// Whether the column is never left out.
        var isEssential: Bool { importance == .max }

        /// Whether it is shown in the records that replace a table. They have room for everything a person reads, but
        /// not for what only scripts need.
        var isOfRecords: Bool { isDefault && importance >= 10 }

        static func < (left: Rank, right: Rank) -> Bool {
            left.isDefault == right.isDefault ? left.importance < right.importance : right.isDefault
        }
    }

    /// Whether a narrow table shows its title or its values in a shorter form.
    var isAbbreviable: Bool { presentation == .whole || isList || tail != nil || shortTitle != nil }

    /// The one of true and false that is an empty cell on a terminal; nil if both are shown.
    var unshownFlag: Bool? {
        guard case .flag(let shown) = presentation, !isKept else { return nil }
        return !shown
    }

    /// Whether there is nothing to show for a value.
    func hides(_ value: Value) -> Bool {
        value.isEmpty || unshownFlag.map { value == .bool($0) } == true || presentation == .detail && !isKept
    }

    /// Whether its text continues on the next line where it is cut.
    var isWrapped: Bool {
        switch presentation {
        case .prose, .phrase: true
        case .sentence: isKept
        default: false
        }
    }

    /// Returns two widths to cut or wrap its text to; nil if it is never cut. `full` is the width of the text. The
    /// comfortable one is tried before other columns are left out, the least one before this column is left out.
    func cutWidths(of full: Int) -> (comfortable: Int, least: Int)? {
        switch presentation {
        // Sentences in narrower columns are many short lines: records are easier to read then.
        case .prose: (20, 15)
        case .name: (12, 8)
        case .phrase: (full, 12)
        // Two lines; of three, records are easier to read.
        case .sentence where isKept: (full * 2 / 3, full * 2 / 3)
        // Sentences often begin alike.
        case .exact, .sentence: nil
        default: isText ? (32, 12) : nil
        }
    }
}

extension TableColumn {
    /// The column of a field.
    init<Row>(_ field: Field<Row>) {
        self.init(
            name: field.name, title: field.columnTitle, shortTitle: field.shortTitle, presentation: field.presentation,
            rank: Rank(isDefault: field.isDefault, importance: field.importance), isText: field.type == .text,
            isRightAligned: field.isRightAligned, isList: field.type == .numbers,
            isUnit: field.roles.contains(.currency), isAsset: field.roles.contains(.commodity))
    }
}

extension Field {
    /// The title of its column: its name in capitals and words, such as `MARKET CAP`, `CHANGE %` or `PM2.5`.
    var columnTitle: String {
        if let title { return title.uppercased() }
        let words = name.uppercased().utf8.split(separator: UInt8(ascii: "_")).map { String(Substring($0)) }
        return words.dropFirst().reduce(words.first ?? "") { title, word in
            if word == "PERCENT" { return title + " %" }
            let isDecimal = title.utf8.last.map(isDigit) == true && word.utf8.first.map(isDigit) == true
            return title + (isDecimal ? "." : " ") + word
        }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
