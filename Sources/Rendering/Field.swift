/// What kind of value a field holds when it is known.
public enum FieldType: String, Sendable, CaseIterable {
    /// A string.
    case text
    /// An exact decimal.
    case number
    /// A whole number.
    case integer
    /// True or false.
    case boolean
    /// A moment in UTC.
    case time
}

/// One column of a row: its public name, what it means, and where its value comes from.
///
/// All formats, templates, conditions and `--fields help` fold over tables of these.
public struct Field<Row>: Sendable {
    /// The name in JSON, CSV, `--fields`, templates and conditions.
    public let name: String
    /// The kind of its values.
    public let type: FieldType
    /// One line on its meaning and unit.
    public let help: String
    /// Whether it is shown without `--fields` in table, markdown, csv and tsv.
    public let isDefault: Bool
    /// When a terminal is too narrow, columns are dropped from the smallest importance up; `essential` ones never.
    public let importance: Int
    /// How table and markdown show it.
    public let presentation: Presentation
    /// Its value in a row.
    public let value: @Sendable (Row) -> Value

    /// The importance of a column that is never dropped.
    public static var essential: Int { .max }

    /// A field.
    public init(
        _ name: String, _ type: FieldType, help: String, isDefault: Bool = true, importance: Int = 0,
        presentation: Presentation = .plain, value: @escaping @Sendable (Row) -> Value
    ) {
        self.name = name
        self.type = type
        self.help = help
        self.isDefault = isDefault
        self.importance = importance
        self.presentation = presentation
        self.value = value
    }

    /// Whether its cells stand at the right of their column.
    var isRightAligned: Bool {
        (type == .number || type == .integer) && presentation != .age
    }
}
