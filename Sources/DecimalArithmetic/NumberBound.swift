/// A number that the texts of many others are compared with, none of which is read for it.
public struct NumberBound: Sendable {
    /// The canonical form without its minus.
    private let digits: [UInt8]
    /// How many digits stand before its point.
    private let whole: Int
    private let isNegative: Bool

    /// Compares with this number.
    public init(_ number: Number) {
        var text: [UInt8] = []
        number.write(to: &text)
        isNegative = number.isNegative
        digits = isNegative ? Array(text.dropFirst()) : text
        whole = digits.firstIndex(of: Self.point) ?? digits.count
    }

    private static let point = UInt8(ascii: ".")

    /// How the number of a text stands to this one: below 0 where it is smaller, 0 where it is the same, else above 0.
    ///
    /// The text is in canonical form, as of `NumberText.canonicalBytes`, and so without a minus.
    public func order(of text: UnsafeBufferPointer<UInt8>) -> Int {
        if isNegative { return 1 }
        var point = 0
        while point < text.count, text[point] != Self.point { point += 1 }
        if point != whole { return point - whole }
        return digits.withUnsafeBufferPointer { digits in
            for index in 0..<min(text.count, digits.count) where text[index] != digits[index] {
                return Int(text[index]) - Int(digits[index])
            }
            // What is longer by then has a fraction more, which does not end in 0.
            return text.count - digits.count
        }
    }
}
