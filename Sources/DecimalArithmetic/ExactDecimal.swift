/// A decimal number held exactly: sign, coefficient of at most 34 digits, power of ten.
///
/// The finite numbers of IEEE 754-2008 decimal128, without its infinities, NaNs, negative zero and trailing zeros: numbers
/// that are equal are stored equally (`1.0` is `1`). The position of the first digit is at most 6144, that of the last
/// digit at least −6176. Sums and products are rounded once, half to even, when they do not fit in 34 digits; quotients have
/// at most 20.
public struct ExactDecimal: Sendable, Hashable {
    /// The digits as an integer, below 10³⁴; not divisible by 10 unless 0.
    let coefficient: UInt128
    /// The power of ten the coefficient is multiplied by; 0 when the coefficient is 0.
    let exponent: Int32
    /// Whether the number is below zero; zero is not negative.
    public let isNegative: Bool

    /// How many digits a coefficient may have.
    static let precision = 34
    /// How many digits a quotient has.
    static let quotientPrecision = 20
    /// The position of the first digit of the largest numbers.
    static let maximumAdjustedExponent = 6144
    /// The position of the last digit of the smallest numbers.
    static let minimumExponent = -6176

    /// The number 0.
    public static let zero = ExactDecimal(normalizing: 0, exponent: 0, isNegative: false)

    /// A number whose coefficient and exponent are known to be in range; zeros at the end are moved to the exponent.
    init(normalizing coefficient: UInt128, exponent: Int, isNegative: Bool) {
        let (stripped, zeros) = coefficient.withoutTrailingDecimalZeros()
        self.coefficient = stripped
        self.exponent = stripped == 0 ? 0 : Int32(truncatingIfNeeded: exponent &+ zeros)
        self.isNegative = isNegative && stripped != 0
    }

    /// A number that is already in its one form.
    init(stripped coefficient: UInt128, exponent: Int32, isNegative: Bool) {
        self.coefficient = coefficient
        self.exponent = exponent
        self.isNegative = isNegative && coefficient != 0
    }

    /// An integer of at most 64 bits, exactly.
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

    /// The position of the first digit that is not 0: 2 for 123.4, −2 for 0.012; 0 for zero.
    public var adjustedExponent: Int {
        isZero ? 0 : coefficient.decimalDigitCount - 1 + Int(exponent)
    }

    /// The nearest binary floating-point number, infinite beyond its range. For charts only: prices never pass through it.
    public var doubleValue: Double {
        let magnitude = Double("\(coefficient)e\(exponent)") ?? 0
        return isNegative ? -magnitude : magnitude
    }

    /// The number with the other sign.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(stripped: number.coefficient, exponent: number.exponent, isNegative: !number.isNegative)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
    /// A literal, exactly.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension ExactDecimal: Comparable {
    /// Compares by value.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isSmallerInMagnitude(than: left) : left.isSmallerInMagnitude(than: right)
    }

    private func isSmallerInMagnitude(than other: ExactDecimal) -> Bool {
        if isZero || other.isZero { return !other.isZero }
        let shift = Int(exponent) - Int(other.exponent)
        // What 64 bits hold, as most prices, is compared without counting its digits: 10^19 fits in 64 bits too.
        if (coefficient | other.coefficient) >> 64 != 0 || shift.magnitude > 19 {
            let (place, otherPlace) = (adjustedExponent, other.adjustedExponent)
            // With the first digits in the same place, the powers differ by 33 at most.
            guard place == otherPlace else { return place < otherPlace }
        }
        return shift >= 0
            ? coefficient * .powerOfTen(shift) < other.coefficient
            : coefficient < other.coefficient * .powerOfTen(-shift)
    }
}
