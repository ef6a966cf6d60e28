/// A strict XML reader that returns one event per call: elements, attributes and text. It supports only the part of
/// XML that data needs.
///
/// A DOCTYPE, an encoding other than UTF-8 and processing instructions are rejected, so that no entity can expand and
/// no other file can be referenced. Namespace prefixes are part of the names. Comments are skipped. The reader does
/// not recurse, and reads each byte a fixed number of times. Grammar: XML 1.0, fifth edition.
///
/// Tags and attributes need no allocation: names and values are slices of the text, valid only inside the closure of
/// `read`. After a method throws, the reader's position is undefined.
@safe
public struct XMLReader {
    /// The maximum depth of nested elements.
    public static let maximumDepth = 64
    /// The maximum number of attributes in a tag.
    public static let maximumAttributes = 200_000

    let text: UnsafeBufferPointer<UInt8>
    var cursor = 0
    /// The names of the open elements, the root first.
    var openElements: [XMLText] = []
    /// The attributes of the last start tag, in the order written. Names are unique.
    public internal(set) var attributes: [XMLAttribute] = []
    /// True after an empty element, before its `end` event is returned.
    var isEndPending = false
    private var hasRoot = false

    private init(_ text: UnsafeBufferPointer<UInt8>) throws(TextError) {
        unsafe self.text = text
        try checkCharacters()
        try readDeclaration()
    }

    /// Reads a whole text. The part that `body` does not read is checked too.
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8.
    ///   - body: Reads events. What it gets is valid only inside it.
    /// - Returns: The result of `body`.
    /// - Throws: `TextError` if the text is not valid, and the errors of `body`.
    public static func read<Result>(
        _ text: [UInt8], _ body: (inout XMLReader) throws -> Result
    ) throws -> Result {
        unsafe try text.withUnsafeBufferPointer { text in
            var reader = unsafe try XMLReader(text)
            let result = try body(&reader)
            while try reader.next() != nil {}
            return result
        }
    }

    /// Reads the next event.
    ///
    /// - Returns: The event; nil after the root element if only comments and white space follow it.
    /// - Throws: `TextError` if the text is not valid.
    public mutating func next() throws(TextError) -> XMLEvent? {
        if isEndPending {
            isEndPending = false
            return .end(openElements.removeLast())
        }
        return openElements.isEmpty ? try nextOutsideRoot() : try nextInsideRoot()
    }

    /// Finds an attribute of the last start tag.
    ///
    /// - Parameter name: The name with its prefix.
    /// - Returns: The value; nil if there is no attribute of this name.
    public subscript(name: StaticString) -> XMLText? {
        for attribute in attributes where attribute.name == name { return attribute.value }
        return nil
    }

    private mutating func nextOutsideRoot() throws(TextError) -> XMLEvent? {
        while true {
            skipWhiteSpace()
            guard unsafe cursor < text.count else {
                guard hasRoot else { throw truncated }
                return nil
            }
            if try take("<!--") {
                try skipComment()
            } else if unsafe text[cursor] != UInt8(ascii: "<") || hasRoot {
                throw hasRoot ? error("more than one element") : syntax("no element")
            } else {
                hasRoot = true
                return try readTag()
            }
        }
    }

    private mutating func nextInsideRoot() throws(TextError) -> XMLEvent? {
        if isAtTag { return try readTag() }
        if let plain = takePlainText() { return .text(plain) }
        var characters: [UInt8] = []
        while true {
            if try take("<!--") {
                try skipComment()
            } else if try take("<![CDATA[") {
                try readCharacterData(into: &characters)
            } else if unsafe text[cursor] != UInt8(ascii: "<") {
                try readText(into: &characters)
            } else if characters.isEmpty {
                return try readTag()
            } else {
                return .text(XMLText(resolved: characters))
            }
        }
    }

    /// Whether the cursor is at a `<` that begins neither a comment nor a CDATA section.
    private var isAtTag: Bool {
        unsafe cursor + 1 < text.count && text[cursor] == UInt8(ascii: "<") && text[cursor + 1] != UInt8(ascii: "!")
    }
}

extension XMLReader {
    /// Returns an error at a position, by default the cursor.
    func error(_ problem: String, at offset: Int? = nil) -> TextError {
        TextError(problem, at: offset ?? cursor)
    }

    /// Returns an error of the grammar (XML 1.0, fifth edition).
    func syntax(_ problem: String, at offset: Int? = nil) -> TextError {
        error("no XML: \(problem)", at: offset)
    }

    /// The error for a text that ends too early.
    var truncated: TextError { unsafe TextError(cutAfter: text.count) }

    /// Returns the error for an unexpected character or the end of the text at the cursor.
    func unexpected(_ problem: String) -> TextError {
        unsafe cursor < text.count ? syntax(problem) : truncated
    }

    /// Returns the text from a position to the cursor.
    func slice(from start: Int) -> XMLText {
        unsafe XMLText(UnsafeBufferPointer(rebasing: text[start..<cursor]))
    }

    /// Consumes a literal if it is next, and returns whether it was. Throws if the text ends inside it.
    @inline(__always)
    mutating func take(_ literal: StaticString) throws(TextError) -> Bool {
        for index in 0..<literal.utf8CodeUnitCount {
            guard unsafe cursor + index < text.count else { throw truncated }
            if unsafe text[cursor + index] != literal.utf8Start[index] { return false }
        }
        cursor += literal.utf8CodeUnitCount
        return true
    }

    /// Skips white space, and returns whether there was any.
    @discardableResult
    mutating func skipWhiteSpace() -> Bool {
        let start = cursor
        while unsafe cursor < text.count, unsafe Self.isWhiteSpace(text[cursor]) { cursor += 1 }
        return cursor > start
    }

    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Skips the rest of a comment.
    mutating func skipComment() throws(TextError) {
        while true {
            if try take("--") {
                guard try take(">") else { throw syntax("'--' within a comment") }
                return
            }
            cursor += 1
        }
    }
}
