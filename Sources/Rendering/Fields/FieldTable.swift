/// An invalid choice of fields.
public enum FieldError: Error, Equatable {
    /// No field has this name; `known` are the existing ones.
    case unknown(String, known: [String])
    /// A field is named twice, which would repeat its key in JSON.
    case repeated(String)
    /// The field holds nothing that the format can show.
    case unfit(String)
    /// The field, by which a row in a file is known, is not selected.
    case missingKey(String)
}

/// All fields of a command's rows, in the order of JSON.
public struct FieldTable<Row>: Sendable {
    /// The fields. Their names are unique.
    public let fields: [Field<Row>]

    /// Functions by their names, for conditions and templates: each makes a field of the text in its parentheses, or an
    /// error with the offset in this text.
    package var functions: [String: @Sendable (String) -> Result<Field<Row>, SyntaxError>] = [:]

    /// The default fields in the order in which they are shown.
    private let shown: [Field<Row>]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - fields: All fields in the order of JSON. Their names must be unique.
    ///   - order: The names of the default fields in the order shown; nil for the fields that are default themselves.
    ///   - metrics: The beginning of the names of its metrics; nil if its rows are not what is true now.
    ///   - measurement: The measurement of its points; nil if its rows are none.
    public init(
        _ fields: [Field<Row>], defaultsIn order: [String]? = nil, metrics: String? = nil, measurement: String? = nil
    ) {
        assert(Set(fields.map(\.name)).count == fields.count, "two fields of one name")
        var fields = fields
        if let metrics {
            for index in fields.indices { fields[index].metric = fields[index].metricName(after: metrics) }
        }
        if let measurement {
            for index in fields.indices { fields[index].measurement = measurement }
        }
        if let order {
            for index in fields.indices { fields[index].isDefault = order.contains(fields[index].name) }
        }
        self.fields = fields
        shown = order?.compactMap { name in fields.first { $0.name == name } } ?? fields.filter { $0.isDefault }
        assert(order.map { $0.count == shown.count } != false, "a default field does not exist")
    }

    /// The names, in order.
    public var names: [String] { fields.map(\.name) }

    /// Returns the same fields with other default ones.
    ///
    /// - Parameter names: The names of the default fields in the order shown.
    /// - Returns: The table.
    package func showing(_ names: [String]) -> FieldTable {
        FieldTable(fields, defaultsIn: names)
    }

    /// Selects fields by name.
    ///
    /// - Parameter names: The names, in the order of the output.
    /// - Returns: The fields in the order of the names.
    /// - Throws: `FieldError` for the first name that is unknown or repeated.
    public func select(_ names: [String]) throws(FieldError) -> [Field<Row>] {
        var selected: [Field<Row>] = []
        for name in names {
            guard let field = self[name] else { throw .unknown(name, known: self.names) }
            if selected.contains(where: { $0.name == name }) { throw .repeated(name) }
            selected.append(field)
        }
        return selected
    }

    /// Returns the fields that a format shows if none are selected: in json, jsonl and template every field that is
    /// not for those who name it; those of a price directive in ledger and beancount; in prometheus the labels, and the
    /// numbers among the default fields with their time and age; in influx the tags, the time and all numbers;
    /// otherwise the default fields.
    ///
    /// - Parameter format: The format.
    /// - Returns: The fields in the order shown.
    package func defaults(for format: OutputFormat) -> [Field<Row>] {
        switch format {
        case _ where format.showsEveryField: fields.filter { !$0.isNamedOnly }
        case .ledger, .beancount:
            FieldRoles.priceDirective.compactMap { role in fields.first { $0.roles.contains(role) } }
        case .prometheus:
            fields.filter { field in
                let isOfEachRow = (field.type == .time || field.presentation == .age) && !field.isNamedOnly
                return field.roles.contains(.label) || field.metric != nil && (field.isDefault || isOfEachRow)
            }
        case .influx:
            fields.filter { field in
                field.isOfEachPoint || (field.type == .number || field.type == .integer) && !field.isNamedOnly
            }
        default: shown
        }
    }

