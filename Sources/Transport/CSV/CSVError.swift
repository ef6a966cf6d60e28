/// An error found while reading a CSV text, with its position.
public struct CSVError: Error, Equatable, Sendable {
    /// What is wrong.
    public let kind: Kind
    /// The byte offset of the error from the start of the text.
    public let offset: Int

    /// Creates an error at a byte offset.
    ///
    /// - Parameters:
    ///   - kind: The kind of error.
    ///   - offset: Its offset in bytes from the start of the text.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// The kinds of CSV errors.
    public enum Kind: Equatable, Sendable {
        /// The text ends inside a quoted field.
        case truncated
        /// A field is not UTF-8.
        case invalidUTF8
        /// A control character, or a carriage return without a line feed.
        case forbiddenCharacter
        /// A quote inside an unquoted field.
        case strayQuote
        /// A character other than a comma or a line end follows a closing quote.
        case afterQuote
        /// A record has more than `CSVReader.maximumFields` fields.
        case tooManyFields
        /// A field is longer than `CSVReader.maximumFieldLength` bytes.
        case fieldTooLong
        /// A record has a different number of fields from the first record.
        case fieldCount(expected: Int, found: Int)
    }
}
