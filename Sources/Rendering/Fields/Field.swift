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
    /// The colour of its cells, where it has one; for tables that have colours.
    public let tint: (@Sendable (Row) -> ChartColor?)?
    /// Its value in a row.
    public let value: @Sendable (Row) -> Value
    /// Appends what machines read of a number or a time, exact and in canonical form, without making a value of it;
    /// false, and nothing appended, where it is unknown. Nil for a field whose value has to be made.
    public let write: (@Sendable (Row, inout [UInt8]) -> Bool)?
    /// The canonical form of a number, where it lies in the row and has no minus, for comparing without reading it; no bytes
    /// where it has to be made or is unknown. Nil for a field whose value always has to be made.
    public let digits: (@Sendable (Row) -> UnsafeBufferPointer<UInt8>)?
    /// How a stream's rows have it; of no account for other rows.
    public let place: FieldPlace

    /// The importance of a column that is never dropped.
    public static var essential: Int { .max }

    /// A field.
    public init(
        _ name: String, _ type: FieldType, help: String, isDefault: Bool = true, importance: Int = 0,
        presentation: Presentation = .plain, place: FieldPlace = .nowhere,
        tint: (@Sendable (Row) -> ChartColor?)? = nil, write: (@Sendable (Row, inout [UInt8]) -> Bool)? = nil,
        digits: (@Sendable (Row) -> UnsafeBufferPointer<UInt8>)? = nil, value: @escaping @Sendable (Row) -> Value
    ) {
        self.name = name
        self.type = type
        self.help = help
        self.isDefault = isDefault
        self.importance = importance
        self.presentation = presentation
        self.place = place
        self.tint = tint
        self.write = write
        self.digits = digits
        self.value = value
    }

    /// The same field of rows that hold this one's.
    public func lifted<Outer>(_ row: @escaping @Sendable (Outer) -> Row) -> Field<Outer> {
        let value = value
        var outerWrite: (@Sendable (Outer, inout [UInt8]) -> Bool)?
        if let write { outerWrite = { outer, bytes in write(row(outer), &bytes) } }
        var outerDigits: (@Sendable (Outer) -> UnsafeBufferPointer<UInt8>)?
        if let digits { outerDigits = { digits(row($0)) } }
        var outerTint: (@Sendable (Outer) -> ChartColor?)?
        if let tint { outerTint = { tint(row($0)) } }
        return Field<Outer>(
            name, type, help: help, isDefault: isDefault, importance: importance, presentation: presentation,
            place: place, tint: outerTint, write: outerWrite, digits: outerDigits,
            value: { value(row($0)) })
    }

    /// The same field with its numbers rounded half to even to so many decimals, for what machines read: `--digits`.
    ///
    /// They are made for each row then, and no longer copied from where they lie.
    func rounded(toPlaces places: Int) -> Field {
        guard presentation != .exact, type == .number || write == nil else { return self }
        let rounded: @Sendable (Row) -> Value = { [value] in value($0).rounded(toPlaces: places) }
        return Field(
            name, type, help: help, isDefault: isDefault, importance: importance, presentation: presentation,
            place: type == .number ? .nowhere : place, tint: tint, value: rounded)
    }

    /// The exact value as text without control characters, nil where it is unknown: what other programs are given.
    public func exactText(of row: Row) -> String? {
        let value = value(row)
        guard value != .null else { return nil }
        var bytes: [UInt8] = []
        value.writeExact(text: Escaping { _, _ in }, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The tone of its cell in a row, where it brings one.
    func tone(of row: Row) -> Tone? {
        tint?(row).map(Tone.tint)
    }

    /// Whether its cells stand at the right of their column.
    var isRightAligned: Bool {
        (type == .number || type == .integer) && presentation != .age
    }
}
