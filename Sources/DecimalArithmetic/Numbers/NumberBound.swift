/// A number to compare with many texts of numbers without parsing them.
public struct NumberBound: Sendable {
    /// The canonical form without its minus sign.
    private let digits: [UInt8]
    /// The number of digits before its decimal point.
    private let whole: Int
    private let isNegative: Bool

    /// Creates a bound from a number.
    public init(_ number: Number) {
        var text: [UInt8] = []
        number.write(to: &text)
        isNegative = number.isNegative
        digits = isNegative ? Array(text.dropFirst()) : text
        whole = digits.firstIndex(of: Self.point) ?? digits.count
    }

    private static let point = UInt8(ascii: ".")

    /// Returns the order of a number relative to this one: negative if it is smaller, 0 if it is equal, positive if
    /// it is larger.
    ///
    /// The text is in canonical form without a minus sign, as `NumberText.canonicalBytes` returns it.
    public func order(of text: Span<UInt8>) -> Int {
        if isNegative { return 1 }
        var point = 0
        while point < text.count, text[point] != Self.point { point += 1 }
        if point != whole { return point - whole }
        for index in 0..<min(text.count, digits.count) where text[index] != digits[index] {
            return Int(text[index]) - Int(digits[index])
        }
        // If the text is longer at this point, it has more fraction digits, which do not end in 0.
        return text.count - digits.count
    }
}
