import Platform

/// A strict reader of XML texts that have their data in attributes. It calls a function at each start tag.
///
/// A text is a declaration, which may be missing, and one element. Characters between tags are skipped. The reader
/// rejects all other parts of XML: a DOCTYPE, comments, CDATA sections, processing instructions, characters by number,
/// and entities other than the five of XML. So no entity expands, and no other file is read.
package struct XMLReader {
    private let text: [UInt8]
    private var cursor = 0
    /// The names of the open elements, the root first.
    private var open: [Range<Int>] = []
    private var attributes: [(name: Range<Int>, value: Range<Int>)] = []

    /// Reads a whole text in UTF-8. `body` gets the reader at each start tag. Throws `TextError` if the text is not
    /// valid, and the errors of `body`.
    package static func read(_ text: [UInt8], _ body: (XMLReader) throws -> Void) throws {
        var xml = XMLReader(text: text)
        if try xml.take("<?xml") { try xml.readDeclaration() }
        repeat { try xml.readTag(body) } while !xml.open.isEmpty
        let rest = text[xml.cursor...].drop(while: \.isWhiteSpace)
        guard rest.isEmpty else { throw TextError("more than one element", at: rest.startIndex) }
    }

    /// The number of elements around this one: 0 for the root.
    package var depth: Int { open.count - 1 }

    /// The name of the element, which includes a prefix.
    package var name: String { string(open[open.count - 1]) }

    /// Whether the element has a name.
    package func isNamed(_ name: StaticString) -> Bool { equals(open[open.count - 1], name) }

    /// The value of an attribute as it is written, without resolving entities; nil if the tag has no such attribute.
    package subscript(name: StaticString) -> ArraySlice<UInt8>? {
        attributes.first { equals($0.name, name) }.map { text[$0.value] }
    }

    private mutating func readDeclaration() throws {
        try readAttributes()
        for (name, value) in attributes where equals(name, "encoding") && string(value).uppercased() != "UTF-8" {
            throw TextError("the encoding '\(string(value))' instead of UTF-8", at: name.lowerBound)
        }
        guard try take("?>") else { throw TextError("no XML: no end of the declaration", at: cursor) }
    }

    /// Skips the characters before a tag, and reads the tag.
    private mutating func readTag(_ body: (XMLReader) throws -> Void) throws {
        // 0x3C is "<".
        if open.isEmpty { cursor += text[cursor...].prefix(while: \.isWhiteSpace).count } else { try skip(to: 0x3C) }
        let tag = cursor
        if try take("</") {
            guard open.popLast().map(string) == string(try readName()) else { throw TextError("a wrong end", at: tag) }
        } else {
            guard try !take("<!DOCTYPE") else { throw TextError("a DOCTYPE", at: tag) }
            guard try take("<") else { throw TextError("no XML: no element", at: tag) }
            open.append(try readName())
            guard open.count <= 64 else { throw TextError("over 64 levels deep", at: tag) }
            try readAttributes()
            try body(self)
            if try take("/") { open.removeLast() }
        }
        guard try take(">") else { throw TextError("no XML: no end of the tag", at: cursor) }
    }

    private mutating func readAttributes() throws {
        attributes.removeAll(keepingCapacity: true)
        while try next().isWhiteSpace {
            cursor += 1
            guard Self.isOfName(try next()) else { continue }
            let name = try readName()
            guard attributes.count < 64, !attributes.contains(where: { text[$0.name] == text[name] }) else {
                throw TextError("'\(string(name))' twice", at: name.lowerBound)
            }
            guard try take("='") || take("=\"") else { throw TextError("no XML: no value", at: cursor) }
            let start = cursor
            try skip(to: text[start - 1])
            attributes.append((name, start..<cursor))
            cursor += 1
        }
    }

    private mutating func readName() throws(TextError) -> Range<Int> {
        let start = cursor
        while Self.isOfName(try next()) { cursor += 1 }
        guard cursor > start else { throw TextError("no XML: no name", at: start) }
        return start..<cursor
    }

    /// Whether it is a letter, a digit or a colon.
    private static func isOfName(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 11 }

    /// Skips characters up to one that is not among them.
    private mutating func skip(to end: UInt8) throws(TextError) {
        while case let byte = try next(), byte != end {
            if byte == UInt8(ascii: "&"), !Self.entities.contains(where: { text[cursor...].starts(with: $0.utf8) }) {
                let name = text[(cursor + 1)...].prefix(while: Self.isOfName)
                throw TextError("the unknown entity '\(string(name.indices))'", at: cursor)
            }
            guard byte >= 0x20 || byte.isWhiteSpace, byte != 0x3C else { throw TextError("a stray byte", at: cursor) }
            cursor += 1
        }
    }

    private static let entities = ["&lt;", "&gt;", "&amp;", "&apos;", "&quot;"]

    /// Consumes a word if it is next, and returns whether it was.
    @inline(__always) private mutating func take(_ word: StaticString) throws(TextError) -> Bool {
        for index in 0..<word.utf8CodeUnitCount where unsafe try next(index) != word.utf8Start[index] { return false }
        cursor += word.utf8CodeUnitCount
        return true
    }

    private func next(_ offset: Int = 0) throws(TextError) -> UInt8 {
        guard cursor + offset < text.count else { throw TextError(cutAfter: text.count) }
        return text[cursor + offset]
    }

    private func equals(_ range: Range<Int>, _ word: StaticString) -> Bool {
        unsafe text[range].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range].prefix(200), as: UTF8.self) }
}
