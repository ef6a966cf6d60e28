/// A string of a JSON text in place: checked, but not decoded.
///
/// Valid only inside the closure of `JSONReader.read`. Two strings, or a string and a `String`, are equal if their
/// decoded bytes are equal.
public struct JSONString {
    /// The bytes between the quotes, with escapes as written.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the string contains escapes. If not, `bytes` are its UTF-8.
    public let hasEscapes: Bool

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        self.bytes = bytes
        self.hasEscapes = hasEscapes
    }

    /// Returns the decoded string. An unpaired surrogate becomes U+FFFD.
    public func makeString() -> String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the decoded bytes, without a copy if there are no escapes.
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

    /// Whether the string equals `text` byte by byte, ignoring canonical equivalence of Unicode.
    public static func == (string: JSONString, text: String) -> Bool {
        var text = text
        return text.withUTF8 { expected in string.withUTF8 { $0.elementsEqual(expected) } }
    }

    /// Whether the string differs from `text`.
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

/// A number of a JSON text in its original notation.
///
/// Valid only inside the closure of `JSONReader.read`.
public struct JSONNumber {
    /// The bytes of the number, which match the JSON grammar.
    public let bytes: UnsafeBufferPointer<UInt8>

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The value of a number without fraction and exponent; nil for others and for those beyond 64 bits.
    public var int64: Int64? {
        Int64(String(decoding: bytes, as: UTF8.self))
    }
}
