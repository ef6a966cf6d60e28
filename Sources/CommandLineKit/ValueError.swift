/// Why a text is no value of its kind.
package struct ValueError: Error, Equatable {
    /// The rest of a sentence that begins with the option's name, value included: `'x' is not a time`.
    package let problem: String
    /// The value that was probably meant.
    package let suggestion: String?
    /// The character of the value at which the mistake is, counted from 0, where a caret helps.
    package let offset: Int?

    /// The problem is one line; what was typed stands in it by `shown` or `inQuotes`.
    package init(_ problem: String, suggestion: String? = nil, offset: Int? = nil) {
        self.problem = problem
        self.suggestion = suggestion
        self.offset = offset
    }

    static let empty = ValueError("the value is empty")
}
