/// Why a text was refused, and where.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong.
    public let kind: Kind
    /// How many bytes of the text stand before the place.
    public let offset: Int

    /// What can be wrong with a text, or with what it says.
    public enum Kind: Equatable, Sendable {
        /// Something else than JSON's grammar asks for here (RFC 8259).
        case syntax(expected: Expectation)
        /// The text ends too early.
        case truncated
        /// A string is not UTF-8.
        case invalidUTF8
        /// More than `JSONReader.maximumDepth` arrays and objects within each other.
        case tooDeep
        /// More elements, or members, than may be read.
        case tooMany(limit: Int)
        /// Something other than white space follows the value.
        case trailing
        /// A key that is read stands twice in its object.
        case duplicateKey(String)
        /// A sound value of another kind than is read here.
        case wrongKind(expected: JSONKind, found: JSONKind)
        /// What is read here is not in its object; made by callers.
        case missing(String)
    }

    /// What JSON's grammar asks for at a place.
    public enum Expectation: Equatable, Sendable {
        case value, key, colon, commaOrEnd, digit, literal, escape, noControlCharacter
    }

    /// A fact at a place.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

/// The kinds of values JSON has, told by their first byte.
public enum JSONKind: Equatable, Sendable {
    case object, array, string, number, bool, null

    /// The byte an object, or else an array, begins with.
    @inlinable var opening: UInt8 { self == .object ? UInt8(ascii: "{") : UInt8(ascii: "[") }
    /// The byte an object, or else an array, ends with.
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
