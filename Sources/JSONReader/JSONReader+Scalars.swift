extension JSONReader {
    /// Reads a string. Throws `JSONError`.
    @inlinable
    public mutating func readString() throws(JSONError) -> JSONString {
        skipWhiteSpace()
        guard unsafe cursor < end && cursor[0] == UInt8(ascii: "\"") else { throw wrongKind(.string) }
        let (string, place) = unsafe try scanString(at: cursor)
        unsafe cursor = place
        return string
    }

    /// Reads a number in its original notation. Throws `JSONError`.
    @inlinable
    public mutating func readNumber() throws(JSONError) -> JSONSlice {
        guard next == .number else { throw wrongKind(.number) }
        let first = unsafe cursor
        unsafe cursor = try endOfNumber(from: first)
        return unsafe JSONSlice(bytes: UnsafeBufferPointer(start: first, count: cursor - first))
    }

    /// Reads a number or a string, for providers that send numbers as strings. Throws `JSONError`.
    ///
    /// The caller must check whether the string contains a number.
    @inlinable
    public mutating func readNumberOrString() throws(JSONError) -> JSONString {
        if next == .string { return try readString() }
        return unsafe JSONString(bytes: try readNumber().bytes, hasEscapes: false)
    }

    /// Reads a number, or a string without escapes, which may contain one. Returns nil for any other value, which is
    /// not read. Throws `JSONError`.
    ///
    /// It is the short way to the numbers of a list, which are most of it.
    @inlinable
    public mutating func readPlainNumberOrString() throws(JSONError) -> JSONSlice? {
        skipWhiteSpace()
        guard unsafe cursor < end else { return nil }
        let first = unsafe cursor
        if unsafe first[0] == UInt8(ascii: "\"") {
            let (string, place) = unsafe try scanString(at: first)
            guard !string.hasEscapes else { return nil }
            unsafe cursor = place
            return unsafe JSONSlice(bytes: string.bytes)
        }
        guard unsafe JSONKind(firstByte: first[0]) == .number else { return nil }
        unsafe cursor = try endOfNumber(from: first)
        return unsafe JSONSlice(bytes: UnsafeBufferPointer(start: first, count: cursor - first))
    }

    /// Reads a number, or a string that contains one, if `parse` knows it: the bytes begin with it, and it returns the
    /// length of it too. Returns nil for any other value, which is not read.
    ///
    /// The end of the number is found while it is parsed, so that its bytes are read once.
    @inlinable
    @inline(__always)
    public mutating func readNumber<Value>(
        ifAtStart parse: (UnsafeBufferPointer<UInt8>) -> (value: Value, count: Int)?
    ) -> Value? {
        skipWhiteSpace()
        guard unsafe cursor < end else { return nil }
        let isString = unsafe cursor[0] == UInt8(ascii: "\"")
        let first = unsafe isString ? cursor + 1 : cursor
        guard let number = unsafe parse(UnsafeBufferPointer(start: first, count: end - first)),
            unsafe number.count < end - first
        else { return nil }
        let after = unsafe first + number.count
        if isString {
            guard unsafe after[0] == UInt8(ascii: "\"") else { return nil }
            unsafe cursor = after + 1
        } else {
            // What else follows is checked where any value ends.
            guard unsafe after[0] | 0x20 != UInt8(ascii: "e"), unsafe after[0] != UInt8(ascii: ".") else { return nil }
            unsafe cursor = after
        }
        return number.value
    }

    /// Reads `true` or `false`. Throws `JSONError`.
    public mutating func readBool() throws(JSONError) -> Bool {
        guard next == .bool else { throw wrongKind(.bool) }
        let isTrue = unsafe cursor[0] == UInt8(ascii: "t")
        unsafe cursor = try endOfScalar(from: cursor)
        return isTrue
    }

    /// Reads `null`. Throws `JSONError`.
    public mutating func readNull() throws(JSONError) {
        guard next == .null else { throw wrongKind(.null) }
        unsafe cursor = try endOfScalar(from: cursor)
    }

    /// Reads `null` if it is next, and returns whether it was. Throws `JSONError` for a word that only begins like
    /// it.
    @inlinable
    public mutating func takeNull() throws(JSONError) -> Bool {
        guard next == .null else { return false }
        unsafe cursor = try endOfScalar(from: cursor)
        return true
    }
}
