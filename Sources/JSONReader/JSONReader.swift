/// A strict JSON reader (RFC 8259) that passes requested values to the caller in a single pass.
///
/// It builds no tree and allocates nothing per value: strings and numbers are slices of the text, valid only inside
/// the closure of `read`. Skipped values are checked too, including their UTF-8. After a method throws, the reader's
/// position is undefined; only `readRow` continues after an error.
///
/// A closure that is called for a value either reads that one value, or does not read it, which skips it.
///
/// The type is public, although no product exports it: generic functions with `package` access are not specialized in
/// other targets, which made reading an object half as fast.
@safe
public struct JSONReader {
    /// The maximum depth of nested arrays and objects.
    public static let maximumDepth = 512
    /// The maximum number of elements of an array, or of members of an object with arbitrary keys, that are read.
    /// There is no limit for skipped values.
    public static let maximumCount = 200_000

    /// A position in the text. Loops keep it in a local variable, which is in a register; `cursor` is in memory.
    @usableFromInline typealias Place = UnsafePointer<UInt8>

    @usableFromInline let start: Place
    /// The end of the text, or of what has arrived of it.
    @usableFromInline var end: Place
    @usableFromInline var cursor: Place
    @usableFromInline var depth = 0
    /// What the rows of a list have in common; nil if none is read.
    @usableFromInline var orders: UnsafeMutablePointer<JSONMemberOrders.Storage>?
    /// Where more of the text comes from; nil if it is whole.
    @usableFromInline unowned(unsafe) var source: (any JSONSource)?
    /// Whether something refers to text before the cursor.
    @usableFromInline var keepsText = false
    /// Whether a row of a list has been read. A text without one may be an error, which is read from its start.
    public var hasRows = false

    @inlinable
    init(start: Place, count: Int) {
        unsafe self.start = start
        unsafe end = start + count
        unsafe cursor = start
    }

    /// Reads a whole text: one value, surrounded only by white space.
    ///
    /// Throws `JSONError`, and the errors of `body`.
    @inlinable
    public static func read<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        guard let start = text.baseAddress else { throw JSONError(.truncated, at: 0) }
        var reader = unsafe JSONReader(start: start, count: text.count)
        let result = try reader.readValue(body)
        try reader.readEnd()
        return result
    }

    /// Throws if anything but white space follows.
    @inlinable
    mutating func readEnd() throws(JSONError) {
        skipWhiteSpace()
        guard unsafe cursor == end else { throw unsafe error(.trailing, at: cursor) }
    }

    /// Reads a whole text from an array of bytes. Throws `JSONError`, and the errors of `body`.
    @inlinable
    public static func read<Result>(
        _ text: [UInt8], _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        unsafe try text.withUnsafeBufferPointer { unsafe try read($0, body) }
    }

    /// The type of the next value, judged by its first byte; nil if no value begins here.
    @inlinable
    public var next: JSONKind? {
        mutating get {
            skipWhiteSpace()
            return unsafe cursor < end ? JSONKind(firstByte: cursor[0]) : nil
        }
    }

    /// The byte offset of the current position.
    public var offset: Int { unsafe cursor - start }

    /// The number of bytes from the current position to the end of the text.
    @inlinable public var remaining: Int { unsafe end - cursor }

    /// Returns the error for an object without a required key. The caller throws it.
    public func missing(_ key: String) -> JSONError {
        unsafe error(.missing(key), at: cursor)
    }
}

extension JSONReader {
    /// Calls `body` to read the next value, and skips the value if `body` did not read it.
    @inlinable
    mutating func readValue<Result>(_ body: (inout JSONReader) throws -> Result) throws -> Result {
        skipWhiteSpace()
        let value = unsafe cursor
        let result = try body(&self)
        if unsafe cursor == value { try skip() }
        return result
    }

    @inlinable
    mutating func skipWhiteSpace() {
        unsafe cursor = endOfWhiteSpace(from: cursor)
    }

    /// Returns the error for a byte that does not match the grammar, or for the end of the text.
    @usableFromInline
    @inline(never)
    func unexpected(_ expected: JSONError.Expectation, at place: Place) -> JSONError {
        unsafe error(place < end ? .syntax(expected: expected) : .truncated, at: place)
    }

    @usableFromInline
    @inline(never)
    func error(_ kind: JSONError.Kind, at place: Place) -> JSONError {
        unsafe JSONError(kind, at: place - start)
    }

    /// Returns the error for a value of another type than `expected`, or for a missing value.
    @usableFromInline
    @inline(never)
    mutating func wrongKind(_ expected: JSONKind) -> JSONError {
        guard let found = next, found != expected else { return unsafe unexpected(.value, at: cursor) }
        return unsafe error(.wrongKind(expected: expected, found: found), at: cursor)
    }
}
