extension JSONReader {
    /// Reads a string with its opening quote at `place`. Checks escapes and UTF-8.
    @inlinable
    @inline(__always)
    func scanString(at place: Place) throws(JSONError) -> (JSONString, next: Place) {
        let first = unsafe place + 1
        var (quote, hasEscapes) = unsafe (Self.endOfPlainText(from: first, to: end), false)
        if unsafe quote == end || quote[0] != UInt8(ascii: "\"") {
            unsafe (quote, hasEscapes) = unsafe try endOfUnusualText(from: quote)
        }
        let bytes = unsafe UnsafeBufferPointer(start: first, count: quote - first)
        return unsafe (JSONString(bytes: bytes, hasEscapes: hasEscapes), quote + 1)
    }

    /// Returns the first byte that is a quote, a backslash, a control character or not ASCII; `end` if there is none.
    @inlinable
    @inline(__always)
    static func endOfPlainText(from first: Place, to end: Place) -> Place {
        var at = unsafe first
        // Check eight bytes at a time. The high bit of a byte in a mask is set if the byte is one of those searched
        // for, or if a borrow from a lower match reached it, so the lowest set bit is always correct. Quotes have a
        // separate mask because the next position depends only on it, and the processor does not wait for anything
        // else.
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        while unsafe end - at >= 8 {
            let word = unsafe UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
            let (quote, backslash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
            let quotes = (quote &- ones) & ~quote & highs
            let others = (((backslash &- ones) | (word &- (ones &* 0x20))) & ~word | word) & highs
            if others & (quotes ^ (quotes &- 1)) != 0 { return unsafe at + (others.trailingZeroBitCount >> 3) }
            if quotes != 0 { return unsafe at + (quotes.trailingZeroBitCount >> 3) }
            unsafe at += 8
        }
        while unsafe at < end && at[0] >= 0x20 && at[0] < 0x80 && at[0] != 0x22 && at[0] != 0x5C { unsafe at += 1 }
        return unsafe at
    }

    /// Returns the closing quote of a text with escapes or non-ASCII characters, and whether there were escapes.
    @usableFromInline
    func endOfUnusualText(from first: Place) throws(JSONError) -> (quote: Place, hasEscapes: Bool) {
        var (place, hasEscapes) = unsafe (first, false)
        while unsafe place < end && place[0] != UInt8(ascii: "\"") {
            if unsafe place[0] >= 0x80 {
                unsafe place = try endOfMultibyteCharacter(from: place)
                if unsafe place < end && place[0] >= 0x80 { continue }
            } else if unsafe place[0] == UInt8(ascii: "\\") {
                hasEscapes = true
                unsafe place = try endOfEscape(from: place)
            } else {
                throw unsafe error(.syntax(expected: .noControlCharacter), at: place)
            }
            unsafe place = Self.endOfPlainText(from: place, to: end)
        }
        guard unsafe place < end else { throw unsafe error(.truncated, at: place) }
        return unsafe (place, hasEscapes)
    }

    /// Returns the end of an escape with its backslash at `backslash`.
    private func endOfEscape(from backslash: Place) throws(JSONError) -> Place {
        var place = unsafe backslash + 1
        guard unsafe place < end else { throw unsafe error(.truncated, at: place) }
        switch unsafe place[0] {
        case UInt8(ascii: "u"):
            unsafe place += 1
            for _ in 0..<4 {
                guard unsafe place < end, unsafe UInt8.hexadecimalValue(place[0]) != nil else {
                    throw unsafe unexpected(.escape, at: place)
                }
                unsafe place += 1
            }
            return unsafe place
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return unsafe place + 1
        default:
            throw unsafe error(.syntax(expected: .escape), at: place)
        }
    }

    /// Returns the end of a character of two to four bytes (The Unicode Standard, table 3-7).
    private func endOfMultibyteCharacter(from place: Place) throws(JSONError) -> Place {
        let (length, second): (Int, ClosedRange<UInt8>)
        switch unsafe place[0] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw unsafe error(.invalidUTF8, at: place)
        }
        for index in 1..<length {
            guard unsafe place + index < end else { throw unsafe error(.truncated, at: place + index) }
            let isSound = unsafe (index == 1 ? second : 0x80...0xBF).contains(place[index])
            guard isSound else { throw unsafe error(.invalidUTF8, at: place + index) }
        }
        return unsafe place + length
    }
}
