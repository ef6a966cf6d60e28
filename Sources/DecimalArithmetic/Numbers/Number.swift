/// A number exactly as a provider sent it, with any number of digits.
///
/// Most numbers fit in an `ExactDecimal`. One that does not keeps all its digits for printing; only calculations use
/// a rounded value.
public struct Number: Sendable, Hashable {
    /// The value for calculations: exact, or rounded half to even if the number has more than 34 digits.
    public let value: ExactDecimal
    /// The digits of a number that does not fit in `value`. They are stored separately because they are rare, and a
    /// row of a market holds many numbers.
    private let long: PlainDigits?

    /// The maximum length of a text in bytes. No provider sends longer numbers.
    private static let maximumLength = 1000

    /// Creates a number from an exact value.
    ///
    /// - Parameter value: The value.
    public init(_ value: ExactDecimal) {
        self.value = value
        long = nil
    }

    /// Parses a whole text in the JSON grammar for numbers (RFC 8259, 6), as `ExactDecimal` does.
    ///
    /// Nil for any other text, for texts of more than 1,000 bytes, and if the first digit is beyond position 6144 or
    /// −6176.
    ///
    /// - Parameter text: The text.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let number = text.withUTF8({ unsafe Number(utf8: $0.span) }) else { return nil }
        self = number
    }

    /// Parses bytes in place, as `init(_:)` does.
    public init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count <= Self.maximumLength else { return nil }
        self.init(anyLength: bytes)
    }

    /// Parses the digits at the start of bytes, with a sign before and a point among them, as prices usually are: at
    /// most 15 bytes after the sign.
    ///
    /// They are a part of a number only if a point or an exponent follows them: the caller looks at the next byte.
    ///
    /// - Parameter text: The bytes, and all that follow.
    /// - Returns: The number and how many bytes it has; nil for any other start, and for less than 17 bytes.
    public static func start(of text: UnsafeBufferPointer<UInt8>) -> (value: Number, count: Int)? {
        unsafe ExactDecimal.start(of: text).map { (Number($0.value), $0.count) }
    }

    private init?(anyLength bytes: Span<UInt8>) {
        if let value = ExactDecimal(utf8: bytes) {
            self.init(value)
        } else {
            guard let scanned = ScannedNumber(bytes) else { return nil }
            self.init(long: scanned, in: bytes)
        }
    }

    private init?(long scanned: ScannedNumber, in text: Span<UInt8>) {
        guard scanned.adjustedExponent >= ExactDecimal.minimumExponent,
            scanned.adjustedExponent <= ExactDecimal.maximumAdjustedExponent
        else { return nil }
        // 38 digits are read. The rest is not 0, because the last digit is not 0.
        let excess = max(0, scanned.digitCount - 38)
        let rounded = try? ExactDecimal(
            rounding: WideMagnitude(scanned.leadingCoefficient(in: text)), exponent: scanned.exponent + excess,
            inexact: excess > 0, isNegative: scanned.isNegative)
        guard let rounded else { return nil }
        value = rounded
        var digits: [UInt8] = []
        for index in scanned.significant where text[index] != UInt8(ascii: ".") { digits.append(text[index]) }
        long = PlainDigits(digits, exponent: scanned.exponent, isNegative: scanned.isNegative)
    }

    /// Whether the number is 0.
    public var isZero: Bool { long == nil && value.isZero }

    /// Whether the number is below zero.
    public var isNegative: Bool { long?.isNegative ?? value.isNegative }

    /// The position of the first nonzero digit: 2 for 123.4, −2 for 0.012; 0 for zero.
    public var adjustedExponent: Int {
        long.map { $0.digits.count - 1 + $0.exponent } ?? value.adjustedExponent
    }

    /// The number as an integer; nil if it has a fraction or does not fit.
    public var integer: Int64? {
        guard long == nil, (0...18).contains(value.exponent) else { return nil }
        let (product, overflow) = value.coefficient.multipliedReportingOverflow(by: .powerOfTen(Int(value.exponent)))
        guard !overflow, let magnitude = Int128(exactly: product) else { return nil }
        return Int64(exactly: isNegative ? -magnitude : magnitude)
    }

    /// The number of digits after the decimal point of the canonical form.
    public var places: Int {
        var text: [UInt8] = []
        write(to: &text)
        return text.firstIndex(of: UInt8(ascii: ".")).map { text.count - $0 - 1 } ?? 0
    }

    /// Rounds half to even.
    ///
    /// - Parameter places: The number of digits after the decimal point; a negative number counts as 0.
    /// - Returns: The rounded number.
    public func rounded(toPlaces places: Int) -> Number {
        guard let long else { return Number(value.rounded(toPlaces: places)) }
        var text: [UInt8] = []
        long.rounded(toPlaces: max(0, places)).write(to: &text)
        // The span of an array needs macOS 26.
        let slice = text[...]
        return Number(anyLength: slice.span) ?? self
    }
}

extension Number: ExpressibleByIntegerLiteral {
    /// Creates the number of an integer literal.
    public init(integerLiteral value: Int) { self.init(ExactDecimal(value)) }
}

extension Number: CustomStringConvertible {
    /// The canonical form, as for `ExactDecimal`, with all digits that were sent.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the canonical form as ASCII.
    ///
    /// - Parameter output: The bytes to append to.
    public func write(to output: inout [UInt8]) {
        if let long { long.write(to: &output) } else { value.write(to: &output) }
    }

    /// Formats the number, rounded half to even, as `ExactDecimal` does.
    ///
    /// - Parameters:
    ///   - places: The exact number of digits after the decimal point.
    ///   - grouping: Whether `,` separates thousands.
    /// - Returns: The text.
    public func formatted(places: Int, grouping: Bool) -> String {
        var bytes: [UInt8] = []
        write(places: places, grouping: grouping, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the result of `formatted(places:grouping:)` as ASCII.
    ///
    /// - Parameters:
    ///   - places: The exact number of digits after the decimal point.
    ///   - grouping: Whether `,` separates thousands.
    ///   - output: The bytes to append to.
    public func write(places: Int, grouping: Bool, to output: inout [UInt8]) {
        let start = output.count
        rounded(toPlaces: places).write(to: &output)
        output.padNumber(from: start, places: places, grouping: grouping)
    }
}

extension Number: Comparable {
    /// Compares two numbers by value, with all digits.
    public static func < (left: Number, right: Number) -> Bool {
        if left.long == nil && right.long == nil { return left.value < right.value }
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmallerInMagnitude(than: left) : left.isSmallerInMagnitude(than: right)
    }

    /// The ASCII digits, from the first nonzero digit.
    private var digits: [UInt8] {
        if let long { return long.digits }
        var text: [UInt8] = []
        value.write(to: &text)
        return Array(text.filter { $0 >= UInt8(ascii: "0") }.drop { $0 == UInt8(ascii: "0") })
    }

    /// Compares the positions of the first digits, then the digits as text.
    private func isSmallerInMagnitude(than other: Number) -> Bool {
        if isZero || other.isZero { return !other.isZero }
        let (place, otherPlace) = (adjustedExponent, other.adjustedExponent)
        guard place == otherPlace else { return place < otherPlace }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
