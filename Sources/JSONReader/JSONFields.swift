/// The values of selected keys of an object, for streams. It is created once and filled again by each message.
///
///     enum Key: Int, CaseIterable { case symbol, price }
///     var fields = JSONFields<Key>([.symbol: "s", .price: "c"])
///
/// The messages of a stream repeat their keys in the same order. The bytes between two values of the previous message
/// are remembered: if the same bytes follow, they are neither scanned nor looked up. Everything else is read without
/// this optimization.
public struct JSONFields<Key: RawRepresentable<Int> & CaseIterable & Sendable>: Sendable {
    /// A class instance, so that passing it on does not count references of its parts.
    @usableFromInline let names: Names
    /// The spans of the values, indexed by the raw values of the keys.
    @usableFromInline var spans: [JSONSpan]
    @usableFromInline var steps = [JSONStep](repeating: .unknown, count: JSONStep.most)

    @usableFromInline
    final class Names: Sendable {
        @usableFromInline let keys: JSONKeys<Key>

        init(_ keys: JSONKeys<Key>) {
            self.keys = keys
        }
    }

    /// Creates fields with names. The raw values of `Key` must count from 0.
    public init(_ names: KeyValuePairs<Key, String>) {
        precondition(Key.allCases.enumerated().allSatisfy { $0.offset == $0.element.rawValue })
        precondition(names.count == Key.allCases.count)
        let sorted = names.sorted { $0.key.rawValue < $1.key.rawValue }
        self.names = Names(JSONKeys(sorted.map { ($0.value, $0.key) }))
        spans = [JSONSpan](repeating: .absent, count: names.count)
    }

    /// Returns the bytes of a string in the text that was read last. Returns no bytes if it is missing, null, or
    /// contains escapes.
    ///
    /// Throws `JSONError` if the value is of another type.
    @inlinable
    @inline(__always)
    public func text(_ key: Key, in text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        let span = spans[key.rawValue]
        if span.kind == .string { return span.bytes(in: text, trimming: 1) }
        guard span.kind == .absent || span.kind == .escaped || span.isNull(in: text) else {
            throw span.wrongKind(.string, in: text)
        }
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Returns the bytes of a number, or of a string as `text` does.
    ///
    /// Throws `JSONError` if the value is of another type.
    @inlinable
    @inline(__always)
    public func number(_ key: Key, in text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> UnsafeBufferPointer<UInt8>
    {
        let span = spans[key.rawValue]
        if span.kind == .other, span.isNumber(in: text) { return span.bytes(in: text, trimming: 0) }
        return try self.text(key, in: text)
    }

    /// As for a number; none for a value of any other kind.
    @inlinable
    @inline(__always)
    public func numberIfSound(_ key: Key, in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let span = spans[key.rawValue]
        if span.kind == .string { return span.bytes(in: text, trimming: 1) }
        if span.kind == .other, span.isNumber(in: text) { return span.bytes(in: text, trimming: 0) }
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Returns a string, which may contain escapes; nil if it is missing or null. Throws `JSONError` if the value is
    /// of another type.
    public func string(_ key: Key, in text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONString? {
        let span = spans[key.rawValue]
        if span.kind == .escaped { return JSONString(bytes: span.bytes(in: text, trimming: 1), hasEscapes: true) }
        let bytes = try self.text(key, in: text)
        return span.kind == .string ? JSONString(bytes: bytes, hasEscapes: false) : nil
    }
}

/// The range of a value in its text, packed into one word so that it is written quickly.
@usableFromInline
struct JSONSpan: Sendable {
    @usableFromInline
    enum Kind: UInt64, Sendable { case absent, string, escaped, other }

    /// The start in 32 bits, the count in 30 bits, and the kind in 2 bits.
    @usableFromInline let bits: UInt64

    /// The limit of the length of a text. Texts are shorter.
    @usableFromInline static var longestText: Int { 1 << 30 }
    @usableFromInline static var absent: JSONSpan { JSONSpan(start: 0, count: 0, kind: .absent) }

    @inlinable
    @inline(__always)
    init(start: Int, count: Int, kind: Kind) {
        bits = UInt64(truncatingIfNeeded: start) << 32 | UInt64(truncatingIfNeeded: count) << 2 | kind.rawValue
    }

    @inlinable var start: Int { Int(truncatingIfNeeded: bits >> 32) }
    @inlinable var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) >> 2 }
    @inlinable var kind: Kind { Kind(rawValue: bits & 3) ?? .absent }

    @inlinable
    @inline(__always)
    func bytes(in text: UnsafeBufferPointer<UInt8>, trimming quote: Int) -> UnsafeBufferPointer<UInt8> {
        precondition(start + count <= text.count)
        return UnsafeBufferPointer(rebasing: text[(start + quote)..<(start + count - quote)])
    }

    @usableFromInline
    func isNull(in text: UnsafeBufferPointer<UInt8>) -> Bool { text[start] == UInt8(ascii: "n") }

    @usableFromInline
    func isNumber(in text: UnsafeBufferPointer<UInt8>) -> Bool { JSONKind(firstByte: text[start]) == .number }

    @usableFromInline
    func wrongKind(_ expected: JSONKind, in text: UnsafeBufferPointer<UInt8>) -> JSONError {
        JSONError(.wrongKind(expected: expected, found: JSONKind(firstByte: text[start]) ?? .null), at: start)
    }
}
