/// An error found while reading a JSON text, with its position.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
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

    /// What the JSON grammar expects at a position. The raw value describes what is there instead, for a message.
    public enum Expectation: String, Sendable {
        case value = "no value"
        case key = "no key"
        case colon = "no colon"
        case commaOrEnd = "neither a comma nor an end"
        case digit = "no digit"
        case literal = "an unknown word"
        case escape = "an unknown escape"
        case noControlCharacter = "a control character"
    }

    /// Creates an error at a byte offset.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// The problem and its position in words: `a number instead of a string at byte 12`.
    public var description: String {
        switch kind {
        case .syntax(let expected): "no JSON: \(expected.rawValue) at byte \(offset)"
        case .truncated: "cut short after \(offset) bytes"
        case .invalidUTF8: "no UTF-8 at byte \(offset)"
        case .tooDeep: "over \(JSONReader.maximumDepth) levels deep at byte \(offset)"
        case .tooMany(let limit): "over \(limit) elements at byte \(offset)"
        case .trailing: "more than one value at byte \(offset)"
        case .duplicateKey(let key): "'\(key)' twice at byte \(offset)"
        case .wrongKind(let expected, let found): "\(found.rawValue) instead of \(expected.rawValue) at byte \(offset)"
        case .missing(let key): "'\(key)' is missing at byte \(offset)"
        }
    }
}

/// The types of JSON values, which differ in their first byte. The raw value names them in a message.
public enum JSONKind: String, Sendable {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case bool = "a truth value"
    case null

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
