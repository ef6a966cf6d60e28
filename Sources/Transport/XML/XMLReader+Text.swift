extension XMLReader {
    /// Consumes the characters up to the next tag if they need no change; otherwise returns nil and consumes nothing.
    mutating func takePlainText() -> XMLText? {
        var place = cursor
        while unsafe place < text.count, unsafe text[place] != UInt8(ascii: "<") {
            let byte = unsafe text[place]
            guard byte != UInt8(ascii: "&"), byte != UInt8(ascii: ">"), byte != 0x0D else { return nil }
            place += 1
        }
        // The text may continue after a comment or a CDATA section.
        guard place > cursor, unsafe place + 1 < text.count, unsafe text[place + 1] != UInt8(ascii: "!") else {
            return nil
        }
        let start = cursor
        cursor = place
        return slice(from: start)
    }

    /// Reads characters up to the next `<`.
    mutating func readText(into characters: inout [UInt8]) throws(TextError) {
        let start = cursor
        while unsafe cursor < text.count, unsafe text[cursor] != UInt8(ascii: "<") {
            switch unsafe text[cursor] {
            case UInt8(ascii: "&"):
                try readReference(into: &characters)
            case UInt8(ascii: ">") where unsafe text[max(start, cursor - 2)..<cursor].elementsEqual("]]".utf8):
                throw syntax("an unescaped character")
            default:
                readCharacter(into: &characters)
            }
        }
        guard unsafe cursor < text.count else { throw truncated }
    }

    /// Reads the rest of a CDATA section.
    mutating func readCharacterData(into characters: inout [UInt8]) throws(TextError) {
        while try !take("]]>") { readCharacter(into: &characters) }
    }

    /// Consumes a byte. Every kind of line end becomes U+000A (XML 1.0, 2.11).
    private mutating func readCharacter(into characters: inout [UInt8]) {
        if unsafe text[cursor] == 0x0D {
            characters.append(0x0A)
            passLineEnd()
        } else {
            unsafe characters.append(text[cursor])
            cursor += 1
        }
    }

    /// Consumes a byte, or both bytes of a CR LF.
    mutating func passLineEnd() {
        let isPair = unsafe text[cursor] == 0x0D && cursor + 1 < text.count && text[cursor + 1] == 0x0A
        cursor += isPair ? 2 : 1
    }
}

// MARK: - References

extension XMLReader {
    /// Reads `&lt;`, `&#65;` or `&#x41;`. The cursor is at the `&`.
    mutating func readReference(into characters: inout [UInt8]) throws(TextError) {
        let start = cursor
        let scalar = try take("&#") ? try readCharacterReference() : try readEntity()
        guard try take(";") else { throw syntax("no sound reference") }
        guard let scalar else { throw error("a reference to no character", at: start) }
        characters.append(contentsOf: String(Character(scalar)).utf8)
    }

    /// Reads a character reference; nil for a number that is not an XML character.
    private mutating func readCharacterReference() throws(TextError) -> Unicode.Scalar? {
        let radix: UInt32 = try take("x") ? 16 : 10
        let start = cursor
        var value: UInt32 = 0
        while unsafe cursor < text.count, let digit = unsafe Self.digit(text[cursor]), digit < radix {
            // Limit the value: all numbers beyond the last character of Unicode are equally invalid.
            value = min(value * radix + digit, 0x110000)
            cursor += 1
        }
        guard cursor > start else { throw unexpected("no sound reference") }
        return Self.isAllowed(value) ? Unicode.Scalar(value) : nil
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt32.init)
    }

    private mutating func readEntity() throws(TextError) -> Unicode.Scalar {
        let start = cursor
        cursor += 1
        let name = try readName()
        if name == "lt" { return "<" }
        if name == "gt" { return ">" }
        if name == "amp" { return "&" }
        if name == "apos" { return "'" }
        if name == "quot" { return "\"" }
        guard unsafe cursor < text.count else { throw truncated }
        throw error("the unknown entity '\(name.shown)'", at: start)
    }
}
