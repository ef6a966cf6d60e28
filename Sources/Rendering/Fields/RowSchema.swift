extension JSONDocument {
    /// Creates the JSON Schema, draft 2020-12, of rows with these fields as json and jsonl write them: of the array of
    /// all rows, or of one row where each is a line of its own.
    package init<Row>(schemaOf fields: [Field<Row>], title: String, description: String, isArray: Bool) {
        let row = Self.schema(ofObject: fields.map { ($0.name, .object($0.schema)) })
        self = .object(
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .text(title)),
                ("description", .text(description)),
            ] + (isArray ? [("type", "array"), ("items", .object(row))] : row))
    }

    /// Returns the schema of objects with these members and no others. No key is ever left out.
    fileprivate static func schema(ofObject members: [Member]) -> [Member] {
        [
            ("type", "object"), ("properties", .object(members)), ("required", JSONDocument(members.map(\.name))),
            ("additionalProperties", false),
        ]
    }
}

extension Field {
    /// Returns the field as one that is known in every row, or not.
    package func known(_ isKnown: Bool = true) -> Field { changed { $0.isKnown = isKnown } }

    /// Returns the field as one whose known values are some of these texts.
    package func oneOf(_ names: [String]) -> Field { changed { $0.choices = names } }

    /// Returns the field as one that holds nested rows with these members.
    package func nesting(_ members: KeyValuePairs<String, FieldType>) -> Field {
        changed { $0.nested = members.map { ($0.key, $0.value) } }
    }

    fileprivate var schema: [JSONDocument.Member] {
        var members = type.schema(isKnown: isKnown)
        if !nested.isEmpty {
            let nested = nested.map { ($0.name, JSONDocument.object($0.type.schema(isKnown: true))) }
            members = FieldType.schema(of: "array", isKnown: isKnown)
            members.append(("items", .object(JSONDocument.schema(ofObject: nested))))
        }
        if !choices.isEmpty {
            let names = choices.map(JSONDocument.text)
            members.append(("enum", .list(isKnown ? names : names + [.null])))
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
