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
