/// What comes next in an XML text.
public enum XMLEvent: Sendable, Equatable {
    /// A start tag, or an empty element, which is followed by its end at once.
    case start(XMLElement)
    /// The end of the element of this name.
    case end(String)
    /// All characters up to the next tag, references resolved, CDATA sections and white space included; never empty.
    case text(String)
}

/// A start tag.
public struct XMLElement: Sendable, Equatable {
    /// The name as it was written, a namespace prefix included: `gesmes:Envelope`.
    public let name: String
    /// The attributes in the order written; no name twice.
    public let attributes: [XMLAttribute]

    /// The value of the attribute of this name; nil where there is none.
    public subscript(name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// An attribute of a start tag.
public struct XMLAttribute: Sendable, Equatable {
    /// The name as it was written.
    public let name: String
    /// The value, references resolved; tabs and line ends in it are spaces (XML 1.0, 3.3.3).
    public let value: String
}
