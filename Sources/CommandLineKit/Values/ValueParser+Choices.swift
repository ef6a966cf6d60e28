extension ValueParser where Value == String {
    /// Parses one of the choices and returns its name. `meant` returns what to suggest for a text that is none of them.
    package static func oneOf(
        _ choices: [Choice], meant: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> ValueParser {
        let names = choices.map(\.name)
        return choosing(choices, make: { $0 }) { text in
            meant(text).map { ValueError.notOneOf(names, text, suggesting: $0) } ?? .notOneOf(names, text)
        }
    }
}

extension ValueParser where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// Parses one of the cases, by its raw value.
    package static func oneOf(
        _ type: Value.Type = Value.self, help: (Value) -> String = { _ in "" }
    ) -> ValueParser {
        choosing(Value.allCases.map { Choice($0.rawValue, help($0)) }) { Value(rawValue: $0) }
    }
}

extension ValueParser where Value: RawRepresentable & CaseIterable & Equatable & Sendable, Value.RawValue == String {
    /// Parses one of the cases, by its raw value. `meant` returns what a text without one is most likely meant as, in
    /// the words to type.
    package static func oneOf(_ type: Value.Type = Value.self, meant: @escaping @Sendable (String) -> String?)
        -> ValueParser
    {
        let names = Value.allCases.map { $0.rawValue }
        return choosing(names.map { Choice($0) }, make: { Value(rawValue: $0) }) { text in
            ValueError.notOneOf(names, text, suggesting: meant(text))
        }
    }

    /// Parses one of the cases that have an effect in a command, by its raw value or one of its `spellings` in any
    /// letter case. `problem` returns the message for a text that is none of them; nil for a list of those that are
    /// accepted.
    package static func oneOf(
        _ accepted: [Value], spellings: (Value) -> [String], problem: @escaping @Sendable (String) -> String?
    ) -> ValueParser {
        let choices = accepted.map { Choice($0.rawValue, spellings: spellings($0)) }
        return choosing(choices, make: { Value(rawValue: $0) }) { text in
            problem(text).map { ValueError($0) } ?? .notOneOf(choices.map(\.name), text)
        }
    }
}

extension ValueParser {
    private static func choosing(
        _ choices: [Choice], make: @escaping @Sendable (String) -> Value?,
        refusing error: (@Sendable (String) -> ValueError)? = nil
    ) -> ValueParser {
        let names = choices.map(\.name)
        var parser = ValueParser { (text) throws(ValueError) in
            if let choice = choices.accepting(text), let value = make(choice.name) { return value }
            throw error?(text) ?? ValueError.notOneOf(names, text)
        }
        parser.choices = choices
        return parser
    }
}

extension ValueError {
    /// Creates the error for a text that is none of the names. It suggests the nearest, and lists the names if they
    /// are few.
    package static func notOneOf(_ names: [String], _ text: String) -> ValueError {
        notOneOf(names, text, suggesting: Suggestion.nearest(to: text, in: names))
    }

    fileprivate static func notOneOf(_ names: [String], _ text: String, suggesting suggestion: String?) -> ValueError {
        guard !text.isEmpty else { return .empty }
        let isShort = names.count <= 16
        let problem = isShort ? "is not one of \(names.joined(separator: ", "))" : "is not known"
        return ValueError("\(text.inQuotes) \(problem)", suggestion: suggestion)
    }
}
