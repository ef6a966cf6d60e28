extension ExactDecimal {
    /// The sum, exact or rounded once, half to even, to 34 digits; throws `overflow`.
    public static func + (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        if left.isZero { return right }
        if right.isZero { return left }
        let (upper, lower) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let shift = Int(upper.exponent) - Int(lower.exponent)
        let digits = upper.coefficient.decimalDigitCount
        // 76 digits fit in 256 bits with room for a carry. What is so much smaller is far below half of the last digit.
        if digits + shift > 76 { return upper }
        let first = WideMagnitude(upper.coefficient).scaled(byPowerOfTen: shift)
        let second = WideMagnitude(lower.coefficient)
        let exponent = Int(lower.exponent)
        if upper.isNegative == lower.isNegative {
            return try ExactDecimal(rounding: first + second, exponent: exponent, isNegative: upper.isNegative)
        }
        return first < second
            ? try ExactDecimal(rounding: second - first, exponent: exponent, isNegative: lower.isNegative)
            : try ExactDecimal(rounding: first - second, exponent: exponent, isNegative: upper.isNegative)
    }

    /// The difference, exact or rounded once, half to even, to 34 digits; throws `overflow`.
    public static func - (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try left + -right
    }

    /// The product, exact or rounded once, half to even; throws `overflow`.
    ///
    /// A product with digits beyond position −6176 is rounded there, at last to 0, as IEEE 754 rounds subnormal numbers.
    public static func * (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal(
            rounding: WideMagnitude(left.coefficient, times: right.coefficient),
            exponent: Int(left.exponent) + Int(right.exponent), isNegative: left.isNegative != right.isNegative)
    }

    /// The quotient, rounded once, half to even, to 34 digits; throws `divisionByZero` and `overflow`.
    ///
    /// A quotient with digits beyond position −6176 is rounded there, at last to 0.
    public func divided(by divisor: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal.quotient(
            WideMagnitude(coefficient), exponent: Int(exponent), isNegative: isNegative, by: divisor)
    }

    /// The number × `factor` ÷ `divisor`, rounded once at the end: the product is formed in full width.
    ///
    /// Throws `divisionByZero`, and `overflow` only when the final result is too large.
    public func multiplied(
        by factor: ExactDecimal, dividedBy divisor: ExactDecimal
    ) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal.quotient(
            WideMagnitude(coefficient, times: factor.coefficient), exponent: Int(exponent) + Int(factor.exponent),
            isNegative: isNegative != factor.isNegative, by: divisor)
    }

    private static func quotient(
        _ dividend: WideMagnitude, exponent: Int, isNegative: Bool, by divisor: ExactDecimal
    ) throws(ArithmeticError) -> ExactDecimal {
        if divisor.isZero { throw .divisionByZero }
        if dividend == WideMagnitude(0) { return zero }
        // 35 digits or more in the quotient: what is left over can then only break ties.
        let digits = dividend.decimalDigitCount
        let shift = max(0, precision + 1 + divisor.coefficient.decimalDigitCount - digits)
        let scaled = dividend.scaled(byPowerOfTen: shift)
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: divisor.coefficient)
        return try ExactDecimal(
            rounding: quotient, exponent: exponent - shift - Int(divisor.exponent), inexact: remainder != 0,
            isNegative: isNegative != divisor.isNegative)
    }

    /// The number rounded half to even to `places` digits after the point; fewer than 0 count as 0.
    public func rounded(toPlaces places: Int) -> ExactDecimal {
        // No number has a digit beyond the smallest numbers' last place.
        let dropped = -Int(exponent) - min(max(0, places), -Self.minimumExponent)
        guard dropped > 0 else { return self }
        guard dropped <= coefficient.decimalDigitCount else { return .zero }
        let rounded = WideMagnitude(coefficient).roundedQuotient(byPowerOfTen: dropped, inexact: false)
        return ExactDecimal(normalizing: rounded.low, exponent: Int(exponent) + dropped, isNegative: isNegative)
    }

    /// `magnitude` × 10^`exponent` as the nearest number that fits, half to even.
    ///
    /// `inexact` says that the exact value is larger by less than a unit of `magnitude`, which then has 35 digits or more.
    init(
        rounding magnitude: WideMagnitude, exponent: Int, inexact: Bool = false, isNegative: Bool
    ) throws(ArithmeticError) {
        let digits = magnitude.decimalDigitCount
        let dropped = max(digits - Self.precision, Self.minimumExponent - exponent)
        if dropped <= 0 {
            self.init(normalizing: magnitude.low, exponent: exponent, isNegative: isNegative)
        } else if dropped > digits {
            self = .zero
        } else {
            let rounded = magnitude.roundedQuotient(byPowerOfTen: dropped, inexact: inexact)
            self.init(normalizing: rounded.low, exponent: exponent + dropped, isNegative: isNegative)
        }
        guard adjustedExponent <= Self.maximumAdjustedExponent else { throw .overflow }
    }
}
