/// An error in a command line, variable or setting.
package struct UsageError: Error {
    /// The origin of the invalid value; nil if the error is not about a value.
    package let origin: Origin?
    /// The message, one line including the suggestion. Typed text in it is escaped.
    package let message: String
    /// The position of the error in a value with its own syntax: the value as it was typed, not escaped, and the index
    /// of a character; the length of the text if something is missing at its end.
    package let caret: (text: String, offset: Int)?

    /// Creates an error. `suggestion` is what was probably meant, as it would be typed.
    init(
        _ problem: String, origin: Origin? = nil, suggestion: String? = nil, caret: (text: String, offset: Int)? = nil
    ) {
        self.origin = origin
        self.message = problem + (suggestion.map { "; did you mean \($0.inQuotes)?" } ?? "")
        self.caret = caret
    }
}
