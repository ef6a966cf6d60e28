import Platform
import TestFixtures
import TestSupport

/// Compares JSON with a JSON Schema, by the words that the schemas of the tool have; any other word is a problem.
struct SchemaCheck {
    private(set) var problems: [String] = []

    /// Compares an output with the schema that `--schema` printed for it: an array, or an object on each line.
    ///
    /// - Throws: `JSONError` if the output is no JSON.
    init(_ output: String, against schema: AnswerTree) throws {
        let isArray = schema[["type"]] == .scalar("\"array\"")
        for text in isArray ? [output] : output.split(separator: "\n").map(String.init) {
            compare(try AnswerTree(text), schema, at: "$")
        }
    }

    private static let words: Set = [
        "$schema", "title", "description", "type", "format", "enum", "items", "properties", "required",
        "additionalProperties",
    ]

    private mutating func compare(_ value: AnswerTree, _ schema: AnswerTree, at place: String) {
        guard case .object(let words) = schema else { return problems.append("\(place): no schema") }
        for word in words where !Self.words.contains(word.name) { problems.append("\(place): \(word.name)") }
        let kinds = Self.texts(schema[["type"]])
        guard kinds.contains(value.kind) || value.kind == "integer" && kinds.contains("number") else {
            return problems.append("\(place): \(value.kind) is not \(kinds)")
        }
        if case .array(let choices) = schema[["enum"]], !choices.contains(value) {
            problems.append("\(place): \(value.text) is none of \(choices)")
        }
        if schema[["format"]] == .scalar("\"date-time\""), value.kind == "string",
            Timestamp(rfc3339: value.text.dropFirst().dropLast()) == nil
        {
            problems.append("\(place): \(value.text) is no time")
        }
        switch value {
        case .array(let elements):
            guard let items = schema[["items"]] else { return problems.append("\(place): no items") }
            for (index, element) in elements.enumerated() { compare(element, items, at: "\(place)[\(index)]") }
        case .object(let members):
            let names = members.map(\.name)
            guard case .object(let known) = schema[["properties"]], names == known.map(\.name),
                names == Self.texts(schema[["required"]]), schema[["additionalProperties"]] == .scalar("false")
            else { return problems.append("\(place): keys \(names)") }
            for (member, property) in zip(members, known) {
                compare(member.value, property.value, at: "\(place).\(member.name)")
            }
        case .scalar: break
        }
    }

    /// The texts of a string or of an array of strings.
    static func texts(_ tree: AnswerTree?) -> [String] {
        switch tree {
        case .array(let values): values.flatMap(texts)
        case .scalar(let text) where text.hasPrefix("\""): [String(text.dropFirst().dropLast())]
        default: []
        }
    }
}

extension AnswerTree {
    /// The type of the value in a schema.
    fileprivate var kind: String {
        switch self {
        case .object: "object"
        case .array: "array"
        case .scalar("null"): "null"
        case .scalar("true"), .scalar("false"): "boolean"
        case .scalar(let text) where text.hasPrefix("\""): "string"
        case .scalar(let text): text.contains { ".eE".contains($0) } ? "number" : "integer"
        }
    }
}
