/// A string of a JSON text, where it stands: checked, not yet decoded.
///
/// Valid only inside the closure of `JSONReader.read`. Equal to another, and to a `String`, when the decoded bytes are.
public struct JSONString {
    /// The bytes between the quotes, escapes as they were written.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// Whether there are escapes; without, `bytes` are the string.
    public let hasEscapes: Bool

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        self.bytes = bytes
        self.hasEscapes = hasEscapes
    }

    /// The string, decoded; half a surrogate pair becomes U+FFFD.
    public func makeString() -> String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// Hands over the decoded bytes: in place where there are no escapes.
    @inlinable
    public func withUTF8<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard hasEscapes else { return try body(bytes) }
        let decoded = decodedBytes()
        let result = decoded.withUnsafeBufferPointer { buffer in
            Swift.Result { () throws(Failure) -> Result in try body(buffer) }
        }
        return try result.get()
    }

    /// Whether the string is `text`, byte by byte, without regard to Unicode's canonical equivalence.
    public static func == (string: JSONString, text: String) -> Bool {
        var text = text
        return text.withUTF8 { expected in string.withUTF8 { $0.elementsEqual(expected) } }
    }

    /// Whether the string is not `text`.
    public static func != (string: JSONString, text: String) -> Bool {
        !(string == text)
    }
}

extension JSONString: Hashable {
    /// Compares the decoded bytes.
    public static func == (left: JSONString, right: JSONString) -> Bool {
        left.withUTF8 { first in right.withUTF8 { first.elementsEqual($0) } }
    }

    /// Hashes the decoded bytes.
    public func hash(into hasher: inout Hasher) {
        withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A number of a JSON text, as it was written.
///
/// Valid only inside the closure of `JSONReader.read`.
public struct JSONNumber {
    /// The bytes of the number, in JSON's grammar.
    public let bytes: UnsafeBufferPointer<UInt8>

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The value of a number that is written as an integer, without fraction or exponent; nil for others, and past 64 bits.
    public var int64: Int64? {
        Int64(String(decoding: bytes, as: UTF8.self))
    }
}
