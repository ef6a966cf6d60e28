/// An exact decimal number with a sign, a coefficient of at most 34 digits, and a power of ten.
///
/// The finite numbers of IEEE 754-2008 decimal128, without its infinities, NaNs, negative zero and trailing zeros:
/// numbers that are equal are stored equally (`1.0` is `1`). The position of the first digit is at most 6144, that of
/// the last digit at least −6176. Sums and products are rounded once, half to even, when they do not fit in 34 digits;
/// quotients have at most 20.
public struct ExactDecimal: Sendable, Hashable {
    /// The sign, 14 bits of the exponent above `exponentBias`, and the upper 49 of the 113 bits of the coefficient, as
    /// in the binary encoding of decimal128: a quote holds a dozen numbers, and an answer many thousand quotes.
    private let high: UInt64
    /// The lower 64 bits of the coefficient.
    private let low: UInt64

    private static let signBit: UInt64 = 63
    private static let exponentBits: UInt64 = 14
    private static let coefficientBits: UInt64 = 49
    private static let exponentBias: Int32 = 8192

    /// The maximum number of digits of a coefficient.
    static let precision = 34
    /// The maximum number of digits of a quotient.
    static let quotientPrecision = 20
    /// The position of the first digit of the largest numbers.
    static let maximumAdjustedExponent = 6144
    /// The position of the last digit of the smallest numbers.
    static let minimumExponent = -6176

    /// The number 0.
    public static let zero = ExactDecimal(normalizing: 0, exponent: 0, isNegative: false)

    /// Creates a number from a coefficient and an exponent in range. Trailing zeros are moved to the exponent.
    init(normalizing coefficient: UInt128, exponent: Int, isNegative: Bool) {
        let (stripped, zeros) = coefficient.withoutTrailingDecimalZeros()
        self.init(
            stripped: stripped, exponent: stripped == 0 ? 0 : Int32(truncatingIfNeeded: exponent &+ zeros),
            isNegative: isNegative)
    }

    /// Creates a number that is already in canonical representation.
    init(stripped coefficient: UInt128, exponent: Int32, isNegative: Bool) {
        assert(coefficient >> (64 + Self.coefficientBits) == 0)
        assert((-Self.exponentBias..<Self.exponentBias).contains(exponent))
        let sign: UInt64 = isNegative && coefficient != 0 ? 1 : 0
        high =
            sign << Self.signBit | UInt64(truncatingIfNeeded: exponent &+ Self.exponentBias) << Self.coefficientBits
            | UInt64(truncatingIfNeeded: coefficient >> 64)
        low = UInt64(truncatingIfNeeded: coefficient)
    }

    /// The digits as an integer below 10³⁴, not divisible by 10 unless it is 0.
    var coefficient: UInt128 { UInt128(high & (1 << Self.coefficientBits - 1)) << 64 | UInt128(low) }

    /// The power of ten by which the coefficient is multiplied; 0 if the coefficient is 0.
    var exponent: Int32 {
        Int32(truncatingIfNeeded: high >> Self.coefficientBits & (1 << Self.exponentBits - 1)) - Self.exponentBias
    }

    /// Whether the number is below zero. Zero is not negative.
    public var isNegative: Bool { high >> Self.signBit != 0 }

    /// Creates a number from an integer, exactly.
    ///
    /// - Parameter integer: An integer of at most 64 bits.
    public init(_ integer: some FixedWidthInteger) {
        precondition(type(of: integer).bitWidth <= 64)
        let isNegative = integer < 0
        self.init(normalizing: UInt128(integer.magnitude), exponent: 0, isNegative: isNegative)
    }

    /// Whether the number is 0.
    public var isZero: Bool { coefficient == 0 }

    /// The number without its sign.
    public var magnitude: ExactDecimal {
        ExactDecimal(stripped: coefficient, exponent: exponent, isNegative: false)
    }

    /// The position of the first nonzero digit: 2 for 123.4, −2 for 0.012; 0 for zero.
    public var adjustedExponent: Int {
        isZero ? 0 : coefficient.decimalDigitCount - 1 + Int(exponent)
    }

    /// The nearest double, infinite if out of range. Use it for charts only; prices are never converted to doubles.
    public var doubleValue: Double {
        let magnitude = Double("\(coefficient)e\(exponent)") ?? 0
        return isNegative ? -magnitude : magnitude
    }

    /// Returns the number with the opposite sign.
    ///
    /// - Parameter number: The number.
    /// - Returns: The number with the opposite sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(stripped: number.coefficient, exponent: number.exponent, isNegative: !number.isNegative)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
    /// Creates a number from a literal, exactly.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension ExactDecimal: Comparable {
    /// Compares two numbers by value.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmallerInMagnitude(than: left) : left.isSmallerInMagnitude(than: right)
    }

    private func isSmallerInMagnitude(than other: ExactDecimal) -> Bool {
        if isZero || other.isZero { return !other.isZero }
        let shift = Int(exponent) - Int(other.exponent)
        // Numbers in 64 bits, as most prices are, are compared without counting digits: 10^19 fits in 64 bits too.
        if (coefficient | other.coefficient) >> 64 != 0 || shift.magnitude > 19 {
            let (place, otherPlace) = (adjustedExponent, other.adjustedExponent)
            // If the first digits have the same position, the exponents differ by at most 33.
            guard place == otherPlace else { return place < otherPlace }
        }
        return shift >= 0
            ? coefficient * .powerOfTen(shift) < other.coefficient
            : coefficient < other.coefficient * .powerOfTen(-shift)
    }
}
