/// An event of an XML text. The names and texts are valid only inside the closure of `XMLReader.read`.
public enum XMLEvent {
    /// The start tag of an element with its name, including a namespace prefix: `gesmes:Envelope`. The reader holds
    /// its attributes until the next event. For an empty element, `end` follows at once.
    case start(XMLText)
    /// The end of an element with its name.
    case end(XMLText)
    /// All characters up to the next tag, with references resolved, including CDATA sections and white space. Never
    /// empty.
    case text(XMLText)
}

/// An attribute of a start tag.
public struct XMLAttribute {
    /// The name as written.
    public let name: XMLText
    /// The value, with references resolved. Tabs and line ends in it are spaces (XML 1.0, 3.3.3).
    public let value: XMLText
}
