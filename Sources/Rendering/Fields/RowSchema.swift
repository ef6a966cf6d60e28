/// The JSON Schema, draft 2020-12, of rows as json and jsonl write them.
package struct RowSchema<Row>: Sendable {
    private let fields: [Field<Row>]

    /// Creates the schema of rows with these fields.
    package init(_ fields: [Field<Row>]) { self.fields = fields }

    /// Returns the schema of the array of all rows, or of one row where each is a line of its own.
    package func document(title: String, description: String, isArray: Bool) -> JSONDocument {
        var members: [JSONDocument.Member] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .text(title)),
            ("description", .text(description)),
        ]
        if isArray {
            members.append(("type", "array"))
            members.append(("items", .object(row)))
        } else {
            members += row
        }
        return .object(members)
    }

    private var row: [JSONDocument.Member] {
        Self.object(fields.map { (name: $0.name, value: .object($0.schema)) })
    }

    /// Returns the schema of objects with these members and no others. No key is ever left out.
    fileprivate static func object(_ members: [JSONDocument.Member]) -> [JSONDocument.Member] {
        [
            ("type", "object"), ("properties", .object(members)), ("required", JSONDocument(members.map(\.name))),
            ("additionalProperties", false),
        ]
    }
}

extension Field {
    fileprivate var schema: [JSONDocument.Member] {
        var members = type.schema(isKnown: shape.isKnown)
        if !shape.members.isEmpty {
            let nested = shape.members.map { member in
                JSONDocument.Member(name: member.name, value: .object(member.type.schema(isKnown: true)))
            }
            members = FieldType.schema(of: "array", isKnown: shape.isKnown)
            members.append(("items", .object(RowSchema<Row>.object(nested))))
        }
        if !shape.choices.isEmpty {
            let names = shape.choices.map(JSONDocument.text)
            members.append(("enum", .list(shape.isKnown ? names : names + [.null])))
        }
        members.append(("description", .text(help)))
        return members
    }
}

extension FieldType {
    /// Returns the schema of a value; unknown ones are null.
    fileprivate func schema(isKnown: Bool) -> [JSONDocument.Member] {
        var members = Self.schema(of: nameInSchemas, isKnown: isKnown)
        switch self {
        case .time: members.append(("format", "date-time"))
        case .numbers: members.append(("items", ["type": "number"]))
        case .text, .number, .integer, .boolean: break
        }
        return members
    }

    fileprivate static func schema(of type: String, isKnown: Bool) -> [JSONDocument.Member] {
        [("type", isKnown ? .text(type) : JSONDocument([type, "null"]))]
    }

    private var nameInSchemas: String {
        switch self {
        case .text, .time: "string"
        case .number: "number"
        case .numbers: "array"
        case .integer: "integer"
        case .boolean: "boolean"
        }
    }
}
