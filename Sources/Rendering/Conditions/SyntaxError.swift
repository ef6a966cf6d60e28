/// A mistake in a condition or a template.
public struct SyntaxError: Error, Equatable {
    /// Where it is: bytes of UTF-8 from the beginning; see `TerminalText.caret`.
    public let offset: Int
    /// What it is.
    public let problem: Problem

    /// What can be wrong.
    public enum Problem: Equatable, Sendable {
        /// Something else should stand here, or something should where the text ends.
        case expected(Expectation)
        /// No field has this name; `known` are those there are.
        case unknownField(String, known: [String])
        /// The two sides of a comparison are of different kinds.
        case cannotCompare(FieldType, FieldType)
        /// Truth has no order: only `==` and `!=`.
        case noOrder
        /// Both sides are fixed: nothing depends on a row.
        case noField
        /// A time is compared with text that is neither a day nor RFC 3339.
        case badTime(String)
        /// A quoted text or a brace is not closed; the offset is where it opens.
        case unclosed
        /// A backslash before something that has no such form.
        case unknownEscape
        /// `{field:…}` asks for decimals of what is not a number.
        case decimalsOfNoNumber(FieldType)
        /// A width or a number of decimals over 1000.
        case tooLarge
        /// More than 100 brackets or `!` inside each other.
        case tooDeep
    }

    /// What should stand at a place.
    public enum Expectation: String, Sendable {
        /// The name of a field, a number, quoted text, true or false.
        case operand
        /// One of `== != < <= > >=`.
        case comparison
        /// `&&`, `||`, `)` or the end.
        case connective
        /// A closing bracket.
        case closingBracket
        /// A number in JSON's form.
        case number
        /// The name of a field in braces.
        case fieldName
        /// `<`, `>`, a width, `.` and decimals, or a closing brace.
        case layout
        /// A second closing brace.
        case doubledBrace
    }

    init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }
}

extension SyntaxError: CustomStringConvertible {
    /// What is wrong, in words without the place.
    public var description: String {
        switch problem {
        case .expected(let expectation): "expected \(expectation.words)"
        case .unknownField(let name, _): "unknown field '\(TerminalText.harmless(name))'"
        case .cannotCompare(let left, let right): "cannot compare \(left.rawValue) with \(right.rawValue)"
        case .noOrder: "true and false have no order, use == or !="
        case .noField: "a comparison needs a field"
        case .badTime(let text): "'\(TerminalText.harmless(text))' is not a day (2024-03-01) or RFC 3339 time"
        case .unclosed: "not closed"
        case .unknownEscape: "unknown escape"
        case .decimalsOfNoNumber(let type): "a \(type.rawValue) has no decimals"
        case .tooLarge: "over 1000"
        case .tooDeep: "nested too deeply"
        }
    }
}

extension SyntaxError.Expectation {
    fileprivate var words: String {
        switch self {
        case .operand: "a field, a number, a quoted text, true or false"
        case .comparison: "a comparison (== != < <= > >=)"
        case .connective: "&&, || or the end"
        case .closingBracket: "')'"
        case .number: "a number"
        case .fieldName: "the name of a field"
        case .layout: "'}', or [<|>][width][.decimals] and '}'"
        case .doubledBrace: "'}}' for a brace"
        }
    }
}
