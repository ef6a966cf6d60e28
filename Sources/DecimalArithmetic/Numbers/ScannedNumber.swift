/// The positions of a number's digits in its text, which must match the JSON grammar for numbers (RFC 8259, 6).
struct ScannedNumber {
    let isNegative: Bool
    /// The positions from the first to the last nonzero digit, possibly with a decimal point; empty for 0.
    let significant: Range<Int>
    /// The number of digits in `significant`.
    let digitCount: Int
    /// The power of ten of the last digit in `significant`.
    let exponent: Int

    /// The position of the first digit.
    var adjustedExponent: Int { exponent + digitCount - 1 }

    init?(_ text: Span<UInt8>) {
        isNegative = text.count > 1 && text[0] == UInt8(ascii: "-")
        var first = isNegative ? 1 : 0
        guard let whole = Self.endOfDigits(in: text, from: first) else { return nil }
        if text[first] == UInt8(ascii: "0") && whole > first + 1 { return nil }
        var last = whole
        if last < text.count && text[last] == UInt8(ascii: ".") {
            guard let fraction = Self.endOfDigits(in: text, from: last + 1) else { return nil }
            last = fraction
        }
        var power = 0
        if last < text.count {
            guard let written = Self.exponent(in: text, from: last) else { return nil }
            power = written
        }
        while last > first && Self.isZeroOrPoint(text[last - 1]) { last -= 1 }
        while first < last && Self.isZeroOrPoint(text[first]) { first += 1 }
        if last > whole {
            exponent = power - (last - whole - 1)
            digitCount = last - first - (first < whole ? 1 : 0)
        } else {
            exponent = power + (whole - last)
            digitCount = last - first
        }
        significant = first..<last
    }

    private static func isZeroOrPoint(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "0") || byte == UInt8(ascii: ".")
    }

    /// Returns the end of a run of one or more digits.
    @inline(__always)
    private static func endOfDigits(in text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < text.count && text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index == start ? nil : index
    }

    /// Parses an `e` and the exponent after it, up to the end of the text. A value beyond 10¹⁵, which is more than
    /// the digits of any text, is clamped.
    private static func exponent(in text: Span<UInt8>, from start: Int) -> Int? {
        guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = start + 1
        var isNegative = false
        if index < text.count && (text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+")) {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        guard endOfDigits(in: text, from: index) == text.count else { return nil }
        var value = 0
        while index < text.count {
            if value < 1_000_000_000_000_000 { value = value * 10 + Int(text[index] - UInt8(ascii: "0")) }
            index += 1
        }
        return isNegative ? -value : value
    }
}
