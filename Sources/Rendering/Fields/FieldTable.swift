/// An invalid choice of fields.
public enum FieldError: Error, Equatable {
    /// No field has this name; `known` are the existing ones.
    case unknown(String, known: [String])
    /// A field is named twice, which would repeat its key in JSON.
    case repeated(String)
}

/// All fields of a command's rows, in the order of JSON.
public struct FieldTable<Row>: Sendable {
    /// The fields. Their names are unique.
    public let fields: [Field<Row>]

    /// The default fields in the order in which they are shown.
    private let shown: [Field<Row>]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - fields: All fields in the order of JSON. Their names must be unique.
    ///   - order: The names of the default fields in the order shown; nil for the fields that are default themselves.
    public init(_ fields: [Field<Row>], defaultsIn order: [String]? = nil) {
        assert(Set(fields.map(\.name)).count == fields.count, "two fields of one name")
        var fields = fields
        if let order {
            for index in fields.indices { fields[index].isDefault = order.contains(fields[index].name) }
        }
        self.fields = fields
        shown = order?.compactMap { name in fields.first { $0.name == name } } ?? fields.filter(\.isDefault)
        assert(order.map { $0.count == shown.count } != false, "a default field does not exist")
    }

    /// The names, in order.
    public var names: [String] { fields.map(\.name) }

    /// Returns the same fields with other default ones.
    ///
    /// - Parameter names: The names of the default fields in the order shown.
    /// - Returns: The table.
    public func showing(_ names: [String]) -> FieldTable {
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

    /// Returns the fields that a format shows if none are selected: every field in json, jsonl and template, otherwise
    /// the default fields.
    ///
    /// - Parameter format: The format.
    /// - Returns: The fields in the order shown.
    public func defaults(for format: OutputFormat) -> [Field<Row>] {
        format.showsEveryField ? fields : shown
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
    /// The columns of `--fields help`, whose rows are fields.
    public static var columns: [Field<Field<Row>>] {
        [
            Field<Field<Row>>("field", .text, help: "Name", importance: Field.essential) { .text($0.name) },
            Field<Field<Row>>("type", .text, help: "Type of its values", importance: Field.essential) {
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
