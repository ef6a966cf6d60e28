import JSONReader

/// A JSON text taken apart, so that one of its members can be put in another's place.
package indirect enum AnswerTree: Equatable, Sendable {
    case object([Member])
    case array([AnswerTree])
    /// A text, number, truth value or null, as it is written.
    case scalar(String)

    package struct Member: Equatable, Sendable {
        package let name: String
        package var value: AnswerTree
    }

    /// The keys and places that lead to a value.
    package typealias Path = [String]

    /// Takes a text apart. Throws `JSONError`.
    package init(_ text: String) throws {
        self = try JSONReader.read(Array(text.utf8)) { try AnswerTree(&$0) }
    }

    private init(_ reader: inout JSONReader) throws {
        switch reader.next {
        case .object:
            var members: [Member] = []
            try reader.readMap { name, reader in
                members.append(Member(name: name.makeString(), value: try AnswerTree(&reader)))
            }
            self = .object(members)
        case .array:
            var values: [AnswerTree] = []
            try reader.readArray { values.append(try AnswerTree(&$0)) }
            self = .array(values)
        case .string: self = .scalar("\"\(try reader.readString().makeString())\"")
        case .bool: self = .scalar(try reader.readBool() ? "true" : "false")
        case .null:
            try reader.readNull()
            self = .scalar("null")
        default: self = .scalar(try reader.readNumberOrString().makeString())
        }
    }

    /// The text again; no text in it holds a quote.
    package var text: String {
        switch self {
        case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .scalar(let text): text
        }
    }

    /// Where all members are: those of the first of several objects or arrays, and every element of an array of
    /// scalars.
    package var paths: [Path] {
        switch self {
        case .object(let members):
            members.flatMap { member in [[member.name]] + member.value.paths(below: member.name) }
        case .array(let values):
            values.allSatisfy(\.isScalar) ? values.indices.map { ["\($0)"] } : values[0].paths(below: "0")
        case .scalar: []
        }
    }

    private func paths(below step: String) -> [Path] { paths.map { [step] + $0 } }

    var isScalar: Bool { if case .scalar = self { true } else { false } }

    /// The value at a path; setting nil takes it out, and in an array what follows it too, so that nothing moves into
    /// its place.
    package subscript(path: some Collection<String>) -> AnswerTree? {
        get {
            guard let step = path.first else { return self }
            switch self {
            case .object(let members): return members.first { $0.name == step }?.value[path.dropFirst()]
            case .array(let values): return Int(step).map { values[$0][path.dropFirst()] } ?? nil
            case .scalar: return nil
            }
        }
        set {
            guard let step = path.first else {
                if let newValue { self = newValue }
                return
            }
            let isLast = path.count == 1
            switch self {
            case .object(var members):
                guard let index = members.firstIndex(where: { $0.name == step }) else { return }
                if isLast, newValue == nil {
                    members.remove(at: index)
                } else {
                    members[index].value[path.dropFirst()] = newValue
                }
                self = .object(members)
            case .array(var values):
                guard let index = Int(step) else { return }
                if isLast, newValue == nil {
                    values.removeSubrange(index...)
                } else {
                    values[index][path.dropFirst()] = newValue
                }
                self = .array(values)
            case .scalar: break
            }
        }
    }
}
