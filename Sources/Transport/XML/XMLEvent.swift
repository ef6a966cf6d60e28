/// What comes next in an XML text; the names and texts are valid only inside the closure of `XMLReader.read`.
public enum XMLEvent {
    /// The start tag of the element of this name, a namespace prefix included: `gesmes:Envelope`. Its attributes are the
    /// reader's until the next event. The end of an empty element follows at once.
    case start(XMLText)
    /// The end of the element of this name.
    case end(XMLText)
    /// All characters up to the next tag, references resolved, CDATA sections and white space included; never empty.
    case text(XMLText)
}

/// An attribute of a start tag.
public struct XMLAttribute {
    /// The name as it was written.
    public let name: XMLText
    /// The value, references resolved; tabs and line ends in it are spaces (XML 1.0, 3.3.3).
    public let value: XMLText
}
