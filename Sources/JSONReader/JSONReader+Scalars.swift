extension JSONReader {
    /// Reads a string; throws `JSONError`.
    @inlinable
    package mutating func readString() throws(JSONError) -> JSONString {
        skipWhiteSpace()
        guard cursor < end && cursor[0] == UInt8(ascii: "\"") else { throw wrongKind(.string) }
        return try scanString()
    }

    /// Reads a number, as it was written; throws `JSONError`.
    @inlinable
    package mutating func readNumber() throws(JSONError) -> JSONNumber {
        guard next == .number else { throw wrongKind(.number) }
        let first = cursor
        try scanNumber()
        return JSONNumber(bytes: UnsafeBufferPointer(start: first, count: cursor - first))
    }

    /// Reads a number, or a string where a provider may send its numbers as strings; throws `JSONError`.
    ///
    /// Whether the string holds a number is for the caller to find out.
    @inlinable
    package mutating func readNumberOrString() throws(JSONError) -> JSONString {
        skipWhiteSpace()
        if cursor < end && cursor[0] == UInt8(ascii: "\"") { return try scanString() }
        return JSONString(bytes: try readNumber().bytes, hasEscapes: false)
    }

    /// Reads `true` or `false`; throws `JSONError`.
    package mutating func readBool() throws(JSONError) -> Bool {
        guard next == .bool else { throw wrongKind(.bool) }
        let isTrue = cursor[0] == UInt8(ascii: "t")
        try scanLiteral(isTrue ? "true" : "false")
        return isTrue
    }

    /// Reads `null`; throws `JSONError`.
    package mutating func readNull() throws(JSONError) {
        guard next == .null else { throw wrongKind(.null) }
        try scanLiteral("null")
    }

    /// Reads `null` if it comes next, and says whether it did; throws `JSONError` for a word that only begins like it.
    @inlinable
    package mutating func takeNull() throws(JSONError) -> Bool {
        guard next == .null else { return false }
        try scanLiteral("null")
        return true
    }
}

extension JSONReader {
    /// Passes a word whose first byte has been seen.
    @usableFromInline
    mutating func scanLiteral(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[index]) else { throw unexpected(.literal) }
        }
    }

    /// Passes a number whose first byte has been seen.
    @usableFromInline
    mutating func scanNumber() throws(JSONError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if cursor < end && cursor[0] | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            try scanDigits()
        }
    }

    @inline(__always)
    private mutating func scanDigits() throws(JSONError) {
        var at = cursor
        while at < end && at[0] &- UInt8(ascii: "0") < 10 { at += 1 }
        guard at > cursor else { throw unexpected(.digit) }
        cursor = at
    }
}
