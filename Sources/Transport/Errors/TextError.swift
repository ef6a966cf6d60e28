/// An error found while reading an XML or a CSV text, with its position.
package struct TextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and where, in words: `a DOCTYPE at byte 22`.
    package let description: String
    /// The byte offset of the error from the start of the text.
    package let offset: Int

    /// Creates the error of a text with something wrong at an offset.
    package init(_ problem: String, at offset: Int) {
        (description, self.offset) = ("\(problem) at byte \(offset)", offset)
    }

    /// Creates the error of a text that ends too early.
    package init(cutAfter offset: Int, within part: String? = nil) {
        (description, self.offset) = ("cut short \(part.map { "within \($0) " } ?? "")after \(offset) bytes", offset)
    }
}
