/// The reason why a text is not a valid value.
package struct ValueError: Error, Equatable {
    /// The part of the message after the option's name, including the value: `'x' is not a time`.
    package let problem: String
    /// The value that was probably meant.
    package let suggestion: String?
    /// The index of the character with the error, counted from 0; nil if a caret does not help.
    package let offset: Int?

    /// Creates an error. `problem` is one line, with typed text in it escaped by `inQuotes`.
    package init(_ problem: String, suggestion: String? = nil, offset: Int? = nil) {
        (self.problem, self.suggestion, self.offset) = (problem, suggestion, offset)
    }

    static let empty = ValueError("the value is empty")
}
