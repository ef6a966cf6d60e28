/// A syntax error in a condition or a template.
public struct SyntaxError: Error, Equatable {
    /// The offset of the error in bytes of UTF-8; see `TerminalText.caret`.
    public let offset: Int
    /// The kind of error.
    public let problem: Problem

    /// The kinds of errors.
    public enum Problem: Equatable, Sendable {
        /// Something else is expected here, or at the end of the text.
        case expected(Expectation)
        /// No field has this name; `known` are the existing ones.
        case unknownField(String, known: [String])
        /// No function has this name; `known` are the existing ones.
        case unknownFunction(String, known: [String])
        /// What stands in the parentheses of a function is not what it needs; the text says why.
        case badArgument(String)
        /// A word or sign of another language; `instead` is the right one.
        case misspelled(String, instead: String)
        /// Text that is not in quotes.
        case unquoted(String)
        /// The two sides of a comparison are of different types.
        case cannotCompare(FieldType, FieldType)
        /// Booleans have no order: only `==` and `!=` apply.
        case noOrder
        /// Both sides are constant.
        case noField
        /// A time is compared with text that is neither a day nor RFC 3339.
        case badTime(String)
        /// A quoted text or a brace is not closed; the offset is that of its opening.
        case unclosed
        /// A backslash before a character that has no escape.
        case unknownEscape
        /// `{field:…}` asks for decimals of a field that is not a number.
        case decimalsOfNoNumber(FieldType)
        /// `{field:ms}` asks for the epoch of a field that is not a time.
        case epochOfNoTime(FieldType)
        /// A width or a number of decimals over 1000.
        case tooLarge
        /// More than 100 nested parentheses or `!`.
        case tooDeep
    }

    /// What is expected at an offset. The raw value names it in a message.
    public enum Expectation: String, Sendable {
        /// The name of a field, a number, quoted text, true or false.
        case operand = "a field, a number, a quoted text, true or false"
        /// One of `== != < <= > >=`.
        case comparison = "a comparison (== != < <= > >=)"
        /// `&&`, `||`, `)` or the end.
        case connective = "&&, || or the end"
        /// A closing parenthesis.
        case closingBracket = "')'"
        /// A number in the form of JSON.
        case number = "a number"
        /// A number without commas or underscores between its digits.
        case joinedNumber = "a number without separators, as in 70000"
        /// A number without a letter for thousands or millions.
        case fullNumber = "a number without a suffix, as in 70000"
        /// A number without a percent sign.
        case bareNumber = "a number without a percent sign, as in 5"
        /// The name of a field in braces.
        case fieldName = "the name of a field"
        /// `<`, `>`, a width, `.` and decimals, a form, or a closing brace.
        case layout = "'}', or [<|>][width][.decimals], json, s, ms, us or ns and '}'"
        /// A number without the sign of a currency.
        case unsignedNumber = "a number without a currency sign, as in 70000"
        /// A second opening brace.
        case doubledOpening = "'{{' for a brace"
        /// A second closing brace.
        case doubledBrace = "'}}' for a brace"
    }

    package init(_ problem: Problem, at offset: Int) {
        (self.problem, self.offset) = (problem, offset)
    }
}

extension SyntaxError: CustomStringConvertible {
    /// The error in words, without the offset.
    public var description: String {
        switch problem {
        case .expected(let expectation): "expected \(expectation.rawValue)"
        case .unknownField(let name, _): "unknown field '\(TerminalText.harmless(name))'"
        case .unknownFunction(let name, _): "unknown function '\(TerminalText.harmless(name))'"
        case .badArgument(let words): TerminalText.harmless(words)
        case .misspelled(let word, let instead): "write \(instead) instead of \(word)"
        case .unquoted(let word): "text needs quotes: \"\(TerminalText.harmless(word))\""
        case .cannotCompare(let left, let right): "cannot compare \(left.rawValue) with \(right.rawValue)"
        case .noOrder: "true and false have no order, use == or !="
        case .noField: "a comparison needs a field"
        case .badTime(let text): "'\(TerminalText.harmless(text))' is not a day (2024-03-01) or RFC 3339 time"
        case .unclosed: "not closed"
        case .unknownEscape: "unknown escape"
        case .decimalsOfNoNumber(let type): "a \(type.rawValue) has no decimals"
        case .epochOfNoTime(let type): "a \(type.rawValue) is no time, as s, ms, us and ns need"
        case .tooLarge: "over 1000"
        case .tooDeep: "nested too deeply"
        }
    }
}
