extension XMLReader {
    /// Passes characters up to the next tag where they are as they were written; nil, and nothing passed, elsewhere.
    mutating func takePlainText() -> XMLText? {
        var place = cursor
        while place < text.count, text[place] != UInt8(ascii: "<") {
            let byte = text[place]
            guard byte != UInt8(ascii: "&"), byte != UInt8(ascii: ">"), byte != 0x0D else { return nil }
            place += 1
        }
        // Behind a comment or a section the characters may go on.
        guard place > cursor, place + 1 < text.count, text[place + 1] != UInt8(ascii: "!") else { return nil }
        let start = cursor
        cursor = place
        return slice(from: start)
    }

    /// Reads characters up to the next `<`.
    mutating func readText(into characters: inout [UInt8]) throws(XMLError) {
        let start = cursor
        while cursor < text.count, text[cursor] != UInt8(ascii: "<") {
            switch text[cursor] {
            case UInt8(ascii: "&"):
                try readReference(into: &characters)
            case UInt8(ascii: ">") where text[max(start, cursor - 2)..<cursor].elementsEqual("]]".utf8):
                throw error(.syntax(expected: .escape))
            default:
                readCharacter(into: &characters)
            }
        }
        guard cursor < text.count else { throw error(.truncated) }
    }

    /// Reads the rest of a CDATA section.
    mutating func readCharacterData(into characters: inout [UInt8]) throws(XMLError) {
        while try !take("]]>") { readCharacter(into: &characters) }
    }

    /// Passes a byte; all ways to end a line become U+000A (XML 1.0, 2.11).
    private mutating func readCharacter(into characters: inout [UInt8]) {
        if text[cursor] == 0x0D {
            characters.append(0x0A)
            passLineEnd()
        } else {
            characters.append(text[cursor])
            cursor += 1
        }
    }

    /// Passes a byte, and the LF of a CR LF with its CR.
    mutating func passLineEnd() {
        let isPair = text[cursor] == 0x0D && cursor + 1 < text.count && text[cursor + 1] == 0x0A
        cursor += isPair ? 2 : 1
    }
}

// MARK: - References

extension XMLReader {
    /// Reads `&lt;`, `&#65;` or `&#x41;`, standing at the `&`.
    mutating func readReference(into characters: inout [UInt8]) throws(XMLError) {
        let start = cursor
        let scalar = try take("&#") ? try readCharacterReference() : try readEntity()
        guard try take(";") else { throw error(.syntax(expected: .reference)) }
        guard let scalar else { throw error(.invalidReference, at: start) }
        characters.append(contentsOf: String(Character(scalar)).utf8)
    }

    /// Nil for a number that is no character of XML.
    private mutating func readCharacterReference() throws(XMLError) -> Unicode.Scalar? {
        let radix: UInt32 = try take("x") ? 16 : 10
        let start = cursor
        var value: UInt32 = 0
        while cursor < text.count, let digit = Self.digit(text[cursor]), digit < radix {
            // Beyond Unicode's last character the size does not matter.
            value = min(value * radix + digit, 0x110000)
            cursor += 1
        }
        guard cursor > start else { throw unexpected(.reference) }
        return Unicode.Scalar(value).flatMap { Self.isAllowed($0) ? $0 : nil }
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt32.init)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func readEntity() throws(XMLError) -> Unicode.Scalar {
        let start = cursor
        cursor += 1
        let name = try readName()
        if name == "lt" { return "<" }
        if name == "gt" { return ">" }
        if name == "amp" { return "&" }
        if name == "apos" { return "'" }
        if name == "quot" { return "\"" }
        guard cursor < text.count else { throw error(.truncated) }
        throw error(.undefinedEntity(name.shown), at: start)
    }
}
