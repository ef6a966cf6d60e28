/// A string of a JSON text in place: checked, but not decoded.
///
/// Valid only inside the closure of `JSONReader.read`. Two strings, or a string and a `String`, are equal if their
/// decoded bytes are equal.
@safe
public struct JSONString {
    /// The bytes between the quotes, with escapes as written.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the string contains escapes. If not, `bytes` are its UTF-8.
    public let hasEscapes: Bool

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
        unsafe self.bytes = bytes
        self.hasEscapes = hasEscapes
    }

    /// Returns the decoded string. An unpaired surrogate becomes U+FFFD.
    public func makeString() -> String {
        unsafe withUTF8 { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Calls a closure with the decoded bytes, without a copy if there are no escapes.
    @inlinable
    public func withUTF8<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard hasEscapes else { return unsafe try body(bytes) }
        let decoded = decodedBytes()
        let result = unsafe decoded.withUnsafeBufferPointer { buffer in
            Swift.Result { () throws(Failure) -> Result in unsafe try body(buffer) }
        }
        return try result.get()
    }

    /// Whether the string equals `text` byte by byte, ignoring canonical equivalence of Unicode.
    public static func == (string: JSONString, text: String) -> Bool {
        var text = text
        return text.withUTF8 { expected in unsafe string.withUTF8 { unsafe $0.elementsEqual(expected) } }
    }

    /// Whether the string differs from `text`.
    public static func != (string: JSONString, text: String) -> Bool {
        !(string == text)
    }
}

extension JSONString: Hashable {
    /// Compares the decoded bytes.
    public static func == (left: JSONString, right: JSONString) -> Bool {
        unsafe left.withUTF8 { first in unsafe right.withUTF8 { unsafe first.elementsEqual($0) } }
    }

    /// Hashes the decoded bytes.
    public func hash(into hasher: inout Hasher) {
        unsafe withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// A part of a JSON text: a number in its original notation, or a string without escapes, in place unless its escapes
/// were decoded. Empty for a value that is missing.
///
/// Valid only inside the closure of `JSONReader.read` or `JSONFields.read`.
@safe
public struct JSONSlice {
    /// The bytes of the number, which match the JSON grammar, or of the string without its quotes.
    public let bytes: UnsafeBufferPointer<UInt8>

    @inlinable
    init(bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    @inlinable static var empty: JSONSlice { unsafe JSONSlice(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

    /// The number of bytes.
    @inlinable public var count: Int { unsafe bytes.count }

    /// Whether there are no bytes.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// Whether the bytes are those of a text.
    @inlinable
    @inline(__always)
    public func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where unsafe bytes[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether the bytes are in an array from a position on.
    @inlinable
    @inline(__always)
    public func isPart(of text: [UInt8], at position: Int) -> Bool {
        guard count <= text.count - position else { return false }
        for index in 0..<count where unsafe bytes[index] != text[position + index] { return false }
        return true
    }

    /// Appends the bytes to an array.
    @inlinable
    public func append(to text: inout [UInt8]) {
        unsafe text.append(contentsOf: bytes)
    }
}
