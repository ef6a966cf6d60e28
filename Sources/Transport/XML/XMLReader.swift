/// Reads an XML text from front to back, one event a call: elements, attributes, text; strict, and no more of XML than
/// data needs.
///
/// A DOCTYPE, an encoding other than UTF-8 and processing instructions are refused, so that no entity can grow and no
/// other file is ever named. Namespace prefixes are part of the names. Comments are passed over. Nothing here calls
/// itself, and each byte is read a fixed number of times. Source of the grammar: XML 1.0, fifth edition.
///
/// Nothing is allocated for a tag or an attribute: names and values are slices of the text, valid inside the closure of
/// `read` only. A reader whose method has thrown stands anywhere.
public struct XMLReader {
    /// How many elements may stand within each other.
    public static let maximumDepth = 64
    /// How many attributes a tag may have.
    public static let maximumAttributes = 200_000

    let text: UnsafeBufferPointer<UInt8>
    var cursor = 0
    /// The names of the open elements, the root's first.
    var openElements: [XMLText] = []
    /// The attributes of the start tag that was read last, in the order written; no name twice.
    public internal(set) var attributes: [XMLAttribute] = []
    /// True behind an empty element whose end is still to be told.
    var isEndPending = false
    private var hasRoot = false

    private init(_ text: UnsafeBufferPointer<UInt8>) throws(XMLError) {
        self.text = text
        try checkCharacters()
        try readDeclaration()
    }

    /// Reads a whole text; what `body` leaves unread is checked too.
    ///
    /// Throws `XMLError`, also where the bytes are not UTF-8, and what `body` throws.
    public static func read<Result>(
        _ text: [UInt8], _ body: (inout XMLReader) throws -> Result
    ) throws -> Result {
        try text.withUnsafeBufferPointer { text in
            var reader = try XMLReader(text)
            let result = try body(&reader)
            while try reader.next() != nil {}
            return result
        }
    }

    /// The next event; nil behind the root element when nothing but comments and white space follows it.
    public mutating func next() throws(XMLError) -> XMLEvent? {
        if isEndPending {
            isEndPending = false
            return .end(openElements.removeLast())
        }
        return openElements.isEmpty ? try nextOutsideRoot() : try nextInsideRoot()
    }

    /// The value of the attribute of this name of the start tag that was read last; nil where there is none.
    public subscript(name: StaticString) -> XMLText? {
        for attribute in attributes where attribute.name == name { return attribute.value }
        return nil
    }

    private mutating func nextOutsideRoot() throws(XMLError) -> XMLEvent? {
        while true {
            skipWhiteSpace()
            guard cursor < text.count else {
                guard hasRoot else { throw error(.truncated) }
                return nil
            }
            if try take("<!--") {
                try skipComment()
            } else if text[cursor] != UInt8(ascii: "<") || hasRoot {
                throw error(hasRoot ? .trailing : .syntax(expected: .element))
            } else {
                hasRoot = true
                return try readTag()
            }
        }
    }

    private mutating func nextInsideRoot() throws(XMLError) -> XMLEvent? {
        if isAtTag { return try readTag() }
        if let plain = takePlainText() { return .text(plain) }
        var characters: [UInt8] = []
        while true {
            if try take("<!--") {
                try skipComment()
            } else if try take("<![CDATA[") {
                try readCharacterData(into: &characters)
            } else if text[cursor] != UInt8(ascii: "<") {
                try readText(into: &characters)
            } else if characters.isEmpty {
                return try readTag()
            } else {
                return .text(XMLText(resolved: characters))
            }
        }
    }

    /// Whether a `<` stands here that begins neither a comment nor a section.
    private var isAtTag: Bool {
        cursor + 1 < text.count && text[cursor] == UInt8(ascii: "<") && text[cursor + 1] != UInt8(ascii: "!")
    }
}

extension XMLReader {
    /// The fact at a place, the one reached where none is given.
    func error(_ kind: XMLError.Kind, at offset: Int? = nil) -> XMLError {
        XMLError(kind, at: offset ?? cursor)
    }

    /// Something else than was expected stands here, or nothing.
    func unexpected(_ expected: XMLError.Expectation) -> XMLError {
        error(cursor < text.count ? .syntax(expected: expected) : .truncated)
    }

    /// The text from a place up to here.
    func slice(from start: Int) -> XMLText {
        XMLText(UnsafeBufferPointer(rebasing: text[start..<cursor]))
    }

    /// Passes a literal if it stands here, and says whether it did; throws where the text ends within it.
    @inline(__always)
    mutating func take(_ literal: StaticString) throws(XMLError) -> Bool {
        for index in 0..<literal.utf8CodeUnitCount {
            guard cursor + index < text.count else { throw error(.truncated, at: text.count) }
            if text[cursor + index] != literal.utf8Start[index] { return false }
        }
        cursor += literal.utf8CodeUnitCount
        return true
    }

    /// Passes white space, and says whether there was any.
    @discardableResult
    mutating func skipWhiteSpace() -> Bool {
        let start = cursor
        while cursor < text.count, Self.isWhiteSpace(text[cursor]) { cursor += 1 }
        return cursor > start
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Passes the rest of a comment.
    mutating func skipComment() throws(XMLError) {
        while true {
            if try take("--") {
                guard try take(">") else { throw error(.syntax(expected: .commentEnd)) }
                return
            }
            cursor += 1
        }
    }
}
