extension JSONReader {
    /// Reads an object: `body` is called for each member whose key is one of `keys`, standing at its value.
    ///
    /// Other members are skipped. Throws `JSONError`, also when one of `keys` stands twice, and what `body` throws.
    @inlinable
    package mutating func readObject<Key>(
        _ keys: borrowing JSONKeys<Key>, _ body: (Key, inout JSONReader) throws -> Void
    ) throws {
        guard try open(.object) else { return }
        var seen: UInt64 = 0
        repeat {
            let name = try readName()
            guard let index = keys.index(of: name, readableTo: end) else {
                try skip()
                continue
            }
            let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: index)
            guard seen & bit == 0 else { throw duplicate(name) }
            seen |= bit
            let value = cursor
            try body(keys.cases[index], &self)
            if cursor == value { try skip() }
        } while try takeComma(orEndOf: .object)
    }

    /// Reads an object whose keys are data: `body` is called for each member, standing at its value.
    ///
    /// Throws `JSONError`, also when a key stands twice, and what `body` throws.
    @inlinable
    package mutating func readMap(_ body: (JSONString, inout JSONReader) throws -> Void) throws {
        guard try open(.object) else { return }
        var seen: Set<JSONString> = []
        repeat {
            let name = try readName()
            guard seen.insert(name).inserted else { throw duplicate(name) }
            let value = cursor
            try body(name, &self)
            if cursor == value { try skip() }
        } while try takeComma(orEndOf: .object)
    }

    /// Reads an array: `body` is called for each element, standing at it.
    ///
    /// Throws `JSONError` and what `body` throws.
    @inlinable
    package mutating func readArray(_ body: (inout JSONReader) throws -> Void) throws {
        guard try open(.array) else { return }
        repeat {
            try readValue(body)
        } while try takeComma(orEndOf: .array)
    }

    /// Reads one value of which only itself is lost when it is not as it should be.
    ///
    /// Whatever `body` throws (a wrong kind, a missing key, a price that is no number, a key twice) comes back as a failure,
    /// and the reader stands behind the value, so that the next row can be read. Throws only when the value is not sound
    /// JSON, after which there is no next row.
    @inlinable
    package mutating func readRow<Row>(
        _ body: (inout JSONReader) throws -> Row
    ) throws(JSONError) -> Result<Row, any Error> {
        skipWhiteSpace()
        let before = self
        do {
            return .success(try readValue(body))
        } catch {
            self = before
            try skip()
            return .failure(error)
        }
    }
}

extension JSONReader {
    /// Enters an array or object and stands at its first element or key; false when it is empty, and left again.
    @inlinable
    mutating func open(_ kind: JSONKind) throws(JSONError) -> Bool {
        skipWhiteSpace()
        guard take(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")) else { throw wrongKind(kind) }
        guard depth < Self.maximumDepth else { throw error(.tooDeep) }
        skipWhiteSpace()
        if take(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return false }
        depth += 1
        return true
    }

    /// True after a comma; false after the end of the array or object, which is left.
    @inlinable
    mutating func takeComma(orEndOf kind: JSONKind) throws(JSONError) -> Bool {
        skipWhiteSpace()
        if take(UInt8(ascii: ",")) {
            skipWhiteSpace()
            return true
        }
        guard take(kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw unexpected(.commaOrEnd) }
        depth -= 1
        return false
    }

    /// Reads a key and its colon, and stands at the value.
    @inlinable
    mutating func readName() throws(JSONError) -> JSONString {
        guard cursor < end && cursor[0] == UInt8(ascii: "\"") else { throw unexpected(.key) }
        let name = try scanString()
        skipWhiteSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
        skipWhiteSpace()
        return name
    }

    @usableFromInline
    @inline(never)
    func duplicate(_ name: JSONString) -> JSONError {
        JSONError(.duplicateKey(name.makeString()), at: name.bytes.baseAddress.map { $0 - 1 - start } ?? offset)
    }
}
