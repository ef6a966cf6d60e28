/// An error in a command line, variable or setting.
package struct UsageError: Error, Equatable {
    /// The kinds of errors.
    package enum Kind: Equatable, Sendable {
        case unknownCommand(String)
        case missingCommand
        case unknownOption(String)
        case commandLineOnly(option: String)
        case missingValue(option: String)
        case unexpectedValue(option: String, value: String)
        case givenTwice(option: String, first: String, second: String)
        case badValue(option: String, value: String)
        case badOperand(operand: String, value: String)
        case missingOperand(String)
        case unexpectedOperands([String])
        /// The options conflict with each other, by a rule of the command.
        case conflict
    }

    /// A text and the position of an error in it, in characters counted from 0.
    package struct Caret: Equatable, Sendable {
        /// The value as it was typed, not escaped.
        package let text: String
        /// The index of a character; the length of the text if something is missing at its end.
        package let offset: Int
    }

    /// The kind of the error.
    package let kind: Kind
    /// The origin of the invalid value; nil if the error is not about a value.
    package let origin: Origin?
    /// The message, one line including the suggestion. Typed text in it is escaped.
    package let message: String
    /// The suggestion, as it would be typed.
    package let suggestion: String?
    /// The position of the error in a value with its own syntax.
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
