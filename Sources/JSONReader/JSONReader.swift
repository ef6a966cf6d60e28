/// Reads a JSON text from the first byte to the last, handing over what the caller asks for: strict RFC 8259.
///
/// Nothing is built and nothing is allocated per value: strings and numbers are slices of the text, valid inside the
/// closure of `read` only. Everything skipped is checked too, invalid UTF-8 included. A reader whose method has thrown
/// stands anywhere; only `readRow` goes on after an error.
///
/// A closure that is called for a value either reads that one value or leaves it alone, which skips it.
package struct JSONReader {
    /// How many arrays and objects may stand within each other.
    package static let maximumDepth = 512

    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline var cursor: UnsafePointer<UInt8>
    @usableFromInline var depth = 0

    @inlinable
    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        end = start + count
        cursor = start
    }

    /// Reads a whole text: one value, and nothing but white space around it.
    ///
    /// Throws `JSONError`, and what `body` throws.
    @inlinable
    package static func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        guard let start = text.baseAddress else { throw JSONError(.truncated, at: 0) }
        var reader = JSONReader(start: start, count: text.count)
        let result = try reader.readValue(body)
        reader.skipWhiteSpace()
        guard reader.cursor == reader.end else { throw reader.error(.trailing) }
        return result
    }

    /// As for a buffer of bytes, from memory of any type.
    @inlinable
    package static func read<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try text.withMemoryRebound(to: UInt8.self) { try read($0, body) }
    }

    /// As for a buffer of bytes.
    @inlinable
    package static func read<Result>(
        _ text: [UInt8], _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try text.withUnsafeBufferPointer { try read($0, body) }
    }

    /// The kind of the value that comes next, told by its first byte; nil where no value begins.
    @inlinable
    package var next: JSONKind? {
        mutating get {
            skipWhiteSpace()
            return cursor < end ? JSONKind(firstByte: cursor[0]) : nil
        }
    }

    /// How many bytes of the text stand before the place reached.
    package var offset: Int { cursor - start }

    /// The error of an object that lacks a key its caller needs; the caller throws it.
    package func missing(_ key: String) -> JSONError {
        error(.missing(key))
    }
}

extension JSONReader {
    /// Lets `body` read the next value, and skips it when `body` left it alone.
    @inlinable
    mutating func readValue<Result>(_ body: (inout JSONReader) throws -> Result) throws -> Result {
        skipWhiteSpace()
        let value = cursor
        let result = try body(&self)
        if cursor == value { try skip() }
        return result
    }

    @inlinable
    mutating func skipWhiteSpace() {
        // In most texts there is none.
        if cursor < end && cursor[0] <= 0x20 { skipRunOfWhiteSpace() }
    }

    @usableFromInline
    mutating func skipRunOfWhiteSpace() {
        while cursor < end {
            switch cursor[0] {
            case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
            default: return
            }
        }
    }

    /// Takes one byte, if it is the next.
    @inlinable
    mutating func take(_ byte: UInt8) -> Bool {
        guard cursor < end && cursor[0] == byte else { return false }
        cursor += 1
        return true
    }

    /// The error of a byte that does not fit the grammar, or of a text that ends here.
    @usableFromInline
    @inline(never)
    func unexpected(_ expected: JSONError.Expectation) -> JSONError {
        error(cursor < end ? .syntax(expected: expected) : .truncated)
    }

    @usableFromInline
    @inline(never)
    func error(_ kind: JSONError.Kind) -> JSONError {
        JSONError(kind, at: offset)
    }

    /// The error of a value of another kind than `expected`, or of no value at all.
    @usableFromInline
    @inline(never)
    mutating func wrongKind(_ expected: JSONKind) -> JSONError {
        guard let found = next, found != expected else { return unexpected(.value) }
        return error(.wrongKind(expected: expected, found: found))
    }
}
