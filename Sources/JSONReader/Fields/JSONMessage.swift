/// The objects of a message, in place: the outermost value and the rows.
///
/// Valid only inside the closure of `JSONFields.read`.
@safe
public struct JSONMessage<Key: RawRepresentable<String> & CaseIterable & Sendable> {
    @usableFromInline let spans: UnsafeBufferPointer<JSONSpan>
    @usableFromInline let count: Int
    @usableFromInline let text: UnsafeBufferPointer<UInt8>

    @inlinable
    init(spans: UnsafeBufferPointer<JSONSpan>, count: Int, text: UnsafeBufferPointer<UInt8>) {
        unsafe (self.spans, self.count, self.text) = (spans, count, text)
    }

    /// The outermost value.
    @inlinable public var head: JSONRow<Key> { self[0] }

    /// The numbers of the rows, in order. The outermost value has the number 0.
    @inlinable public var rows: Range<Int> { 1..<count }

    /// A row.
    @inlinable
    public subscript(number: Int) -> JSONRow<Key> {
        precondition(number >= 0 && number < count)
        return unsafe JSONRow(
            spans: spans.baseAddress.unsafelyUnwrapped + number * (2 + Key.allCases.count), text: text)
    }
}

/// One object of a message, in place. A method that reads a value throws `JSONError` if it is of another type.
///
/// Valid only inside the closure of `JSONFields.read`.
@safe
public struct JSONRow<Key: RawRepresentable<String> & CaseIterable & Sendable> {
    /// The whole value, its name, and the values of the keys.
    @usableFromInline let spans: UnsafePointer<JSONSpan>
    @usableFromInline let text: UnsafeBufferPointer<UInt8>

    @inlinable
    init(spans: UnsafePointer<JSONSpan>, text: UnsafeBufferPointer<UInt8>) {
        unsafe (self.spans, self.text) = (spans, text)
    }

    @inlinable
    @inline(__always)
    func span(_ key: Key) -> JSONSpan { unsafe spans[2 + JSONFields<Key>.place(of: key)] }

    /// Throws `JSONError` if the row is not an object, or if one of the keys occurs twice in it.
    @inlinable
    @inline(__always)
    public func check() throws(JSONError) {
        guard unsafe spans[0].kind == .other, unsafe text[spans[0].start] == UInt8(ascii: "{") else { throw problem() }
    }

    @usableFromInline
    @inline(never)
    func problem() -> JSONError {
        guard type == .object else { return unsafe spans[0].wrongKind(.object, in: text) }
        do {
            unsafe try reader(at: spans[0]) { reader in
                try reader.readObject(JSONKeys<Key>()) { _, _ in }
            }
        } catch let error as JSONError {
            return error
        } catch {}
        return unsafe JSONError(.syntax(expected: .key), at: spans[0].start)
    }

    /// The type of the row itself.
    public var type: JSONKind? { unsafe spans[0].jsonKind(in: text) }

    /// The name of the row, without escapes; empty if rows have no names.
    @inlinable public var name: JSONSlice {
        unsafe spans[1].kind == .string ? spans[1].slice(of: text, trimming: 1) : .empty
    }

    /// The type of a value; nil if it is missing.
    public func type(_ key: Key) -> JSONKind? { unsafe span(key).jsonKind(in: text) }

    /// Returns a string, without escapes. It is empty if it is missing or null.
    @inlinable
    @inline(__always)
    public func text(_ key: Key) throws(JSONError) -> JSONSlice {
        let span = span(key)
        if span.kind == .string { return unsafe span.slice(of: text, trimming: 1) }
        guard unsafe span.kind != .other || text[span.start] == UInt8(ascii: "n") else {
            throw unsafe span.wrongKind(.string, in: text)
        }
        return .empty
    }

    /// Returns a number, or a string as `text` does.
    @inlinable
    @inline(__always)
    public func number(_ key: Key) throws(JSONError) -> JSONSlice {
        let span = span(key)
        if span.kind == .other, unsafe Self.beginsNumber(text[span.start]) {
            return unsafe span.slice(of: text, trimming: 0)
        }
        return try text(key)
    }

    /// Returns a number as `number` does. It is empty for a value of any other type.
    @inlinable
    @inline(__always)
    public func numberIfSound(_ key: Key) -> JSONSlice {
        let span = span(key)
        if span.kind == .string { return unsafe span.slice(of: text, trimming: 1) }
        if span.kind == .other, unsafe Self.beginsNumber(text[span.start]) {
            return unsafe span.slice(of: text, trimming: 0)
        }
        return .empty
    }

    /// The span in the message of a string that was decoded.
    private func writtenSpan(of span: JSONSpan) -> JSONSpan {
        let end = span.start + span.count
        unsafe precondition(end + MemoryLayout<UInt64>.size <= text.count)
        return unsafe JSONSpan(bits: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: end, as: UInt64.self))
    }

    /// Whether a value that begins with a byte is a number. The value is known to be valid.
    @inlinable
    @inline(__always)
    static func beginsNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 }

    /// Calls `body` with a reader at a value of any type; returns nil if the value is missing. Throws also the errors
    /// of `body`.
    public func read<Result>(_ key: Key, _ body: (inout JSONReader) throws -> Result) throws -> Result? {
        let span = span(key)
        return span.kind == .absent ? nil : try reader(at: span, body)
    }

    @usableFromInline
    func reader<Result>(at span: JSONSpan, _ body: (inout JSONReader) throws -> Result) throws -> Result {
        unsafe precondition(span.start + span.count <= text.count)
        let span = unsafe text[span.start] == 0 ? writtenSpan(of: span) : span
        var reader = unsafe JSONReader(start: text.baseAddress.unsafelyUnwrapped, count: span.start + span.count)
        unsafe reader.cursor += span.start
        return try reader.readValue(body)
    }
}
