/// What a server may send in place of a member.
package enum MemberChange: Hashable, Sendable {
    /// The member is not there.
    case missing
    case null
    /// A text, object or array of nothing.
    case empty
    /// A value of another type.
    case odd(String)

    /// Whether there is nothing to be read.
    package var isAbsent: Bool { if case .odd = self { false } else { true } }

    /// The values that may replace another one. No two of them are equal.
    package static func all(for value: AnswerTree) -> [MemberChange] {
        switch value {
        case .object: [.missing, .null, .empty, .odd("5"), .odd("[1]")]
        case .array: [.missing, .null, .empty, .odd(#""abc""#), .odd(#"{"x":1}"#)]
        case .scalar("true"), .scalar("false"): [.missing, .null, .empty, .odd("5"), .odd(#"{"x":1}"#)]
        case .scalar(let text):
            // A text of letters is one of another type only where a number or a time is awaited.
            [.missing, .null, .empty, .odd("[1]"), .odd(text.contains(where: \.isNumber) ? #""abc""# : "true")]
        }
    }

    /// The value in a tree after the change; nil where it is gone.
    package func replacement(of value: AnswerTree) throws -> AnswerTree? {
        switch self {
        case .missing: nil
        case .null: .scalar("null")
        case .odd(let text): try AnswerTree(text)
        case .empty:
            switch value {
            case .object: .object([])
            case .array: .array([])
            case .scalar: .scalar("\"\"")
            }
        }
    }
}

/// The body of an answer whose members can be changed.
package enum AnswerBody: Sendable {
    case json(AnswerTree)
    /// CSV or XML: its parts in their order.
    case parts([Part], null: String?)

    /// A part of a text: a member with its punctuation, or the text between two members.
    package struct Part: Sendable {
        /// Nil for what is no member.
        package var name: String?
        package var start: String
        package var value: String
        package var end: String

        package init(name: String? = nil, start: String = "", value: String, end: String = "") {
            (self.name, self.start, self.value, self.end) = (name, start, value, end)
        }
    }

    /// Takes a JSON text apart.
    package static func json(_ text: String) -> AnswerBody {
        guard let tree = try? AnswerTree(text) else { fatalError("no JSON: \(text)") }
        return .json(tree)
    }

    /// The members, by their paths.
    package var members: [String] {
        switch self {
        case .json(let tree): tree.paths.map { $0.joined(separator: ".") }
        case .parts(let parts, _): parts.compactMap(\.name)
        }
    }

    /// The text of a member as it is written.
    package func value(_ member: String) -> String? {
        switch self {
        case .json(let tree): tree[Self.steps(member)]?.text
        case .parts(let parts, _): parts.first { $0.name == member }?.value
        }
    }

    private static func steps(_ member: String) -> [String] { member.split(separator: ".").map(String.init) }

    package var text: String {
        switch self {
        case .json(let tree): tree.text
        case .parts(let parts, _): parts.map { $0.start + $0.value + $0.end }.joined()
        }
    }

    /// All changes of a member.
    package func changes(of member: String) -> [MemberChange] {
        switch self {
        case .json(let tree):
            // Without its first element an array is empty, which is a change of its own.
            tree[Self.steps(member)].map { MemberChange.all(for: $0) }?
                .filter { $0 != .missing || !member.hasSuffix(".0") } ?? []
        case .parts(_, let null): [.missing, .empty, .odd("abc")] + (null == nil ? [] : [.null])
        }
    }

    /// The body with one member changed.
    package func changing(_ member: String, by change: MemberChange) throws -> AnswerBody {
        switch self {
        case .json(var tree):
            let steps = Self.steps(member)
            guard let value = tree[steps] else { return self }
            tree[steps] = try change.replacement(of: value)
            return .json(tree)
        case .parts(var parts, let null):
            guard let index = parts.firstIndex(where: { $0.name == member }) else { return self }
            switch change {
            case .missing: parts.remove(at: index)
            case .null: parts[index].value = null ?? ""
            case .empty: parts[index].value = ""
            case .odd(let text): parts[index].value = text
            }
            return .parts(parts, null: null)
        }
    }

    /// The body with a member's text in place of another.
    package func setting(_ member: String, to text: String) throws -> AnswerBody {
        try changing(member, by: .odd(text))
    }
}
