/// The bytes between two values, at most 32, for example `,"best_bid_size":"`: from the end of one value to the first
/// byte of the next one, or of its text if it is a string. It also describes that value.
@usableFromInline
struct JSONStep: Sendable {
    @usableFromInline typealias Bytes = SIMD16<UInt8>

    /// The bytes in two vectors of sixteen, valid where the masks have ones.
    @usableFromInline let low, high: Bytes
    @usableFromInline let lowMask, highMask: Bytes
    @usableFromInline let count: Int
    /// The raw value of the key; negative if the key is not read.
    @usableFromInline let index: Int
    /// True if the value is a string. Its opening quote is part of the step.
    @usableFromInline let isString: Bool
    /// The length of the value in bytes without its quotes, if it was plain text; negative otherwise.
    @usableFromInline var textLength = -1
    /// The length of the value in bytes, at most 16, if it was all digits; negative otherwise.
    @usableFromInline var digitsLength = -1
    /// A mask of ones for the bytes of a value shorter than sixteen bytes.
    @usableFromInline var valueMask = Bytes(repeating: 0)

    /// The number of bytes that are compared.
    @usableFromInline static var longest: Int { 32 }
    /// The maximum number of steps. Further keys of an object are read without this optimization.
    @usableFromInline static var most: Int { 64 }
    /// A step that equals no bytes.
    @usableFromInline static let unknown = JSONStep()

    private init() {
        (low, high) = (Bytes(repeating: 1), Bytes(repeating: 0))
        (lowMask, highMask) = (Bytes(repeating: 0), Bytes(repeating: 0))
        (count, index, isString) = (0, -1, false)
    }

    /// Creates the step from `first`, the end of the previous value, to a value.
    @usableFromInline
    init(from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, index: Int?) {
        let isString = value[0] == UInt8(ascii: "\"")
        let bytes = UnsafeBufferPointer(start: first, count: value - first + (isString ? 1 : 0))
        guard bytes.count <= Self.longest else {
            self = .unknown
            return
        }
        (low, high) = (Self.bytes(bytes, 0), Self.bytes(bytes, 16))
        (lowMask, highMask) = (Self.ones(bytes.count), Self.ones(bytes.count - 16))
        (count, self.index, self.isString) = (bytes.count, index ?? -1, isString)
    }

    /// Remembers the type and length of a value.
    @usableFromInline
    mutating func remember(_ value: JSONSpan, at place: UnsafePointer<UInt8>) {
        (textLength, digitsLength) = (-1, -1)
        if value.kind == .string {
            textLength = value.count - 2
        } else if value.count <= 16, (0..<value.count).allSatisfy({ place[$0] &- UInt8(ascii: "0") < 10 }) {
            digitsLength = value.count
        }
        valueMask = Self.ones(max(textLength, digitsLength))
    }

    private static func ones(_ count: Int) -> Bytes {
        var bytes = Bytes(repeating: 0)
        for index in 0..<min(max(count, 0), 16) { bytes[index] = .max }
        return bytes
    }

    private static func bytes(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bytes {
        var bytes = Bytes(repeating: 0)
        for index in start..<max(min(start + 16, text.count), start) { bytes[index - start] = text[index] }
        return bytes
    }
}

// MARK: - Comparing

extension JSONStep {
    /// Whether the bytes of the step are at `place`, where `longest` bytes must be readable.
    @inlinable
    @inline(__always)
    func stands(at place: UnsafePointer<UInt8>) -> Bool {
        let raw = UnsafeRawPointer(place)
        let first = (raw.loadUnaligned(as: Bytes.self) & lowMask) ^ low
        let second = (raw.loadUnaligned(fromByteOffset: 16, as: Bytes.self) & highMask) ^ high
        return Self.isZero(first | second)
    }

    /// Whether plain text of the remembered length begins at `text` and ends there. False means that it is not known.
    ///
    /// The length is remembered so that the processor can continue after the value while it still checks it. If the
    /// end had to be searched for, everything after it would wait.
    @inlinable
    @inline(__always)
    func isPlainText(at text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        let (raw, highs) = (UnsafeRawPointer(text), Bytes(repeating: 0x80))
        if textLength < 16 {
            guard textLength >= 0, end - text > 16, text[textLength] == UInt8(ascii: "\"") else { return false }
            return Self.isZero(Self.unusual(raw.loadUnaligned(as: Bytes.self)) & highs & valueMask)
        }
        guard end - text > textLength, text[textLength] == UInt8(ascii: "\"") else { return false }
        // The last sixteen bytes may overlap with bytes already checked.
        var found = Self.unusual(raw.loadUnaligned(fromByteOffset: textLength &- 16, as: Bytes.self))
        var offset = 0
        while offset &+ 16 < textLength {
            found |= Self.unusual(raw.loadUnaligned(fromByteOffset: offset, as: Bytes.self))
            offset &+= 16
        }
        return Self.isZero(found & highs)
    }

    /// Whether an integer of the remembered number of digits is at `text`. False means that it is not known.
    @inlinable
    @inline(__always)
    func isNumber(at text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        guard digitsLength > 0, end - text > 16 else { return false }
        let next = text[digitsLength]
        guard next == UInt8(ascii: ",") || next == UInt8(ascii: "}"),
            text[0] != UInt8(ascii: "0") || digitsLength == 1
        else { return false }
        let bytes = UnsafeRawPointer(text).loadUnaligned(as: Bytes.self)
        return Self.isZero(Self.noDigits(bytes) & Bytes(repeating: 0x80) & valueMask)
    }

    /// Returns the high bits of quotes, backslashes, control characters and non-ASCII bytes.
    @inlinable
    @inline(__always)
    static func unusual(_ bytes: Bytes) -> Bytes {
        let one = Bytes(repeating: 1)
        let (quote, backslash) = (bytes ^ Bytes(repeating: 0x22), bytes ^ Bytes(repeating: 0x5C))
        return (quote &- one) | (backslash &- one) | (bytes &- Bytes(repeating: 0x20)) | bytes
    }

    /// Returns the high bits of bytes that are not digits.
    @inlinable
    @inline(__always)
    static func noDigits(_ bytes: Bytes) -> Bytes {
        let values = bytes ^ Bytes(repeating: 0x30)
        return (values &+ Bytes(repeating: 0x76)) | values
    }

    @inlinable
    @inline(__always)
    static func isZero(_ bytes: Bytes) -> Bool {
        let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}
