/// Digits and a power of ten: a number that does not fit in an `ExactDecimal`.
final class PlainDigits: Sendable, Hashable {
    /// ASCII digits. The first is not `0`; empty for 0.
    let digits: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int
    let isNegative: Bool

    private static let zero = UInt8(ascii: "0")

    init(_ digits: [UInt8], exponent: Int, isNegative: Bool) {
        (self.digits, self.exponent, self.isNegative) = (digits, exponent, isNegative)
    }

    static func == (left: PlainDigits, right: PlainDigits) -> Bool {
        left === right
            || left.digits == right.digits && left.exponent == right.exponent && left.isNegative == right.isNegative
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digits)
        hasher.combine(exponent)
        hasher.combine(isNegative)
    }

    /// Appends the number without an exponent or `+`: the canonical form if the last digit is not `0`.
    func write(to output: inout [UInt8]) {
        if isNegative { output.append(UInt8(ascii: "-")) }
        unsafe digits.withUnsafeBufferPointer { unsafe output.append(digits: $0, exponent: exponent) }
    }

    /// Returns the number rounded half to even to `places` digits after the decimal point. The last digit is not `0`
    /// before, and may be after.
    func rounded(toPlaces places: Int) -> PlainDigits {
        let kept = digits.count + exponent + places
        guard kept < digits.count else { return self }
        var result = Array(digits.prefix(max(0, kept)))
        if kept >= 0 {
            // The last digit is not 0, so a 5 followed by anything is above the half.
            let isTie = digits[kept] == UInt8(ascii: "5") && kept + 1 == digits.count
            let isOdd = (result.last ?? Self.zero) & 1 == 1
            if isTie ? isOdd : digits[kept] >= UInt8(ascii: "5") { Self.increment(&result) }
        }
        return PlainDigits(result, exponent: -places, isNegative: isNegative)
    }

    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return
            }
            digits[index] = zero
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }
}

extension [UInt8] {
    /// Appends digits times a power of ten, without an exponent. The first digit is not `0`; none are 0.
    mutating func append(digits: UnsafeBufferPointer<UInt8>, exponent: Int) {
        let (zero, point) = (UInt8(ascii: "0"), UInt8(ascii: "."))
        let whole = digits.count + exponent
        if digits.isEmpty {
            append(zero)
        } else if exponent >= 0 {
            unsafe append(contentsOf: digits)
            for _ in 0..<exponent { append(zero) }
        } else if whole > 0 {
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: digits[..<whole]))
            append(point)
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: digits[whole...]))
        } else {
            append(zero)
            append(point)
            for _ in whole..<0 { append(zero) }
            unsafe append(contentsOf: digits)
        }
    }

    /// Changes the canonical number from `start` to the end: exactly `places` digits after the decimal point, of which
    /// it has no more, and `,` between thousands if `grouping` is true.
    mutating func padNumber(from start: Int, places: Int, grouping: Bool) {
        let point = self[start...].firstIndex(of: UInt8(ascii: ".")) ?? count
        if places > 0 {
            if point == count { append(UInt8(ascii: ".")) }
            append(contentsOf: repeatElement(UInt8(ascii: "0"), count: places - (count - point - 1)))
        }
        guard grouping else { return }
        let first = self[start] == UInt8(ascii: "-") ? start + 1 : start
        for index in stride(from: point - 3, to: first, by: -3) { insert(UInt8(ascii: ","), at: index) }
    }
}
