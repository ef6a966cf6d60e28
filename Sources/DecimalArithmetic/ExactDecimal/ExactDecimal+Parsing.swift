extension ExactDecimal {
    /// Parses a whole text in the JSON grammar for numbers (RFC 8259, 6): `67024.00000000`, `-0.5`, `1.2e-07`.
    ///
    /// Nil for any other text (`+1`, `.5`, `5.`, `007`, white space), for more than 34 significant digits, and for an
    /// exponent out of range: nothing is truncated or rounded.
    ///
    /// - Parameter text: The text.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let number = text.withUTF8({ unsafe ExactDecimal(utf8: $0.span) }) else { return nil }
        self = number
    }

    /// Parses bytes in place, as `init(_:)` does.
    public init?(utf8 bytes: Span<UInt8>) {
        if bytes.count <= 19, let number = ExactDecimal(short: bytes) {
            self = number
            return
        }
        guard let scanned = ScannedNumber(bytes), let number = ExactDecimal(scanned, in: bytes) else { return nil }
        self = number
    }

    /// Parses the usual form of prices, up to 19 digits without an exponent, in one pass. Nil for any other text,
    /// valid or not.
    private init?(short bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        let first = isNegative ? 1 : 0
        var value: UInt64 = 0
        let whole = Self.addDigits(of: bytes, from: first, to: &value)
        guard whole > first, bytes[first] != UInt8(ascii: "0") || whole == first + 1 else { return nil }
        var places = 0
        if whole < bytes.count {
            places = bytes.count - whole - 1
            guard places > 0, bytes[whole] == UInt8(ascii: "."),
                Self.addDigits(of: bytes, from: whole + 1, to: &value) == bytes.count
            else { return nil }
        }
        let stripped: UInt64
        let zeros: Int
        if value == 0 {
            (stripped, zeros) = (0, places)
        } else if bytes[bytes.count - 1] == UInt8(ascii: "0") {
            (stripped, zeros) = value.withoutTrailingDecimalZeros()
        } else {
            (stripped, zeros) = (value, 0)
        }
        self.init(
            stripped: UInt128(stripped), exponent: Int32(truncatingIfNeeded: zeros - places), isNegative: isNegative)
    }

    /// Parses the digits at the start of a text, with a sign before and a point among them: at most 15 bytes after the
    /// sign, with another byte behind them. Nil for any other start, and for a text of less than 17 bytes. They are a
    /// part of a number only if a point or an exponent follows them, which the caller finds out.
    ///
    /// No loop depends on how many digits there are before and after the point, which a processor cannot foresee.
    @inline(__always)
    static func start(of text: UnsafeBufferPointer<UInt8>) -> (value: ExactDecimal, count: Int)? {
        guard let first = text.baseAddress, text.count >= 17 else { return nil }
        let isNegative = unsafe first[0] == UInt8(ascii: "-")
        let sign = isNegative ? 1 : 0
        let bytes = unsafe UnsafeRawPointer(first + sign)
        let low = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        let high = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        // A bit for each byte that is not a digit.
        let others = low.bytesOtherThanDigits | high.bytesOtherThanDigits << 8 | 1 << 16
        let whole = others.trailingZeroBitCount
        let hasPoint = unsafe whole < 16 && first[sign + whole] == UInt8(ascii: ".")
        let count = hasPoint ? (others & (others &- 1)).trailingZeroBitCount : whole
        guard whole > 0, count < 16, !hasPoint || count > whole + 1,
            unsafe whole == 1 || first[sign] != UInt8(ascii: "0")
        else { return nil }
        // One digit in each byte, the last in the highest one. Zeros take the place of all that is not the number.
        var digits = (UInt128(high) << 64 | UInt128(low)) ^ 0x3030_3030_3030_3030_3030_3030_3030_3030
        digits = digits &<< UInt128(truncatingIfNeeded: 8 * (16 - count))
        var exponent = 0
        if hasPoint {
            let beforePoint = (UInt128(1) &<< UInt128(truncatingIfNeeded: 8 * (16 - count + whole))) &- 1
            digits = digits & ~(beforePoint << 8 | 0xFF) | (digits & beforePoint) << 8
            exponent = whole - count + 1
        }
        if digits >> 120 == 0 {
            guard digits != 0 else { return (zero, sign + count) }
            let zeros = digits.leadingZeroBitCount >> 3
            digits = digits &<< UInt128(truncatingIfNeeded: 8 * zeros)
            exponent += zeros
        }
        let coefficient =
            UInt64(truncatingIfNeeded: digits).valueOfDigits &* 100_000_000
            &+ UInt64(truncatingIfNeeded: digits >> 64).valueOfDigits
        let value = ExactDecimal(
            stripped: UInt128(coefficient), exponent: Int32(truncatingIfNeeded: exponent), isNegative: isNegative)
        return (value, sign + count)
    }

    /// Appends digits to an integer. Returns their end.
    @inline(__always)
    private static func addDigits(of bytes: Span<UInt8>, from start: Int, to value: inout UInt64) -> Int {
        var index = start
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return index }
            value = value &* 10 &+ UInt64(digit)
            index += 1
        }
        return index
    }

    /// Creates a number from a scanned text; nil if it cannot be stored exactly.
    init?(_ scanned: ScannedNumber, in text: Span<UInt8>) {
        guard scanned.digitCount > 0 else {
            self = .zero
            return
        }
        guard scanned.digitCount <= Self.precision,
            scanned.exponent >= Self.minimumExponent,
            scanned.adjustedExponent <= Self.maximumAdjustedExponent
        else { return nil }
        self.init(
            stripped: scanned.leadingCoefficient(in: text), exponent: Int32(truncatingIfNeeded: scanned.exponent),
            isNegative: scanned.isNegative)
    }
}

extension UInt64 {
    /// A bit for each of eight ASCII characters, the lowest byte first, that is not a digit.
    var bytesOtherThanDigits: UInt32 {
        // A digit is now 0 to 9. A larger value gets its high bit set, without a carry between bytes.
        let values = self ^ 0x3030_3030_3030_3030
        let flags = ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
        // Gather the bits. The bit of the first byte becomes the lowest.
        return UInt32(truncatingIfNeeded: ((flags >> 7) &* 0x0102_0408_1020_4080) >> 56)
    }

    /// The number that eight digits make, one in each byte, the first in the lowest one.
    fileprivate var valueOfDigits: UInt64 {
        // Pairs of digits, then of pairs, then of those.
        let pairs = (self &* 10 &+ self >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }
}

extension ScannedNumber {
    /// Returns the first digits as an integer, at most 38.
    func leadingCoefficient(in text: Span<UInt8>) -> UInt128 {
        let text = text.extracting(significant)
        let (first, used) = Self.coefficient(in: text, from: 0)
        guard digitCount > 19 else { return UInt128(first) }
        let (second, _) = Self.coefficient(in: text, from: used)
        return UInt128(first) &* .powerOfTen(min(digitCount, 38) - 19) &+ UInt128(second)
    }

    /// Returns the value of up to 19 digits from `start`, and the position after them.
    @inline(__always)
    private static func coefficient(in text: Span<UInt8>, from start: Int) -> (UInt64, end: Int) {
        var (value, index, left) = (UInt64(0), start, 19)
        while left > 0 && index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            index += 1
            // Only the decimal point is not a digit here.
            guard digit < 10 else { continue }
            value = value &* 10 &+ UInt64(digit)
            left -= 1
        }
        return (value, index)
    }
}
