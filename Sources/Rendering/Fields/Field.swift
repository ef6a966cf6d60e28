package import DecimalArithmetic

/// The type of the known values of a field.
public enum FieldType: String, Sendable, CaseIterable {
    /// A string.
    case text
    /// An exact decimal.
    case number
    /// A list of exact decimals.
    case numbers
    /// A whole number.
    case integer
    /// True or false.
    case boolean
    /// A time in UTC.
    case time
}

/// What a field is to formats that show certain values only: a directive of a price, the labels of a metric, the tags
/// of a point.
package struct FieldRoles: OptionSet, Sendable {
    /// The time of a price.
    package static let priceTime = FieldRoles(rawValue: 1)
    /// What has a price.
    package static let commodity = FieldRoles(rawValue: 2)
    /// The price of one unit.
    package static let price = FieldRoles(rawValue: 4)
    /// What the price is in. A table whose rows differ in it always has its column.
    package static let currency = FieldRoles(rawValue: 8)
    /// A text that tells the row from others: a label of each of its metrics.
    package static let label = FieldRoles(rawValue: 16)
    /// A part of what a row in a file is known by.
    package static let key = FieldRoles(rawValue: 32)
    /// A text that tells the series of the row from others: a tag of its point.
    package static let tag = FieldRoles(rawValue: 64)

    static let priceDirective: [FieldRoles] = [.priceTime, .commodity, .price, .currency]

    /// A bit for each role.
    package let rawValue: UInt8

    /// Creates a set of roles.
    ///
    /// - Parameter rawValue: A bit for each role.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A column of a row: its public name, its meaning, and a function that returns its value.
///
/// All formats, templates, conditions and `--fields help` use tables of these.
public struct Field<Row>: Sendable {
    /// The name in JSON, CSV, `--fields`, templates and conditions.
    public let name: String
    /// The title of its column in a table for people; nil for one made of the name.
    package private(set) var title: String?
    /// The title where a table is narrow; nil for the same.
    package let shortTitle: String?
    /// The type of its values.
    public let type: FieldType
    /// Its meaning and unit, in one line.
    public let help: String
    /// Whether it is shown without `--fields` in table, markdown, csv and tsv.
    public internal(set) var isDefault: Bool
    /// Whether it is shown only where it is named, also in json and jsonl.
    package private(set) var isNamedOnly = false
    /// The order in which a narrow terminal leaves out columns: the smallest importance first, all of one importance
    /// together. Columns that a live view adds go before default ones. `essential` columns stay, and so does a currency
    /// in which rows differ. If no table fits, records show the default fields of 10 or more.
    package private(set) var importance: Int
    /// The width that a live table assumes for it when it chooses its columns: that of a long value. So the choice does
    /// not depend on the current values.
    package let room: Int
    /// How tables and markdown show it.
    package let presentation: Presentation
    /// Returns the color of its cell in a table with colors, on a terminal that of a block behind its text; nil for
    /// none.
    package let tint: (@Sendable (Row) -> ChartColor?)?
    /// Returns its value in a row.
    public private(set) var value: @Sendable (Row) -> Value
    /// Appends the exact canonical text of a value that is no string without creating a `Value`. Returns false, without
    /// appending, if it is unknown. Nil for a field whose value has to be created.
    package private(set) var write: (@Sendable (Row, inout [UInt8]) -> Bool)?
    /// Compares a number with a bound as `NumberBound.order` does, without parsing it; nil if the number has to be
    /// computed or is unknown. The property is nil for a field whose value always has to be computed.
    package private(set) var order: (@Sendable (Row, NumberBound) -> Int?)?
    /// Where rows of a stream hold its value; other rows ignore it.
    package private(set) var place: FieldPlace
    /// What it is to formats that show certain values only.
    package let roles: FieldRoles
    /// The name of its metric in prometheus; nil if it is none. A `FieldTable` sets it.
    package internal(set) var metric: String?
    /// The measurement of the points of its rows in influx; nil if they are none. A `FieldTable` sets it.
    package internal(set) var measurement: String?
    /// Returns the least decimals of its number in a table, for `--digits` or nil; nil for those of the presentation.
    private(set) var leastPlaces: (@Sendable (Row, Int?) -> Int)?
    /// Whether its value is known in every row, so that it is never null.
    package internal(set) var isKnown = false
    /// All texts that it may be; empty if it may be any.
    package internal(set) var choices: [String] = []
    /// The keys and types of the members of nested rows, which are all known; empty for a field without nested rows.
    package internal(set) var nested: [(name: String, type: FieldType)] = []

    /// The importance of a column that is never left out.
    package static var essential: Int { .max }

    /// Creates a field that is shown by default.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - type: The type of its values.
    ///   - help: What it means, for users.
    ///   - value: Returns the value of a row.
    public init(_ name: String, _ type: FieldType, help: String, value: @escaping @Sendable (Row) -> Value) {
        self.init(name, type, help: help, isDefault: true, value: value)
    }

    /// Creates a field. Each parameter sets the property of the same name.
    package init(
        _ name: String, _ type: FieldType, title: String? = nil, shortTitle: String? = nil, help: String,
        isDefault: Bool = true,
        importance: Int = 0, room: Int = 0, presentation: Presentation = .plain,
        place: FieldPlace = .nowhere, roles: FieldRoles = [], tint: (@Sendable (Row) -> ChartColor?)? = nil,
        write: (@Sendable (Row, inout [UInt8]) -> Bool)? = nil,
        order: (@Sendable (Row, NumberBound) -> Int?)? = nil, value: @escaping @Sendable (Row) -> Value
    ) {
        (self.name, self.type, self.title, self.shortTitle) = (name, type, title, shortTitle)
        (self.help, self.isDefault, self.importance, self.room) = (help, isDefault, importance, room)
        (self.presentation, self.place, self.roles, self.tint) = (presentation, place, roles, tint)
        (self.write, self.order, self.value) = (write, order, value)
    }

    /// Returns the same field of rows that contain a row of this type.
    ///
    /// - Parameter row: Returns the inner row.
    /// - Returns: The field of the outer rows.
    package func lifted<Outer>(_ row: @escaping @Sendable (Outer) -> Row) -> Field<Outer> {
        let value = value
        var outerWrite: (@Sendable (Outer, inout [UInt8]) -> Bool)?
        if let write { outerWrite = { outer, bytes in write(row(outer), &bytes) } }
        var outerOrder: (@Sendable (Outer, NumberBound) -> Int?)?
        if let order { outerOrder = { outer, bound in order(row(outer), bound) } }
        var outerTint: (@Sendable (Outer) -> ChartColor?)?
        if let tint { outerTint = { tint(row($0)) } }
        var field = Field<Outer>(
            name, type, title: title, shortTitle: shortTitle, help: help, isDefault: isDefault, importance: importance,
            room: room, presentation: presentation, place: place, roles: roles, tint: outerTint, write: outerWrite,
            order: outerOrder, value: { value(row($0)) })
        (field.metric, field.measurement, field.isNamedOnly) = (metric, measurement, isNamedOnly)
        (field.isKnown, field.choices, field.nested) = (isKnown, choices, nested)
        if let leastPlaces { field.leastPlaces = { leastPlaces(row($0), $1) } }
        return field
    }

    /// Returns the field with its numbers rounded half to even to so many decimals, for `--digits` in machine formats.
    ///
    /// The numbers are then computed for each row and no longer copied from it. With `keepsNonzero` a number that would
    /// become 0 stays exact, for programs that calculate with it.
    func rounded(toPlaces places: Int, keepsNonzero: Bool = false) -> Field {
        guard !presentation.isUnrounded, type == .number || write == nil else { return self }
        return mapped(place: type == .number ? .nowhere : place) { _, value in
            let rounded = value.rounded(toPlaces: places)
            if keepsNonzero, case .number(let number) = rounded, number.isZero { return value }
            return rounded
        }
    }

    /// Returns the field with other values, which are computed for each row.
    ///
    /// - Parameters:
    ///   - place: Where rows of a stream hold the values.
    ///   - change: Returns the value for a row and its own value.
    /// - Returns: The field.
    package func mapped(
        place: FieldPlace = .nowhere, _ change: @escaping @Sendable (Row, Value) -> Value
    ) -> Field {
        changed { [value] field in
            field.value = { row in change(row, value(row)) }
            (field.place, field.write, field.order) = (place, nil, nil)
        }
    }

    /// Returns the field with a change.
    func changed(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }

    /// Returns the field as one that is shown only where it is named.
    package func namedOnly() -> Field { changed { ($0.isNamedOnly, $0.isDefault) = (true, false) } }

    /// Returns the field with another title.
    package func titled(_ title: String) -> Field { changed { $0.title = title } }

    /// Returns the field with another importance.
    package func weighing(_ importance: Int) -> Field { changed { $0.importance = importance } }

    /// Returns the field as one whose number has at least so many decimals in a table. A price for which any are
    /// returned is a rate.
    ///
    /// - Parameter places: Returns the decimals in a row, for the value of `--digits` or nil.
    /// - Returns: The field.
    package func showing(atLeast places: @escaping @Sendable (Row, _ digits: Int?) -> Int) -> Field {
        changed { $0.leastPlaces = places }
    }

    /// Returns the exact value as text without control characters.
    ///
    /// - Parameter row: The row.
    /// - Returns: The text; nil if the value is unknown.
    package func exactText(of row: Row) -> String? {
        let value = value(row)
        guard value != .null else { return nil }
        var bytes: [UInt8] = []
        value.writeExact(text: .removing, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the tone of its cell if the row gives it a color.
    func tone(of row: Row) -> Tone? {
        tint?(row).map(Tone.tint)
    }

    /// Whether its cells are right-aligned.
    var isRightAligned: Bool {
        (type == .number || type == .integer) && presentation != .age && presentation != .bar
    }
}
