/// The bytes before a value, at most 32, for example `"best_bid_size":"`: from the name, or from the end of the value
/// before it, to the first byte of the value, or of its text if it is a string. It also describes that value.
struct JSONStep: Sendable {
    typealias Bytes = SIMD16<UInt8>

    private enum Kind: UInt8 { case text, number, longNumber, other }

    /// The bytes in two vectors of sixteen, valid where the masks have ones.
    private let low, high: Bytes
    private let lowMask, highMask: Bytes
    let count: Int
    /// The number of the key; negative if the key is not read.
    let index: Int
    /// True if the value is a string. Its opening quote is part of the step.
    let isString: Bool
    /// What the value was: a string without escapes, a number of at most 16 bytes, or one of less than 32.
    private var kind = Kind.other
    /// The length of the value in bytes without its quotes.
    private(set) var length = 0
    /// The first sixteen bytes of the value.
    private var form = Form()
    /// The next ones of a long number.
    private var tail = Form()

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

    /// Creates the step from `first`, the end of the previous value or the name of the next one, to a value. Nil if it
    /// has too many bytes.
    init?(
        from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, index: Int
    ) {
        let isString = unsafe value[0] == UInt8(ascii: "\"")
        let bytes = unsafe UnsafeBufferPointer(start: first, count: value - first + (isString ? 1 : 0))
        guard bytes.count <= Self.longest, unsafe end - first >= bytes.count else { return nil }
        (low, high) = unsafe (Self.bytes(bytes, 0), Self.bytes(bytes, 16))
        (lowMask, highMask) = (Self.ones(bytes.count), Self.ones(bytes.count - 16))
        (count, self.index, self.isString) = (bytes.count, index, isString)
    }

    /// Remembers the type and length of a value.
    mutating func remember(_ value: JSONSpan, at place: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
        kind = .other
        if isString {
            guard value.kind == .string else { return }
            rememberText(count: value.count - 2)
        } else if value.kind != .other {
            // A string where another type was before: the step must include its quote.
            self = .unknown
        } else if value.count < Self.longest, unsafe end - place > (value.count > 16 ? Self.longest : 16),
            unsafe place[0] <= UInt8(ascii: "9")
        {
            unsafe rememberNumber(at: place, count: value.count)
        }
    }

    private mutating func rememberText(count: Int) {
        (kind, length, form.mask) = (.text, count, Self.ones(count))
    }

