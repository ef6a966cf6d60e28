/// The bytes between two values, at most 32, for example `,"best_bid_size":"`: from the end of one value to the first
/// byte of the next one, or of its text if it is a string. It also describes that value.
struct JSONStep: Sendable {
    typealias Bytes = SIMD16<UInt8>

    private enum Kind: UInt8 { case text, number, other }

    /// The bytes in two vectors of sixteen, valid where the masks have ones.
    private let low, high: Bytes
    private let lowMask, highMask: Bytes
    let count: Int
    /// The number of the key; negative if the key is not read.
    let index: Int
    /// True if the value is a string. Its opening quote is part of the step.
    let isString: Bool
    /// What the value was: a string without escapes, or a number of at most 16 bytes.
    private var kind = Kind.other
    /// The length of the value in bytes without its quotes.
    private(set) var length = 0
    /// A mask of ones for the bytes of a value of at most sixteen bytes.
    private var valueMask = Bytes(repeating: 0)
    /// The least byte at each position of a number, and 0x7F less the number of bytes above it that are possible.
    private var least = Bytes(repeating: 0), limit = Bytes(repeating: 0)

    /// The number of bytes that are compared.
    static var longest: Int { 32 }
    /// The maximum number of steps of an object. Further members are read without this optimization.
    static var most: Int { 48 }
    /// A step that equals no bytes.
    static let unknown = JSONStep()

    private init() {
        (low, high) = (Bytes(repeating: 1), Bytes(repeating: 0))
        (lowMask, highMask) = (Bytes(repeating: 0), Bytes(repeating: 0))
        (count, index, isString) = (0, -1, false)
    }

    /// Creates the step from `first`, the end of the previous value, to a value. Nil if it has too many bytes, or if too
    /// few follow in the text to compare it.
    init?(
        from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, index: Int
    ) {
        let isString = unsafe value[0] == UInt8(ascii: "\"")
        let bytes = unsafe UnsafeBufferPointer(start: first, count: value - first + (isString ? 1 : 0))
        guard bytes.count <= Self.longest, unsafe end - first >= Self.reach(bytes.count) else { return nil }
        (low, high) = unsafe (Self.bytes(bytes, 0), Self.bytes(bytes, 16))
        (lowMask, highMask) = (Self.ones(bytes.count), Self.ones(bytes.count - 16))
        (count, self.index, self.isString) = (bytes.count, index, isString)
    }

    /// Remembers the type and length of a value.
    mutating func remember(_ value: JSONSpan, at place: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
        kind = .other
        if isString {
            guard value.kind == .string else { return }
            (kind, length) = (.text, value.count - 2)
            valueMask = Self.ones(length)
        } else if value.kind != .other {
            // A string where another type was before: the step must include its quote.
            self = .unknown
        } else if value.count <= 16, unsafe end - place > 16, unsafe place[0] <= UInt8(ascii: "9") {
            (kind, length) = (.number, value.count)
            valueMask = Self.ones(length)
            unsafe rememberNumber(at: place)
        }
    }

    /// Remembers which bytes of a number are digits. A first digit of several is not 0.
    private mutating func rememberNumber(at place: UnsafePointer<UInt8>) {
        let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: Bytes.self)
        let areDigits = (bytes &- Bytes(repeating: 0x30)) .< Bytes(repeating: 10)
        least = bytes.replacing(with: Bytes(repeating: 0x30), where: areDigits)
        limit = Bytes(repeating: 0x7F).replacing(with: Bytes(repeating: 0x76), where: areDigits)
        let first = unsafe place[0] == UInt8(ascii: "-") ? 1 : 0
        if first + 1 < length, areDigits[first], areDigits[first + 1] { (least[first], limit[first]) = (0x31, 0x77) }
    }

    @inline(__always)
    private static func ones(_ count: Int) -> Bytes {
        let places = Bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        let count = UInt8(truncatingIfNeeded: min(max(count, 0), 16))
        return Bytes(repeating: 0).replacing(with: Bytes(repeating: .max), where: places .< Bytes(repeating: count))
    }

    private static func bytes(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bytes {
        var bytes = Bytes(repeating: 0)
        for index in start..<max(min(start + 16, text.count), start) { bytes[index - start] = unsafe text[index] }
        return bytes
    }
}

