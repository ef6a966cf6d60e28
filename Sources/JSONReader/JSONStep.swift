/// What stood between two values, 32 bytes at most, as in `,"best_bid_size":"`: from behind one value to the first byte of
/// the next, or of its text; and what that value was like.
@usableFromInline
struct JSONStep: Sendable {
    @usableFromInline typealias Bytes = SIMD16<UInt8>

    /// Sixteen bytes each, where the masks have ones.
    @usableFromInline let low, high: Bytes
    @usableFromInline let lowMask, highMask: Bytes
    @usableFromInline let count: Int
    /// The raw value of the key; below 0 where it is not read.
    @usableFromInline let index: Int
    /// True where the value is a string, whose opening quote counts to the step.
    @usableFromInline let isString: Bool
    /// How many bytes the value had, its quotes not counted, if it was plain text; below 0 for others.
    @usableFromInline var textLength = -1
    /// How many bytes the value had, if it was all digits, 16 at most; below 0 for others.
    @usableFromInline var digitsLength = -1
    /// Ones for the bytes of a value of less than sixteen.
    @usableFromInline var valueMask = Bytes(repeating: 0)

    /// How many bytes are compared.
    @usableFromInline static var longest: Int { 32 }
    /// Objects with more keys are read without help from there on.
    @usableFromInline static var most: Int { 64 }
    /// What no bytes are equal to.
    @usableFromInline static let unknown = JSONStep()

    private init() {
        (low, high) = (Bytes(repeating: 1), Bytes(repeating: 0))
        (lowMask, highMask) = (Bytes(repeating: 0), Bytes(repeating: 0))
        (count, index, isString) = (0, -1, false)
    }

    /// The step to a value, before which `first` stood.
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

    /// Remembers what the value was like.
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
    /// Whether the bytes stand at `place`, where `longest` can be read.
    @inlinable
    @inline(__always)
    func stands(at place: UnsafePointer<UInt8>) -> Bool {
        let raw = UnsafeRawPointer(place)
        let first = (raw.loadUnaligned(as: Bytes.self) & lowMask) ^ low
        let second = (raw.loadUnaligned(fromByteOffset: 16, as: Bytes.self) & highMask) ^ high
        return Self.isZero(first | second)
    }

    /// Whether plain text as long as that of before stands at `text`, and ends there; false says nothing.
    ///
    /// The length comes from elsewhere, so that the processor goes on behind the value while it still looks at it: where
    /// the end is found by searching, everything behind has to wait for it.
    @inlinable
    @inline(__always)
    func isPlainText(at text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        let (raw, highs) = (UnsafeRawPointer(text), Bytes(repeating: 0x80))
        if textLength < 16 {
            guard textLength >= 0, end - text > 16, text[textLength] == UInt8(ascii: "\"") else { return false }
            return Self.isZero(Self.unusual(raw.loadUnaligned(as: Bytes.self)) & highs & valueMask)
        }
        guard end - text > textLength, text[textLength] == UInt8(ascii: "\"") else { return false }
        // The last sixteen may be some that were looked at already.
        var found = Self.unusual(raw.loadUnaligned(fromByteOffset: textLength &- 16, as: Bytes.self))
        var offset = 0
        while offset &+ 16 < textLength {
            found |= Self.unusual(raw.loadUnaligned(fromByteOffset: offset, as: Bytes.self))
            offset &+= 16
        }
        return Self.isZero(found & highs)
    }

    /// Whether as many digits as before stand at `text`, and are a whole number; false says nothing.
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

    /// The high bits of quotes, backslashes, control characters and what is not ASCII.
    @inlinable
    @inline(__always)
    static func unusual(_ bytes: Bytes) -> Bytes {
        let one = Bytes(repeating: 1)
        let (quote, backslash) = (bytes ^ Bytes(repeating: 0x22), bytes ^ Bytes(repeating: 0x5C))
        return (quote &- one) | (backslash &- one) | (bytes &- Bytes(repeating: 0x20)) | bytes
    }

    /// The high bits of what is no digit.
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
