/// The range of a value in its text, packed into one word so that it is written quickly.
@usableFromInline
struct JSONSpan: Sendable {
    @usableFromInline
    enum Kind: UInt64, Sendable {
        case absent
        /// A string without escapes, or one whose decoded bytes are behind the message (`JSONFieldTable.decode`).
        case string
        /// A string whose escapes are not decoded yet; an object in which a key is repeated.
        case special
        case other
    }

    /// The start in 32 bits, the count in 30 bits, and the kind in 2 bits.
    @usableFromInline let bits: UInt64

    /// The limit of the length of a text. Texts are shorter.
    static var longestText: Int { 1 << 30 }
    static var absent: JSONSpan { JSONSpan(start: 0, count: 0, kind: .absent) }

    @inline(__always)
    init(start: Int, count: Int, kind: Kind) {
        bits = UInt64(truncatingIfNeeded: start) << 32 | UInt64(truncatingIfNeeded: count) << 2 | kind.rawValue
    }

    /// The span whose `bits` these are.
    init(bits: UInt64) {
        self.bits = bits
    }

    @inlinable var start: Int { Int(truncatingIfNeeded: bits >> 32) }
    @inlinable var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) >> 2 }
    @inlinable var kind: Kind { Kind(rawValue: bits & 3) ?? .absent }

    @inlinable
    @inline(__always)
    func slice(of text: UnsafeBufferPointer<UInt8>, trimming quote: Int) -> JSONSlice {
        precondition(start + count <= text.count)
        return unsafe JSONSlice(bytes: UnsafeBufferPointer(rebasing: text[(start + quote)..<(start + count - quote)]))
    }

    /// The type of the value; nil if it is missing.
    @usableFromInline
    func jsonKind(in text: UnsafeBufferPointer<UInt8>) -> JSONKind? {
        switch kind {
        case .absent: nil
        case .string: .string
        default: unsafe JSONKind(firstByte: text[start])
        }
    }

    @usableFromInline
    func wrongKind(_ expected: JSONKind, in text: UnsafeBufferPointer<UInt8>) -> JSONError {
        unsafe JSONError(.wrongKind(expected: expected, found: jsonKind(in: text) ?? .null), at: start)
    }
}
