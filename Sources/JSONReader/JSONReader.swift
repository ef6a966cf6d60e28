/// Reads a JSON text from the first byte to the last, handing over what the caller asks for: strict RFC 8259.
///
/// Nothing is built and nothing is allocated per value: strings and numbers are slices of the text, valid inside the
/// closure of `read` only. Everything skipped is checked too, invalid UTF-8 included. A reader whose method has thrown
/// stands anywhere; only `readRow` goes on after an error.
///
/// A closure that is called for a value either reads that one value or leaves it alone, which skips it.
///
/// Public, though no product offers it: generic functions of `package` access are not specialized in other targets, which
/// made reading an object half as fast.
public struct JSONReader {
    /// How many arrays and objects may stand within each other.
    public static let maximumDepth = 512
    /// How many elements of an array, or members of an object whose keys are data, are read; any number is skipped.
    public static let maximumCount = 200_000

    /// A place in the text. Loops keep it in a local variable, which is a register, where `cursor` is memory.
    @usableFromInline typealias Place = UnsafePointer<UInt8>

    @usableFromInline let start: Place
    @usableFromInline let end: Place
    @usableFromInline var cursor: Place
    @usableFromInline var depth = 0

    @inlinable
    init(start: Place, count: Int) {
        self.start = start
        end = start + count
        cursor = start
    }

    /// Reads a whole text: one value, and nothing but white space around it.
    ///
    /// Throws `JSONError`, and what `body` throws.
    @inlinable
    public static func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        guard let start = text.baseAddress else { throw JSONError(.truncated, at: 0) }
        var reader = JSONReader(start: start, count: text.count)
        let result = try reader.readValue(body)
        reader.skipWhiteSpace()
        guard reader.cursor == reader.end else { throw reader.error(.trailing, at: reader.cursor) }
        return result
    }

    /// As for a buffer of bytes, from memory of any type.
    @inlinable
    public static func read<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try text.withMemoryRebound(to: UInt8.self) { try read($0, body) }
    }

    /// As for a buffer of bytes.
    @inlinable
    public static func read<Result>(
        _ text: [UInt8], _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try text.withUnsafeBufferPointer { try read($0, body) }
    }

    /// The kind of the value that comes next, told by its first byte; nil where no value begins.
    @inlinable
    public var next: JSONKind? {
        mutating get {
            skipWhiteSpace()
            return cursor < end ? JSONKind(firstByte: cursor[0]) : nil
        }
    }

    /// How many bytes of the text stand before the place reached.
    public var offset: Int { cursor - start }

    /// The error of an object that lacks a key its caller needs; the caller throws it.
    public func missing(_ key: String) -> JSONError {
        error(.missing(key), at: cursor)
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
        cursor = endOfWhiteSpace(from: cursor)
    }

    /// The error of a byte that does not fit the grammar, or of a text that ends here.
    @usableFromInline
    @inline(never)
    func unexpected(_ expected: JSONError.Expectation, at place: Place) -> JSONError {
        error(place < end ? .syntax(expected: expected) : .truncated, at: place)
    }

    @usableFromInline
    @inline(never)
    func error(_ kind: JSONError.Kind, at place: Place) -> JSONError {
        JSONError(kind, at: place - start)
    }

    /// The error of a value of another kind than `expected`, or of no value at all.
    @usableFromInline
    @inline(never)
    mutating func wrongKind(_ expected: JSONKind) -> JSONError {
        guard let found = next, found != expected else { return unexpected(.value, at: cursor) }
        return error(.wrongKind(expected: expected, found: found), at: cursor)
    }
}
