/// A column of a live table.
package enum PictureColumn<Row>: Sendable {
    /// A field, shown as in every other table.
    case field(Field<Row>)
    /// The latest values of a quantity as a sparkline. It is not the field `trend`, which a provider sends.
    case trend(Trend<Row>)

    var field: Field<Row>? {
        guard case .field(let field) = self else { return nil }
        return field
    }

    var table: TableColumn {
        switch self {
        case .field(let field):
            var column = TableColumn(field)
            column.room = max(field.room, field.presentation == .age ? Self.ageRoom : 0)
            return column
        case .trend(let trend):
            var column = TableColumn(
                name: trend.name, title: trend.name.uppercased(), presentation: .plain,
                rank: TableColumn.Rank(isDefault: false, importance: trend.importance), isText: false,
                isRightAligned: false)
            if let narrow = trend.narrow { (column.shortTitle, column.tail) = (narrow.name.uppercased(), narrow.width) }
            return column
        }
    }

    /// Whether its times are shown by the clock of the user. A day is that of UTC.
    var showsClock: Bool { field?.presentation != .day }

    /// Whether its numbers are ages.
    var isAge: Bool { field?.presentation == .age }

    /// The width of `59 min ago`.
    private static var ageRoom: Int { 10 }

    /// Whether its cells show changes with a colour: those of numbers without a colour of their own.
    var showsChange: Bool {
        guard let field, field.type == .number, field.tint == nil else { return false }
        return switch field.presentation {
        case .plain, .grouped, .exact, .price, .money, .rate, .amount, .whole, .fixed, .share: true
        case .name, .sentence, .phrase, .prose: true
        case .bar, .signed, .change, .percent, .age, .day, .minute, .flag, .detail: false
        }
    }
}

/// A column of sparklines.
package struct Trend<Row>: Sendable {
    /// The title.
    package let name: String
    /// The number of values shown, which is also the width of the column.
    package let width: Int
    /// The importance, as for a field.
    package let importance: Int
    /// The title and the number of the last values where a table is narrow; nil for the same.
    package let narrow: (name: String, width: Int)?
    /// Returns the values of a row, oldest first; nil is a gap.
    package let values: @Sendable (Row) -> [Double?]

    /// Creates a column. Each parameter sets the property of the same name.
    package init(
        _ name: String = "recent", width: Int = 16, importance: Int = 0, narrow: (name: String, width: Int)? = nil,
        values: @escaping @Sendable (Row) -> [Double?]
    ) {
        (self.name, self.width, self.importance) = (name, width, importance)
        (self.narrow, self.values) = (narrow, values)
    }
}
