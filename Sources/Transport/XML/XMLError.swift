/// An error found while reading an XML text, with its position.
public struct XMLError: Error, Equatable, Sendable {
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

    /// The kinds of XML errors.
    public enum Kind: Equatable, Sendable {
        /// The grammar expects something else here (XML 1.0, fifth edition).
        case syntax(expected: Expectation)
        /// The text ends too early.
        case truncated
        /// The text is not UTF-8.
        case invalidUTF8
        /// A character that XML does not allow, such as NUL.
        case forbiddenCharacter
        /// The text declares this encoding, which is not UTF-8.
        case encoding(String)
        /// A document type declaration, which could define entities and refer to other files.
        case doctype
        /// A processing instruction other than the XML declaration.
        case processingInstruction
        /// An attribute that occurs twice in its tag.
        case duplicateAttribute(String)
        /// An end tag that does not match the open element.
        case mismatchedTag(expected: String, found: String)
        /// An entity other than the five of XML.
        case undefinedEntity(String)
        /// A character reference to a code that is not a character.
        case invalidReference
        /// Elements nested deeper than `XMLReader.maximumDepth`.
        case tooDeep
        /// More than `XMLReader.maximumAttributes` attributes in a tag.
        case tooManyAttributes
        /// Something other than comments and white space follows the root element.
        case trailing
    }

    /// What the XML grammar expects at a position. The raw value describes what is there instead, for a message.
    public enum Expectation: String, Sendable {
        /// An XML declaration of version 1.0 in UTF-8.
        case declaration = "no sound XML declaration"
        /// The start tag of the root element.
        case element = "no element"
        /// A name.
        case name = "no name"
        /// `=` after the name of an attribute.
        case equals = "no '='"
        /// A quotation mark around a value.
        case quote = "no quote"
        /// White space before another attribute, or the end of the tag.
        case spaceOrTagEnd = "neither a space nor the tag's end"
        /// `>` at the end of a tag.
        case tagEnd = "no end of the tag"
        /// A reference to a character or to a predefined entity.
        case reference = "no sound reference"
        /// `-->`, as a comment must not contain `--`.
        case commentEnd = "'--' within a comment"
        /// `<` must be written as `&lt;` in an attribute, and `]]>` as `]]&gt;` in text.
        case escape = "an unescaped character"
    }
}
