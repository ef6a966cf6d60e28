/// An error found while reading a JSON text, with its position.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    public let kind: Kind
    /// The byte offset of the error from the start of the text.
    public let offset: Int

    /// The kinds of errors in a text or in its content.
    public enum Kind: Equatable, Sendable {
        /// The grammar expects something else here (RFC 8259).
        case syntax(expected: Expectation)
        /// The text ends too early.
        case truncated
        /// A string is not UTF-8.
        case invalidUTF8
        /// Arrays and objects nested deeper than `JSONReader.maximumDepth`.
        case tooDeep
        /// More than `limit` elements or members.
        case tooMany(limit: Int)
        /// Something other than white space follows the value.
        case trailing
        /// A key occurs twice in its object, and is one of those that are read.
        case duplicateKey(String)
        /// A valid value of another type than the expected one.
        case wrongKind(expected: JSONKind, found: JSONKind)
        /// A required key is missing from its object. Only callers create this error.
        case missing(String)
    }

    /// What the JSON grammar expects at a position.
    public enum Expectation: Equatable, Sendable {
        case value, key, colon, commaOrEnd, digit, literal, escape, noControlCharacter
    }

    /// Creates an error at a byte offset.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

/// The types of JSON values, which differ in their first byte.
public enum JSONKind: Equatable, Sendable {
    case object, array, string, number, bool, null

    /// The first byte of an object; of an array for any other kind.
    @inlinable var opening: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
    /// The last byte of an object; of an array for any other kind.
    @inlinable var closing: UInt8 { self == .object ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    @inlinable
    init?(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        case UInt8(ascii: "n"): self = .null
        default: return nil
        }
    }
}
