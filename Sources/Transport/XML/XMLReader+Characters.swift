extension XMLReader {
    /// Skips a byte order mark, and throws if the text is not UTF-8 or contains a character that XML does not allow.
    mutating func checkCharacters() throws(TextError) {
        var place = 0
        while unsafe place < text.count {
            if unsafe place + 8 <= text.count, areEightPlain(at: place) {
                place += 8
                continue
            }
            let (character, length) = try scalar(at: place)
            guard Self.isAllowed(character) else { throw error("a character that XML does not allow", at: place) }
            place += length
        }
        if unsafe text.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
    }

    /// Whether eight bytes are ASCII without control characters: no high bit is set, before and after subtracting 32.
    @inline(__always)
    private func areEightPlain(at place: Int) -> Bool {
        guard let start = unsafe text.baseAddress else { return false }
        let word = unsafe UnsafeRawPointer(start + place).loadUnaligned(as: UInt64.self)
        return (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0
    }

    /// Decodes the character at a position. Throws if it is not UTF-8.
    private func scalar(at place: Int) throws(TextError) -> (value: UInt32, length: Int) {
        let first = unsafe text[place]
        if first < 0x80 { return (UInt32(first), 1) }
        guard (0xC2...0xF4).contains(first) else { throw error("no UTF-8", at: place) }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = unsafe text[place...].makeIterator()
        switch unsafe parser.parseScalar(from: &rest) {
        case .valid(let bytes): return (Unicode.UTF8.decode(bytes).value, bytes.count)
        case .error(let length) where unsafe place + length < text.count:
            throw error("no UTF-8", at: place + length)
        case .error, .emptyInput: throw truncated
        }
    }

    /// Whether XML allows a character.
    static func isAllowed(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Reads a name.
    mutating func readName() throws(TextError) -> XMLText {
        let start = cursor
        while unsafe cursor < text.count {
            if unsafe Self.isLetter(text[cursor]) {
                cursor += 1
                continue
            }
            let (scalar, length) = try scalar(at: cursor)
            guard Self.isNameStart(scalar) || (cursor > start && Self.isNameRest(scalar)) else { break }
            cursor += length
        }
        guard cursor > start else { throw unexpected("no name") }
        return slice(from: start)
    }

    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    private static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x61...0x7A, 0x41...0x5A, 0x5F, 0x3A: true
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
            0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    private static func isNameRest(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: false
        }
    }
}
