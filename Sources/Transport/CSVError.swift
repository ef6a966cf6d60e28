/// Why a text is not the CSV that is read here, and where.
public struct CSVError: Error, Equatable, Sendable {
    /// What is wrong.
    public let kind: Kind
    /// How many bytes of the text stand before the place.
    public let offset: Int

    /// A fact at a place.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// What can be wrong with a text.
    public enum Kind: Equatable, Sendable {
        /// The text ends within quotes.
        case truncated
        /// A field is not UTF-8.
        case invalidUTF8
        /// A control character, a bare carriage return among them.
        case forbiddenCharacter
        /// A quote within a field that did not begin with one.
        case strayQuote
        /// Something other than a comma or the record's end behind a closing quote.
        case afterQuote
        /// More than `CSVReader.maximumFields` fields of a record.
        case tooManyFields
        /// A field of more than `CSVReader.maximumFieldLength` bytes.
        case fieldTooLong
        /// A record with another number of fields than the first.
        case fieldCount(expected: Int, found: Int)
    }
}
