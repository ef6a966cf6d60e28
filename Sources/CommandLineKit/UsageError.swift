/// A command line, variable or setting that the tool does not understand.
package struct UsageError: Error, Equatable {
    /// The facts of it.
    package enum Kind: Equatable, Sendable {
        case unknownCommand(String)
        case unknownOption(String)
        case commandLineOnly(option: String)
        case missingValue(option: String)
        case unexpectedValue(option: String, value: String)
        case givenTwice(option: String, first: String, second: String)
        case badValue(option: String, value: String)
        case badOperand(operand: String, value: String)
        case missingOperand(String)
        case unexpectedOperands([String])
        /// The options do not go together; the command's own rule.
        case conflict
    }

    /// A text and the character at which the mistake is, counted from 0.
    package struct Caret: Equatable, Sendable {
        /// The value as it was typed, not made harmless.
        package let text: String
        /// Of a character; the text's length where something is missing at its end.
        package let offset: Int
    }

    /// What is wrong.
    package let kind: Kind
    /// Where the value comes from that is wrong; nil for what is no value.
    package let origin: Origin?
    /// One line of prose with the suggestion in it; anything typed is harmless in it.
    package let message: String
    /// What was probably meant, as it would be typed.
    package let suggestion: String?
    /// The place of a mistake in a value that has a syntax of its own.
    package let caret: Caret?

    init(
        _ kind: Kind, origin: Origin? = nil, problem: String, suggestion: String? = nil, caret: Caret? = nil
    ) {
        self.kind = kind
        self.origin = origin
        self.message = problem + (suggestion.map { "; did you mean \($0.inQuotes)?" } ?? "")
        self.suggestion = suggestion
        self.caret = caret
    }
}
