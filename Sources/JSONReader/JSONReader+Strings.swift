extension JSONReader {
    /// Passes a string whose opening quote is the next byte, checking escapes and UTF-8.
    @inlinable
    mutating func scanString() throws(JSONError) -> JSONString {
        let first = cursor + 1
        cursor = Self.endOfPlainText(from: first, to: end)
        var hasEscapes = false
        if cursor == end || cursor[0] != UInt8(ascii: "\"") { hasEscapes = try scanUnusualText() }
        let text = UnsafeBufferPointer(start: first, count: cursor - first)
        cursor += 1
        return JSONString(bytes: text, hasEscapes: hasEscapes)
    }

    /// Goes on to the closing quote through escapes and text beyond ASCII, and says whether there were escapes.
    @usableFromInline
    mutating func scanUnusualText() throws(JSONError) -> Bool {
        var hasEscapes = false
        while cursor < end && cursor[0] != UInt8(ascii: "\"") {
            if cursor[0] >= 0x80 {
                try scanMultibyteCharacter()
                if cursor < end && cursor[0] >= 0x80 { continue }
            } else if cursor[0] == UInt8(ascii: "\\") {
                hasEscapes = true
                try scanEscape()
            } else {
                throw error(.syntax(expected: .noControlCharacter))
            }
            cursor = Self.endOfPlainText(from: cursor, to: end)
        }
        guard cursor < end else { throw error(.truncated) }
        return hasEscapes
    }

    /// The first byte that is a quote, a backslash, a control character or no ASCII; `end` if there is none.
    @inlinable
    static func endOfPlainText(from first: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var at = first
        // Eight bytes at a time. A byte's high bit is set in the mask when it is one of those sought, or when a lower byte
        // is and its borrow spread: the lowest bit set is always right.
        let ones: UInt64 = 0x0101_0101_0101_0101
        while end - at >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
            let quote = (word ^ (ones &* 0x22)) &- ones
            let backslash = (word ^ (ones &* 0x5C)) &- ones
            let control = word &- (ones &* 0x20)
            let mask = ((quote | backslash | control) & ~word | word) & (ones &* 0x80)
            if mask != 0 { return at + (mask.trailingZeroBitCount >> 3) }
            at += 8
        }
        while at < end && at[0] >= 0x20 && at[0] < 0x80 && at[0] != 0x22 && at[0] != 0x5C { at += 1 }
        return at
    }

    /// Passes an escape, its backslash being the next byte.
    private mutating func scanEscape() throws(JSONError) {
        cursor += 1
        guard cursor < end else { throw error(.truncated) }
        switch cursor[0] {
        case UInt8(ascii: "u"):
            cursor += 1
            for _ in 0..<4 {
                guard cursor < end, UInt8.hexadecimalValue(cursor[0]) != nil else { throw unexpected(.escape) }
                cursor += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            cursor += 1
        default:
            throw error(.syntax(expected: .escape))
        }
    }

    /// Passes a character of two to four bytes (The Unicode Standard, table 3-7).
    private mutating func scanMultibyteCharacter() throws(JSONError) {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch cursor[0] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw error(.invalidUTF8)
        }
        for index in 1..<length {
            guard cursor + index < end else { throw error(.truncated) }
            guard (index == 1 ? second : 0x80...0xBF).contains(cursor[index]) else { throw error(.invalidUTF8) }
        }
        cursor += length
    }
}
