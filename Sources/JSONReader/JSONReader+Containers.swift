extension JSONReader {
    /// Reads an object. `body` is called for each member with one of `keys`, with the reader at its value.
    ///
    /// Other members are skipped. Throws `JSONError`, also if one of `keys` occurs twice, and the errors of `body`.
    @inlinable
    public mutating func readObject<Key>(
        _ keys: borrowing JSONKeys<Key>, _ body: (Key, inout JSONReader) throws -> Void
    ) throws {
        guard try open(.object) else { return }
        var (seen, place, isInside) = unsafe (0 as UInt64, cursor, true)
        while isInside {
            let name: JSONString
            unsafe (name, place) = try scanName(at: place)
            if let index = unsafe keys.index(of: name, readableTo: end) {
                let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: index)
                guard seen & bit == 0 else { throw duplicate(name) }
                seen |= bit
                unsafe cursor = place
                try body(keys.cases[index], &self)
                if unsafe cursor == place { try skip() }
                unsafe place = cursor
            } else {
                unsafe place = try endOfValue(from: place)
            }
            unsafe (place, isInside) = try scanComma(from: place, orEndOf: .object)
        }
        unsafe close(at: place)
    }

    /// Reads an object with arbitrary keys. `body` is called for each member, with the reader at its value.
    ///
    /// Throws `JSONError`, also if a key occurs twice or there are more than `limit` members, and the errors of
    /// `body`.
    @inlinable
    public mutating func readMap(
        upTo limit: Int = maximumCount, _ body: (JSONString, inout JSONReader) throws -> Void
    ) throws {
        guard try open(.object) else { return }
        var seen: Set<JSONString> = []
        var (place, isInside) = unsafe (cursor, true)
        while isInside {
            let name: JSONString
            unsafe (name, place) = try scanName(at: place)
            guard seen.insert(name).inserted else { throw duplicate(name) }
            guard seen.count <= limit else { throw unsafe error(.tooMany(limit: limit), at: place) }
            unsafe cursor = place
            try body(name, &self)
            if unsafe cursor == place { try skip() }
            unsafe (place, isInside) = try scanComma(from: cursor, orEndOf: .object)
        }
        unsafe close(at: place)
    }

    /// Reads an array. `body` is called with the reader at each element.
    ///
    /// Throws `JSONError`, also if there are more than `limit` elements, and the errors of `body`.
    @inlinable
    public mutating func readArray(
        upTo limit: Int = maximumCount, _ body: (inout JSONReader) throws -> Void
    ) throws {
        guard try open(.array) else { return }
        var (place, isInside, count) = unsafe (cursor, true, 0)
        while isInside {
            count += 1
            guard count <= limit else { throw unsafe error(.tooMany(limit: limit), at: place) }
            unsafe cursor = place
            try readValue(body)
            unsafe (place, isInside) = try scanComma(from: cursor, orEndOf: .array)
        }
        unsafe close(at: place)
    }

    /// Reads one value and returns an error in its content as a failure.
    ///
    /// Every error of `body` (a wrong type, a missing key, an invalid price, a duplicate key) becomes a failure, and
    /// the reader is after the value, so that the next row can be read. Throws only if the value is malformed JSON,
    /// because then no next row can be found.
    @inlinable
    public mutating func readRow<Row>(
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
    /// Enters an array or object and moves to its first element or key. If it is empty, leaves it again and returns
    /// false.
    @inlinable
    mutating func open(_ kind: JSONKind) throws(JSONError) -> Bool {
        skipWhiteSpace()
        guard unsafe cursor < end && cursor[0] == kind.opening else { throw wrongKind(kind) }
        guard depth < Self.maximumDepth else { throw unsafe error(.tooDeep, at: cursor) }
        unsafe cursor = endOfWhiteSpace(from: cursor + 1)
        if unsafe cursor < end && cursor[0] == kind.closing {
            unsafe cursor += 1
            return false
        }
        depth += 1
        return true
    }

    /// Leaves an array or object after its end.
    @inlinable
    mutating func close(at place: Place) {
        unsafe cursor = place
        depth -= 1
    }

    @usableFromInline
    @inline(never)
    func duplicate(_ name: JSONString) -> JSONError {
        // Truncate the name, because a long one is copied with every copy of the error.
        let isShort = unsafe name.bytes.count <= 200
        let shown = unsafe isShort ? name.makeString() : String(decoding: name.bytes.prefix(200), as: UTF8.self) + "…"
        return unsafe error(.duplicateKey(shown), at: name.bytes.baseAddress.map { unsafe $0 - 1 } ?? cursor)
    }
}
