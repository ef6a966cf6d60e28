extension ExactDecimal: LosslessStringConvertible {
    /// Parses a whole text in the JSON grammar for numbers (RFC 8259, 6): `67024.00000000`, `-0.5`, `1.2e-07`.
    ///
    /// Nil for any other text (`+1`, `.5`, `5.`, `007`, white space), for more than 34 significant digits, and for an
    /// exponent out of range: nothing is truncated or rounded.
    public init?(_ text: String) {
        var text = text
        guard let number = text.withUTF8({ ExactDecimal(utf8: $0) }) else { return nil }
        self = number
    }

    /// Parses a text, as `init(_: String)` does.
    public init?(_ text: some StringProtocol) {
        self.init(String(text))
    }

    /// Parses bytes in place, as `init(_: String)` does.
    public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.count <= 19, let number = ExactDecimal(short: bytes) {
            self = number
            return
        }
        guard let scanned = ScannedNumber(bytes), let number = ExactDecimal(scanned) else { return nil }
        self = number
    }

    /// Parses the usual form of prices, up to 19 digits without an exponent, in one pass. Nil for any other text,
    /// valid or not.
    private init?(short bytes: UnsafeBufferPointer<UInt8>) {
        guard var cursor = bytes.baseAddress, bytes.count > 0 else { return nil }
        let end = cursor + bytes.count
        let isNegative = cursor[0] == UInt8(ascii: "-")
        if isNegative { cursor += 1 }
        let first = cursor
        var value: UInt64 = 0
        Self.accumulateDigits(&cursor, end, &value)
        guard cursor > first, first[0] != UInt8(ascii: "0") || cursor == first + 1 else { return nil }
        var places = 0
        if cursor < end {
            guard cursor[0] == UInt8(ascii: "."), cursor + 1 < end else { return nil }
            cursor += 1
            places = end - cursor
            Self.accumulateDigits(&cursor, end, &value)
            guard cursor == end else { return nil }
        }
        let (stripped, zeros) = value == 0 ? (0, places) : value.withoutTrailingDecimalZeros()
        self.init(
            stripped: UInt128(stripped), exponent: Int32(truncatingIfNeeded: zeros - places), isNegative: isNegative)
    }

    @inline(__always)
    private static func accumulateDigits(
        _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ value: inout UInt64
    ) {
        while cursor < end {
            let digit = cursor[0] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            cursor += 1
        }
    }

    /// Creates a number from a scanned text; nil if it cannot be stored exactly.
    init?(_ scanned: ScannedNumber) {
        guard scanned.digitCount > 0 else {
            self = .zero
            return
        }
        guard scanned.digitCount <= Self.precision,
            scanned.exponent >= Self.minimumExponent,
            scanned.adjustedExponent <= Self.maximumAdjustedExponent
        else { return nil }
        self.init(
            stripped: scanned.leadingCoefficient, exponent: Int32(truncatingIfNeeded: scanned.exponent),
            isNegative: scanned.isNegative)
    }
}

extension ScannedNumber {
    /// The first digits as an integer, at most 38.
    var leadingCoefficient: UInt128 {
        let (first, used) = coefficient(from: 0)
        guard digitCount > 19 else { return UInt128(first) }
        let (second, _) = coefficient(from: used)
        return UInt128(first) &* .powerOfTen(min(digitCount, 38) - 19) &+ UInt128(second)
    }

    /// Returns the value of up to 19 digits from `start`, and the position after them.
    private func coefficient(from start: Int) -> (UInt64, end: Int) {
        var (value, index, left) = (UInt64(0), start, 19)
        while left > 0 && index < significant.count {
            let digit = significant[index] &- UInt8(ascii: "0")
            index += 1
            // Only the decimal point is not a digit here.
            guard digit < 10 else { continue }
            value = value &* 10 &+ UInt64(digit)
            left -= 1
        }
        return (value, index)
    }
}
