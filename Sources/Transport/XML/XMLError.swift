/// Why a text is not the XML that is read here, and where.
public struct XMLError: Error, Equatable, Sendable {
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
        /// Something else than XML's grammar asks for here (XML 1.0, fifth edition).
        case syntax(expected: Expectation)
        /// The text ends too early.
        case truncated
        /// The text is not UTF-8.
        case invalidUTF8
        /// A character that no XML text may hold, such as NUL.
        case forbiddenCharacter
        /// The text says that it is in this encoding, which is not UTF-8.
        case encoding(String)
        /// A document type declaration: with it would come entities of its own and other files.
        case doctype
        /// A processing instruction other than the XML declaration.
        case processingInstruction
        /// An attribute stands twice in its tag.
        case duplicateAttribute(String)
        /// An end tag of another element than the open one.
        case mismatchedTag(expected: String, found: String)
        /// An entity other than XML's own five.
        case undefinedEntity(String)
        /// A character reference to what is no character.
        case invalidReference
        /// More than `XMLReader.maximumDepth` elements within each other.
        case tooDeep
        /// More than `XMLReader.maximumAttributes` attributes of a tag.
        case tooManyAttributes
        /// Something other than comments and white space follows the root element.
        case trailing
    }

    /// What XML's grammar asks for at a place.
    public enum Expectation: Equatable, Sendable {
        case declaration, element, name, equals, quote, spaceOrTagEnd, tagEnd, reference, commentEnd
        /// `<` has to be written as `&lt;` in an attribute, and `]]>` as `]]&gt;` in text.
        case escape
    }
}