    /// Selects the fields that a format shows.
    ///
    /// - Parameters:
    ///   - names: The names of the selected fields; nil for the default ones.
    ///   - format: The format.
    /// - Returns: The fields in the order shown; in prometheus also the labels, in influx the tags and the time.
    /// - Throws: `FieldError` for the first name that is unknown, repeated or unfit.
    package func selection(_ names: [String]?, for format: OutputFormat) throws(FieldError) -> [Field<Row>] {
        guard let names else { return defaults(for: format) }
        let selected = try select(names)
        let (isOfEachRow, isFit): ((Field<Row>) -> Bool, (Field<Row>) -> Bool)
        switch format {
        case .prometheus:
            isOfEachRow = { $0.roles.contains(.label) }
            isFit = { $0.metric != nil || $0.type == .text }
        case .influx:
            isOfEachRow = \.isOfEachPoint
            isFit = { $0.isOfEachPoint || $0.type != .time && $0.type != .numbers }
        default: return selected
        }
        if let unfit = selected.first(where: { !isFit($0) }) { throw .unfit(unfit.name) }
        return fields.filter(isOfEachRow) + selected.filter { !isOfEachRow($0) }
    }

    /// Selects the fields of rows that are appended to a file, which hold those by which a row is known.
    ///
    /// - Parameters:
    ///   - names: The names of the selected fields; nil for the default ones, with the time in front of them and what
    ///       else is missing behind them.
    ///   - format: The format.
    /// - Returns: The fields in the order shown.
    /// - Throws: `FieldError` for the first name that is unknown or repeated, or that is missing.
    package func keyedSelection(_ names: [String]?, for format: OutputFormat) throws(FieldError) -> [Field<Row>] {
        let selected = try selection(names, for: format)
        if format.isPriceDirective { return selected }
        let missing = fields.filter { field in
            field.roles.contains(.key) && !selected.contains { $0.name == field.name }
        }
        if names != nil, let first = missing.first { throw .missingKey(first.name) }
        return missing.filter { $0.type == .time } + selected + missing.filter { $0.type != .time }
    }

    /// Whether the rows hold what a format shows.
    package func fits(_ format: OutputFormat) -> Bool {
        switch format {
        case .ledger, .beancount:
            FieldRoles.priceDirective.allSatisfy { role in fields.contains { $0.roles.contains(role) } }
        case .prometheus: fields.contains { $0.metric != nil }
        case .influx: fields.contains { $0.measurement != nil }
        default: true
        }
    }

    /// Finds a field.
    ///
    /// - Parameter name: The name.
    /// - Returns: The field; nil if there is none of this name.
    public subscript(name: String) -> Field<Row>? {
        fields.first { $0.name == name }
    }
}

extension Field {
    /// The name of its metric; nil for text. A time is in seconds since 1970.
    fileprivate func metricName(after prefix: String) -> String? {
        switch type {
        case .text, .numbers: nil
        case .time: prefix + name + "_seconds"
        case .number, .integer, .boolean: prefix + name + (presentation == .age ? "_seconds" : "")
        }
    }

    /// Whether it is the time of its row, by which the row is known.
    var isPointTime: Bool { type == .time && roles.contains(.key) }

    /// Whether each point of influx has it, whichever fields are selected.
    fileprivate var isOfEachPoint: Bool { isPointTime || roles.contains(.tag) }

    /// The columns of `--fields help`, whose rows are fields.
    package static var columns: [Field<Field<Row>>] {
        [
            Field<Field<Row>>("field", .text, help: "Name", importance: Field.essential, presentation: .exact) {
                .text($0.name)
            },
            Field<Field<Row>>("type", .text, help: "Type of its values", importance: 60) {
                .text($0.type.rawValue)
            },
            Field<Field<Row>>("default", .boolean, help: "Whether it is shown without --fields", importance: 50) {
                .bool($0.isDefault)
            },
            Field<Field<Row>>(
                "meaning", .text, help: "Meaning", importance: Field.essential, presentation: .prose
            ) {
                .text($0.help)
            },
        ]
    }
}