    /// Remembers which bytes of a number are digits. A first digit of several is not 0.
    private mutating func rememberNumber(at place: UnsafePointer<UInt8>, count: Int) {
        (kind, length) = (count > 16 ? .longNumber : .number, count)
        form = unsafe Form(ofNumberAt: place, count: count)
        if count > 16 { tail = unsafe Form(ofNumberAt: place + 16, count: count - 16) }
        let first = unsafe place[0] == UInt8(ascii: "-") ? 1 : 0
        if first + 1 < count, unsafe Self.isDigit(place[first]), unsafe Self.isDigit(place[first + 1]) {
            (form.least[first], form.limit[first]) = (0x31, 0x77)
        }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    fileprivate static func ones(_ count: Int) -> Bytes {
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

    /// Whether the bytes of a step are at `place`, near the end of a text. It is by its address, since to pass it is to
    /// copy it.
    @inline(never)
    static func standsNearEnd(
        _ step: UnsafePointer<JSONStep>, at place: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Bool {
        let count = unsafe step.pointee.count
        guard count > 0, count <= 16, unsafe end - place > count else { return false }
        return (0..<count).allSatisfy { unsafe place[$0] == step.pointee.low[$0] }
    }

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
            return unsafe Self.isZero(Self.unusual(raw.loadUnaligned(as: Bytes.self)) & highs & form.mask)
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

    /// Whether `count` bytes of plain text and a quote are near the end of a message, where sixteen cannot be read from
    /// the text on. The sixteen to its end are read instead; the first of them are a part of its step.
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
        return unsafe Self.isZero(form.difference(at: text))
    }

    /// Whether a long number as the remembered one is at `text`, or a value of the remembered type but of another
    /// length or with its point elsewhere, which is then remembered: prices and volumes gain and lose digits all the
    /// time. False means that it is not known.
    @inline(never)
    mutating func adapt(to text: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Bool {
        let count = unsafe end - text
        guard count > 16 else { return false }
        switch kind {
        case .text: return unsafe adaptText(text, isLong: count > Self.longest)
        case .number: return unsafe adaptNumber(text, isLong: count > Self.longest)
        case .longNumber:
            guard count > Self.longest else { return false }
            return unsafe isLongNumber(at: text) || adaptNumber(text, isLong: true)
        case .other: return false
        }
    }

    @inline(__always)
    private func isLongNumber(at text: UnsafePointer<UInt8>) -> Bool {
        let next = unsafe text[length]
        guard next == UInt8(ascii: ",") || next == UInt8(ascii: "}") else { return false }
        return unsafe Self.isZero(form.difference(at: text) | tail.difference(at: text + 16))
    }

    @inline(__always)
    private mutating func adaptText(_ text: UnsafePointer<UInt8>, isLong: Bool) -> Bool {
        let count = unsafe Self.bits(text, isLong) { Self.unusual($0) }.trailingZeroBitCount
        guard count < Self.longest, unsafe text[count] == UInt8(ascii: "\"") else { return false }
        rememberText(count: count)
        return true
    }

    /// Reads digits, and a point between them.
    @inline(__always)
    private mutating func adaptNumber(_ text: UnsafePointer<UInt8>, isLong: Bool) -> Bool {
        var others = unsafe Self.bits(text, isLong) { bytes in
            let digits = bytes &- Bytes(repeating: 0x30)
            return (digits &+ Bytes(repeating: 0x76)) | digits
        }
        let whole = others.trailingZeroBitCount
        guard whole > 0, whole < Self.longest, unsafe whole == 1 || text[0] != UInt8(ascii: "0") else { return false }
        var count = whole
        if unsafe text[whole] == UInt8(ascii: ".") {
            others &= others &- 1
            count = others.trailingZeroBitCount
            guard count > whole + 1, count < Self.longest else { return false }
        }
        guard unsafe text[count] == UInt8(ascii: ",") || text[count] == UInt8(ascii: "}") else { return false }
        unsafe rememberNumber(at: text, count: count)
        return true
    }

    /// Returns a bit for each of 16 bytes, or of 32: the high bit of what `marks` makes of it.
    @inline(__always)
    private static func bits(_ text: UnsafePointer<UInt8>, _ isLong: Bool, _ marks: (Bytes) -> Bytes) -> UInt32 {
        let raw = unsafe UnsafeRawPointer(text)
        let low = unsafe bits(marks(raw.loadUnaligned(as: Bytes.self)))
        guard isLong else { return low }
        return unsafe low | bits(marks(raw.loadUnaligned(fromByteOffset: 16, as: Bytes.self))) << 16
    }

    @inline(__always)
    private static func bits(_ bytes: Bytes) -> UInt32 {
        let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return bits(words[0]) | bits(words[1]) << 8
    }

    /// Gathers the high bits of eight bytes: the product moves the bit of each byte to its place in the last one.
    @inline(__always)
    private static func bits(_ word: UInt64) -> UInt32 {
        let bits = (word & 0x8080_8080_8080_8080) >> 7
        return UInt32(truncatingIfNeeded: (bits &* 0x0102_0408_1020_4080) >> 56)
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

/// Sixteen bytes of a value.
private struct Form {
    /// Ones for the bytes of the value.
    var mask = JSONStep.Bytes(repeating: 0)
    /// The least byte at each position of a number, and 0x7F less the number of bytes above it that are possible.
    var least = JSONStep.Bytes(repeating: 0), limit = JSONStep.Bytes(repeating: 0)

    init() {}

    /// Creates the form of all numbers that have digits where this one has them, and else the same bytes.
    init(ofNumberAt place: UnsafePointer<UInt8>, count: Int) {
        let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: JSONStep.Bytes.self)
        let areDigits = (bytes &- JSONStep.Bytes(repeating: 0x30)) .< JSONStep.Bytes(repeating: 10)
        mask = JSONStep.ones(count)
        least = bytes.replacing(with: JSONStep.Bytes(repeating: 0x30), where: areDigits)
        limit = JSONStep.Bytes(repeating: 0x7F).replacing(with: JSONStep.Bytes(repeating: 0x76), where: areDigits)
    }

    /// Returns zeros if the bytes at `text` have this form. A byte below the least one becomes a large number.
    @inline(__always)
    func difference(at text: UnsafePointer<UInt8>) -> JSONStep.Bytes {
        let bytes = unsafe UnsafeRawPointer(text).loadUnaligned(as: JSONStep.Bytes.self) &- least
        return (bytes &+ limit | bytes) & JSONStep.Bytes(repeating: 0x80) & mask
    }
}
