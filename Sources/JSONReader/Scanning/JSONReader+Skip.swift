extension JSONReader {
    /// Skips the next value of any type, and checks all of it. Throws `JSONError`.
    ///
    /// It is not recursive: a text of 100,000 brackets needs no stack space.
    @inlinable
    public mutating func skip() throws(JSONError) {
        unsafe cursor = try endOfValue(from: endOfWhiteSpace(from: cursor))
    }

    /// Returns the end of the value that begins at `place`.
    @inlinable
    @inline(__always)
    func endOfValue(from place: Place) throws(JSONError) -> Place {
        if unsafe place < end && (place[0] == UInt8(ascii: "{") || place[0] == UInt8(ascii: "[")) {
            return unsafe try endOfContainer(from: place)
        }
        return unsafe try endOfScalar(from: place)
    }

    @usableFromInline
    func endOfContainer(from first: Place) throws(JSONError) -> Place {
        var (place, open) = unsafe (first, OpenContainers())
        repeat {
            if unsafe place < end && (place[0] == UInt8(ascii: "{") || place[0] == UInt8(ascii: "[")) {
                let kind: JSONKind = unsafe place[0] == UInt8(ascii: "{") ? .object : .array
                guard depth + open.count < Self.maximumDepth else { throw unsafe error(.tooDeep, at: place) }
                unsafe place = endOfWhiteSpace(from: place + 1)
                if unsafe place < end && place[0] == kind.closing {
                    unsafe place += 1
                } else {
                    open.push(isObject: kind == .object)
                    if kind == .object { unsafe place = unsafe try scanName(at: place).next }
                    continue
                }
            } else {
                unsafe place = try endOfScalar(from: place)
            }
            unsafe place = try endOfClosings(from: place, &open)
        } while open.count > 0
        return unsafe place
    }

    /// Returns the start of the next value after a value: skips a comma, the key in an object, and the ends of
    /// complete containers.
    @inline(__always)
    private func endOfClosings(from value: Place, _ open: inout OpenContainers) throws(JSONError) -> Place {
        var place = unsafe value
        while open.count > 0 {
            let kind: JSONKind = open.isObject ? .object : .array
            let isInside: Bool
            unsafe (place, isInside) = try scanComma(from: place, orEndOf: kind)
            if isInside { return unsafe kind == .object ? try scanName(at: place).next : place }
            open.pop()
        }
        return unsafe place
    }
}

/// A stack of bits for the open arrays and objects around a position. It allocates memory only from the 65th level
/// on.
struct OpenContainers {
    private(set) var count = 0
    private var bits: UInt64 = 0
    private var lower: [UInt64] = []

    /// Whether the innermost container is an object.
    var isObject: Bool { bits & 1 == 1 }

    mutating func push(isObject: Bool) {
        if count > 0 && count.isMultiple(of: 64) { lower.append(bits) }
        bits = bits << 1 | (isObject ? 1 : 0)
        count += 1
    }

    mutating func pop() {
        count -= 1
        bits = count > 0 && count.isMultiple(of: 64) ? lower.removeLast() : bits >> 1
    }
}
