/// The positions of a number's digits in its text, which must match the JSON grammar for numbers (RFC 8259, 6).
struct ScannedNumber {
    let isNegative: Bool
    /// The bytes from the first to the last nonzero digit, possibly with a decimal point; empty for 0.
    let significant: UnsafeBufferPointer<UInt8>
    /// The number of digits in `significant`.
    let digitCount: Int
    /// The power of ten of the last digit in `significant`.
    let exponent: Int

    /// The position of the first digit.
    var adjustedExponent: Int { exponent + digitCount - 1 }

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard var cursor = text.baseAddress else { return nil }
        let end = cursor + text.count
        isNegative = text.count > 1 && cursor[0] == UInt8(ascii: "-")
        if isNegative { cursor += 1 }
        guard let whole = Self.digits(from: cursor, to: end) else { return nil }
        if cursor[0] == UInt8(ascii: "0") && whole > cursor + 1 { return nil }
        let point = whole
        var (first, last) = (cursor, whole)
        cursor = whole
        if cursor < end && cursor[0] == UInt8(ascii: ".") {
            guard let fraction = Self.digits(from: cursor + 1, to: end) else { return nil }
            (cursor, last) = (fraction, fraction)
        }
        var power = 0
        if cursor < end && (cursor[0] | 0x20) == UInt8(ascii: "e") {
            guard let written = Self.exponent(&cursor, end: end) else { return nil }
            power = written
        }
        guard cursor == end else { return nil }
        while last > first && (last[-1] == UInt8(ascii: "0") || last[-1] == UInt8(ascii: ".")) { last -= 1 }
        while first < last && (first[0] == UInt8(ascii: "0") || first[0] == UInt8(ascii: ".")) { first += 1 }
        if last > point {
            exponent = power - (last - point - 1)
            digitCount = last - first - (first < point ? 1 : 0)
        } else {
            exponent = power + (point - last)
            digitCount = last - first
        }
        significant = UnsafeBufferPointer(start: first, count: last - first)
    }

    /// Returns the end of a run of one or more digits.
    private static func digits(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        var cursor = start
        while cursor < end && cursor[0] &- UInt8(ascii: "0") < 10 { cursor += 1 }
        return cursor == start ? nil : cursor
    }

    /// Parses the exponent after an `e`. A value beyond 10¹⁵, which is more than the digits of any text, is clamped.
    private static func exponent(_ cursor: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int? {
        cursor += 1
        var isNegative = false
        if cursor < end && (cursor[0] == UInt8(ascii: "-") || cursor[0] == UInt8(ascii: "+")) {
            isNegative = cursor[0] == UInt8(ascii: "-")
            cursor += 1
        }
        guard let stop = digits(from: cursor, to: end) else { return nil }
        var value = 0
        while cursor < stop {
            if value < 1_000_000_000_000_000 { value = value * 10 + Int(cursor[0] - UInt8(ascii: "0")) }
            cursor += 1
        }
        return isNegative ? -value : value
    }
}
