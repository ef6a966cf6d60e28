/// A choice of fields that cannot be made.
public enum FieldError: Error, Equatable {
    /// No field has this name; `known` are those there are.
    case unknown(String, known: [String])
    /// A field is named twice; JSON would hold its key twice.
    case repeated(String)
}

/// All fields of a command's rows, in the order of JSON.
public struct FieldTable<Row>: Sendable {
    /// The fields, their names all different.
    public let fields: [Field<Row>]

    /// The default fields in the order they are shown in.
    private let shown: [Field<Row>]

    /// A table; new fields are added at its end. `order` is that of the default fields, where it is not the table's.
    public init(_ fields: [Field<Row>], defaultsIn order: [String]? = nil) {
        assert(Set(fields.map(\.name)).count == fields.count, "two fields of one name")
        self.fields = fields
        let defaults = fields.filter(\.isDefault)
        shown = order.map { names in names.compactMap { name in defaults.first { $0.name == name } } } ?? defaults
        assert(shown.count == defaults.count, "the default fields and their order differ")
    }

    /// The names, in order.
    public var names: [String] { fields.map(\.name) }

    /// The fields of these names, in the order of the names; throws for the first that is unknown or repeated.
    public func select(_ names: [String]) throws(FieldError) -> [Field<Row>] {
        var selected: [Field<Row>] = []
        for name in names {
            guard let field = self[name] else { throw .unknown(name, known: self.names) }
            if selected.contains(where: { $0.name == name }) { throw .repeated(name) }
            selected.append(field)
        }
        return selected
    }

    /// What a format shows when nothing was chosen: every field in json, jsonl and template, else the default ones.
    public func defaults(for format: OutputFormat) -> [Field<Row>] {
        format.showsEveryField ? fields : shown
    }

    /// The field of a name.
    public subscript(name: String) -> Field<Row>? {
        fields.first { $0.name == name }
    }
}

extension Field {
    /// The columns of `--fields help`, whose rows are fields.
    public static var columns: [Field<Field<Row>>] {
        [
            Field<Field<Row>>("field", .text, help: "Its name", importance: Field.essential) { .text($0.name) },
            Field<Field<Row>>("type", .text, help: "What it holds", importance: 1) { .text($0.type.rawValue) },
            Field<Field<Row>>("default", .boolean, help: "Shown without --fields") { .bool($0.isDefault) },
            Field<Field<Row>>("meaning", .text, help: "What it means", importance: 2) { .text($0.help) },
        ]
    }
}