// MARK: - Comparing

extension JSONStep {
    /// How many bytes `stands` reads.
    @inline(__always) var reach: Int { Self.reach(count) }
    @inline(__always) private static func reach(_ count: Int) -> Int { count <= 16 ? 16 : longest }

    /// Whether the bytes of the step are at `place`, where `reach` bytes must be readable.
    @inline(__always)
    func stands(at place: UnsafePointer<UInt8>) -> Bool {
        let raw = unsafe UnsafeRawPointer(place)
        let first = unsafe (raw.loadUnaligned(as: Bytes.self) & lowMask) ^ low
        guard count > 16 else { return Self.isZero(first) }
        let second = unsafe (raw.loadUnaligned(fromByteOffset: 16, as: Bytes.self) & highMask) ^ high
        return Self.isZero(first | second)
    }

    /// Whether plain text of the remembered length begins at `text` and ends there. False means that it is not known.
    ///
    /// The length is remembered so that the processor can continue after the value while it still checks it. If the
    /// end had to be searched for, everything after it would wait.
    @inline(__always)
    func isPlainText(at text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        guard kind == .text else { return false }
        let (raw, highs) = unsafe (UnsafeRawPointer(text), Bytes(repeating: 0x80))
        if length < 16 {
            guard unsafe end - text > 16 else {
                return unsafe count &+ length >= 16 && end - text > length && Self.isPlainText(text, count: length)
            }
            guard unsafe text[length] == UInt8(ascii: "\"") else { return false }
            return unsafe Self.isZero(Self.unusual(raw.loadUnaligned(as: Bytes.self)) & highs & valueMask)
        }
        guard unsafe end - text > length, unsafe text[length] == UInt8(ascii: "\"") else { return false }
        // The last sixteen bytes may overlap with bytes already checked.
        var found = unsafe Self.unusual(raw.loadUnaligned(fromByteOffset: length &- 16, as: Bytes.self))
        var offset = 0
        while offset &+ 16 < length {
            unsafe found |= Self.unusual(raw.loadUnaligned(fromByteOffset: offset, as: Bytes.self))
            offset &+= 16
        }
        return Self.isZero(found & highs)
    }

    /// Whether `count` bytes of plain text and a quote are near the end of a message, where sixteen cannot be read from the
    /// text on. The sixteen to its end are read instead; the first of them are a part of its step.
    @inline(never)
    private static func isPlainText(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
        guard unsafe text[count] == UInt8(ascii: "\"") else { return false }
        let bytes = unsafe UnsafeRawPointer(text + count - 16).loadUnaligned(as: Bytes.self)
        return isZero(unusual(bytes) & Bytes(repeating: 0x80) & ~ones(16 - count))
    }

    /// Whether a number is at `text` that has digits where the remembered one has them, and else the same bytes. False
    /// means that it is not known.
    @inline(__always)
    func isNumber(at text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        guard kind == .number, unsafe end - text > 16 else { return false }
        let next = unsafe text[length]
        guard next == UInt8(ascii: ",") || next == UInt8(ascii: "}") else { return false }
        // A byte below the least one becomes a large number.
        let bytes = unsafe UnsafeRawPointer(text).loadUnaligned(as: Bytes.self) &- least
        return Self.isZero((bytes &+ limit | bytes) & Bytes(repeating: 0x80) & valueMask)
    }

    /// Returns the high bits of quotes, backslashes, control characters and non-ASCII bytes.
    @inline(__always)
    private static func unusual(_ bytes: Bytes) -> Bytes {
        let one = Bytes(repeating: 1)
        let (quote, backslash) = (bytes ^ Bytes(repeating: 0x22), bytes ^ Bytes(repeating: 0x5C))
        return (quote &- one) | (backslash &- one) | (bytes &- Bytes(repeating: 0x20)) | bytes
    }

    @inline(__always)
    private static func isZero(_ bytes: Bytes) -> Bool {
        let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }
}
