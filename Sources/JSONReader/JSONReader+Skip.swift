extension JSONReader {
    /// Passes the next value, whatever it is, and checks all of it; throws `JSONError`.
    ///
    /// Works without recursion: a text of 100,000 brackets costs no stack.
    @inlinable
    package mutating func skip() throws(JSONError) {
        skipWhiteSpace()
        guard cursor < end else { throw error(.truncated) }
        if cursor[0] == UInt8(ascii: "\"") {
            _ = try scanString()
        } else if cursor[0] == UInt8(ascii: "{") || cursor[0] == UInt8(ascii: "[") {
            try skipContainer()
        } else {
            try skipScalar()
        }
    }

    @usableFromInline
    mutating func skipScalar() throws(JSONError) {
        switch next {
        case .string: _ = try scanString()
        case .number: try scanNumber()
        case .bool: try scanLiteral(cursor[0] == UInt8(ascii: "t") ? "true" : "false")
        case .null: try scanLiteral("null")
        case .object, .array, nil: throw unexpected(.value)
        }
    }

    @usableFromInline
    mutating func skipContainer() throws(JSONError) {
        var open = OpenContainers()
        repeat {
            let kind: JSONKind = cursor < end && cursor[0] == UInt8(ascii: "{") ? .object : .array
            if cursor < end && (cursor[0] == UInt8(ascii: "{") || cursor[0] == UInt8(ascii: "[")) {
                if try self.open(kind) {
                    open.push(isObject: kind == .object)
                    if kind == .object { _ = try readName() }
                    continue
                }
            } else {
                try skipScalar()
            }
            while open.count > 0 {
                let isObject = open.isObject
                if try takeComma(orEndOf: isObject ? .object : .array) {
                    if isObject { _ = try readName() }
                    break
                }
                open.pop()
            }
        } while open.count > 0
    }
}

/// Which of the arrays and objects around a place are objects: a stack of bits that allocates from the 64th level on only.
struct OpenContainers {
    private(set) var count = 0
    private var bits: UInt64 = 0
    private var lower: [UInt64] = []

    /// Whether the innermost is an object.
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
