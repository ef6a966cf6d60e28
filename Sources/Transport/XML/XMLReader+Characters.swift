extension XMLReader {
    /// Skips a byte order mark, and throws if the text is not UTF-8 or contains a character that XML does not allow.
    mutating func checkCharacters() throws(XMLError) {
        var place = 0
        while unsafe place < text.count {
            let byte = unsafe text[place]
            if unsafe place + 8 <= text.count, areEightPlain(at: place) {
                place += 8
            } else if byte < 0x80 {
                guard byte >= 0x20 || Self.isWhiteSpace(byte) else { throw error(.forbiddenCharacter, at: place) }
                place += 1
            } else {
                place = try endOfCharacter(at: place)
            }
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

    /// Returns the end of a character of two to four bytes (RFC 3629, section 4). Throws if it is invalid.
    private func endOfCharacter(at place: Int) throws(XMLError) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch unsafe text[place] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8, at: place)
        }
        for index in 1..<length {
            guard unsafe place + index < text.count else { throw unsafe error(.truncated, at: text.count) }
            let isSound = unsafe (index == 1 ? second : 0x80...0xBF).contains(text[place + index])
            guard isSound else { throw error(.invalidUTF8, at: place + index) }
        }
        // U+FFFE and U+FFFF.
        if length == 3, unsafe text[place..<place + 2].elementsEqual([0xEF, 0xBF]), unsafe text[place + 2] >= 0xBE {
            throw error(.forbiddenCharacter, at: place)
        }
        return place + length
    }

    /// Reads a name.
    mutating func readName() throws(XMLError) -> XMLText {
        let start = cursor
        while unsafe cursor < text.count {
            if unsafe Self.isLetter(text[cursor]) {
                cursor += 1
                continue
            }
            let (scalar, length) = scalar(at: cursor)
            guard Self.isNameStart(scalar) || (cursor > start && Self.isNameRest(scalar)) else { break }
            cursor += length
        }
        guard cursor > start else { throw unexpected(.name) }
        return slice(from: start)
    }

    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Decodes the character at a position. The text is already checked to be UTF-8.
    private func scalar(at place: Int) -> (value: UInt32, length: Int) {
        let first = unsafe UInt32(text[place])
        if first < 0x80 { return (first, 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let value = unsafe text[place + 1..<place + length].reduce(first & (0x7F >> UInt32(length))) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        return (value, length)
    }

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
