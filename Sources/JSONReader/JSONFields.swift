/// The values of the keys that are read of an object, for streams: made once, and filled anew by each message.
///
///     enum Key: Int, CaseIterable { case symbol, price }
///     var fields = JSONFields<Key>([.symbol: "s", .price: "c"])
///
/// A stream's messages repeat their keys in the same order. What stood between two values of the message before is
/// remembered: bytes that are the same mean the same, and are neither searched for their ends nor looked up. Whatever
/// differs is read without this help.
public struct JSONFields<Key: RawRepresentable<Int> & CaseIterable & Sendable>: Sendable {
    /// An object, so that it is handed on without its parts' references being counted.
    @usableFromInline let names: Names
    /// By the raw values of the keys.
    @usableFromInline var spans: [JSONSpan]
    @usableFromInline var steps = [JSONStep](repeating: .unknown, count: JSONStep.most)

    @usableFromInline
    final class Names: Sendable {
        @usableFromInline let keys: JSONKeys<Key>

        init(_ keys: JSONKeys<Key>) {
            self.keys = keys
        }
    }

    /// Fields of these names; the raw values of `Key` count from 0.
    public init(_ names: KeyValuePairs<Key, String>) {
        precondition(Key.allCases.enumerated().allSatisfy { $0.offset == $0.element.rawValue })
        precondition(names.count == Key.allCases.count)
        let sorted = names.sorted { $0.key.rawValue < $1.key.rawValue }
        self.names = Names(JSONKeys(sorted.map { ($0.value, $0.key) }))
        spans = [JSONSpan](repeating: .absent, count: names.count)
    }

    /// The bytes of a string in the text that was read last; none where it is absent, null, or written with escapes.
    ///
    /// Throws `JSONError` for a value of another kind.
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

    /// As for a string, also the bytes of a number.
    @inlinable
    @inline(__always)
    public func number(_ key: Key, in text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> UnsafeBufferPointer<UInt8>
    {
        let span = spans[key.rawValue]
        if span.kind == .other, span.isNumber(in: text) { return span.bytes(in: text, trimming: 0) }
        return try self.text(key, in: text)
    }

    /// A string, escapes and all; nil where it is absent or null. Throws `JSONError` for a value of another kind.
    public func string(_ key: Key, in text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONString? {
        let span = spans[key.rawValue]
        if span.kind == .escaped { return JSONString(bytes: span.bytes(in: text, trimming: 1), hasEscapes: true) }
        let bytes = try self.text(key, in: text)
        return span.kind == .string ? JSONString(bytes: bytes, hasEscapes: false) : nil
    }
}

/// Where a value lies in its text, from its first byte to behind its last.
@usableFromInline
struct JSONSpan: Sendable {
    @usableFromInline
    enum Kind: Sendable { case absent, string, escaped, other }

    @usableFromInline let start: Int
    @usableFromInline let count: Int
    @usableFromInline let kind: Kind

    @usableFromInline static let absent = JSONSpan(start: 0, count: 0, kind: .absent)

    @inlinable
    init(start: Int, count: Int, kind: Kind) {
        (self.start, self.count, self.kind) = (start, count, kind)
    }

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

/// What stood between two values: from behind one to the next, 24 bytes at most, as in `,"best_bid_size":`.
@usableFromInline
struct JSONStep: Sendable {
    /// Eight bytes each, where the masks have ones.
    @usableFromInline let words: (UInt64, UInt64, UInt64)
    @usableFromInline let masks: (UInt64, UInt64, UInt64)
    @usableFromInline let count: Int
    /// The raw value of the key; below 0 where it is not read.
    @usableFromInline let index: Int
    /// How many bytes the value had, if it was a plain string, its quotes not counted; below 0 for others.
    @usableFromInline var length = -1

    /// How many bytes are compared.
    @usableFromInline static var longest: Int { 24 }
    /// Objects with more keys are read without help from there on.
    @usableFromInline static var most: Int { 64 }
    /// What no bytes are equal to.
    @usableFromInline static let unknown = JSONStep()

    private init() {
        (words, masks) = ((1, 0, 0), (0, 0, 0))
        (count, index) = (0, -1)
    }

    @usableFromInline
    init(from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, index: Int?) {
        let bytes = UnsafeBufferPointer(start: first, count: value - first)
        guard bytes.count <= Self.longest else {
            self = .unknown
            return
        }
        words = (Self.word(bytes, 0), Self.word(bytes, 8), Self.word(bytes, 16))
        masks = (Self.mask(bytes.count), Self.mask(bytes.count - 8), Self.mask(bytes.count - 16))
        (count, self.index) = (bytes.count, index ?? -1)
    }

    private static func mask(_ count: Int) -> UInt64 {
        count >= 8 ? .max : count <= 0 ? 0 : (1 << UInt64(count * 8)) - 1
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
        bytes.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether the bytes stand at `place`, where `longest` can be read.
    @inlinable
    @inline(__always)
    func stands(at place: UnsafePointer<UInt8>) -> Bool {
        let raw = UnsafeRawPointer(place)
        let first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) & masks.0
        let second = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & masks.1
        let third = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)) & masks.2
        return (first ^ words.0) | (second ^ words.1) | (third ^ words.2) == 0
    }
}
