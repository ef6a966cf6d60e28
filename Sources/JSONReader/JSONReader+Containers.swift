extension JSONReader {
    /// Reads an object. `body` is called for each member with one of `keys`, with the reader at its value.
    ///
    /// Other members are skipped. Throws `JSONError`, also if one of `keys` occurs twice, and the errors of `body`.
    @inlinable
    public mutating func readObject<Key>(
        _ keys: borrowing JSONKeys<Key>, _ body: (Key, inout JSONReader) throws -> Void
    ) throws {
        guard try open(.object) else { return }
        var members = unsafe MembersRead(keys.names, orders)
        while let index = try nextMember(keys.names, &members) { try body(keys.cases[index], &self) }
    }

    /// Reads an object as above. When `isWanted` returns false after a member, the others are checked and skipped.
    @inlinable
    public mutating func readObject<Key>(
        _ keys: borrowing JSONKeys<Key>, while isWanted: () -> Bool, _ body: (Key, inout JSONReader) throws -> Void
    ) throws {
        guard try open(.object) else { return }
        var members = unsafe MembersRead(keys.names, orders)
        while let index = try nextMember(keys.names, &members) {
            try body(keys.cases[index], &self)
            members.isSkipped = !isWanted()
        }
    }

    /// How far an object is read.
    @usableFromInline
    @safe
    struct MembersRead {
        /// A bit for each key that occurred.
        fileprivate var seen: UInt64 = 0
        /// The position of the value that was last returned; nil before the first.
        fileprivate var value: Int?
        /// Whether the members to come are skipped.
        @usableFromInline var isSkipped = false
        /// The number of members that were read or skipped.
        fileprivate var count = 0
        /// The steps of the object that was read before; nil if there is none.
        fileprivate let steps: UnsafeMutablePointer<JSONStep>?

        @usableFromInline
        init(_ names: JSONKeyNames, _ orders: UnsafeMutablePointer<JSONMemberOrders.Storage>?) {
            unsafe steps = orders?.pointee.steps(of: names)
        }

        @inline(__always)
        fileprivate func step(_ number: Int) -> UnsafeMutablePointer<JSONStep>? {
            guard number < JSONStep.most, let steps = unsafe steps else { return nil }
            return unsafe steps + number
        }
    }

    /// Moves to the value of the next member that has one of the names, and returns the index of the name. Leaves the
    /// object and returns nil if there is no other.
    ///
    /// This is most of the reading of an object, and is compiled once for keys of all types.
    @usableFromInline
    @inline(never)
    mutating func nextMember(_ names: JSONKeyNames, _ members: inout MembersRead) throws(JSONError) -> Int? {
        var place = unsafe cursor
        if unsafe members.value == place - start { unsafe place = try endOfValue(from: place) }
        while true {
            if members.count > 0 {
                // Most texts have no white space.
                if unsafe end - place >= 2 && place[0] == UInt8(ascii: ",") && place[1] == UInt8(ascii: "\"") {
                    unsafe place += 1
                } else {
                    let isInside: Bool
                    unsafe (place, isInside) = try scanComma(from: place, orEndOf: .object)
                    guard isInside else {
                        unsafe close(at: place)
                        return nil
                    }
                }
            }
            // A step begins at the name: before it there may be a line with many spaces.
            let before = unsafe place
            let step = unsafe members.step(members.count)
            let (index, value): (Int, Place)
            if let step = unsafe step, unsafe end - place >= step.pointee.reach, unsafe step.pointee.stands(at: place) {
                unsafe place += step.pointee.count
                index = unsafe step.pointee.index
                unsafe value = step.pointee.isString ? place - 1 : endOfWhiteSpace(from: place)
            } else {
                let name: JSONString
                unsafe (name, value) = try scanName(at: place)
                index = unsafe names.index(of: name, readableTo: end) ?? -1
                if index >= 0, members.seen & 1 << UInt64(truncatingIfNeeded: index) != 0 { throw duplicate(name) }
                if let step = unsafe step, unsafe value < end {
                    unsafe step.pointee = JSONStep(from: before, to: value, before: end, index: index) ?? .unknown
                }
            }
            members.count &+= 1
            if index >= 0, !members.isSkipped {
                let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: index)
                guard members.seen & bit == 0 else { throw unsafe try duplicate(scanName(at: before).0) }
                members.seen |= bit
                unsafe (cursor, members.value) = (value, value - start)
                return index
            }
            unsafe place = try endOfValue(from: value)
        }
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
        // The names that were read are compared with the next ones.
        let keptText = keepsText
        keepsText = true
        defer { keepsText = keptText }
        var members = MapRead()
        while let name = try nextMember(upTo: limit, &members) { try body(name, &self) }
    }

    /// How far an object with arbitrary keys is read.
    @usableFromInline
    struct MapRead {
        /// The first name. A set takes long to make, and many objects have one member.
        private var first: JSONString?
        private var others: Set<JSONString> = []
        /// As for an object with known keys.
        fileprivate var value: Int?

        @usableFromInline
        init() {}

        fileprivate var count: Int { (first == nil ? 0 : 1) + others.count }

        /// Returns false for a name that was there before.
        fileprivate mutating func insert(_ name: JSONString) -> Bool {
            guard let first else {
                self.first = name
                return true
            }
            return name != first && others.insert(name).inserted
        }
    }

    /// Moves to the value of the next member and returns its name. Leaves the object and returns nil if there is no
    /// other.
    @usableFromInline
    @inline(never)
    mutating func nextMember(upTo limit: Int, _ members: inout MapRead) throws(JSONError) -> JSONString? {
        guard var place = unsafe try placeAfter(members.value) else { return nil }
        let name: JSONString
        unsafe (name, place) = try scanName(at: place)
        guard members.insert(name) else { throw duplicate(name) }
        guard members.count <= limit else { throw unsafe error(.tooMany(limit: limit), at: place) }
        unsafe (cursor, members.value) = (place, place - start)
        return name
    }

    /// Returns the position after a value and its comma; nil, and leaves the object, at its end. A value that was not
    /// read is skipped. Before the first value, returns the position of the first member.
    @inline(__always)
    private mutating func placeAfter(_ value: Int?) throws(JSONError) -> Place? {
        guard let value else { return unsafe cursor }
        if unsafe cursor - start == value { try skip() }
        let (place, isInside) = unsafe try scanComma(from: cursor, orEndOf: .object)
        if !isInside { unsafe close(at: place) }
        return unsafe isInside ? place : nil
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
            awaitMark()
            unsafe (place, isInside) = try scanComma(from: cursor, orEndOf: .array)
        }
        unsafe close(at: place)
        // Rows of it may have been let go, so that what follows cannot be read twice.
        awaitBytes(.max)
    }

    /// Reads one value and returns an error in its content as a failure.
    ///
    /// The row is read faster with the orders of the rows before it. Every error of `body` (a wrong type, a missing
    /// key, an invalid price, a duplicate key) becomes a failure, and the reader is after the value, so that the next
    /// row can be read. Throws only if the value is malformed JSON, because then no next row can be found.
    @inlinable
    public mutating func readRow<Row>(
        like orders: JSONMemberOrders? = nil, _ body: (inout JSONReader) throws -> Row
    ) throws(JSONError) -> Result<Row, any Error> {
        skipWhiteSpace()
        let before = self
        if let orders { unsafe self.orders = orders.storage }
        defer { unsafe self.orders = before.orders }
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
