extension ExactDecimal {
    /// Returns the sum, exact or rounded once, half to even, to 34 digits.
    ///
    /// - Parameters:
    ///   - left: The first number.
    ///   - right: The second number.
    /// - Returns: The sum.
    /// - Throws: `ArithmeticError.overflow`.
    public static func + (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        if left.isZero { return right }
        if right.isZero { return left }
        let (upper, lower) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let shift = Int(upper.exponent) - Int(lower.exponent)
        if let sum = smallSum(upper, lower, shift: shift) { return sum }
        let digits = upper.coefficient.decimalDigitCount
        // 76 digits and a carry fit in 256 bits. A number beyond that is far below half of the last digit.
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

    /// Returns the sum of two numbers in 64 bits, as most prices are, if it is exact; nil for others. `upper` has the
    /// larger exponent, by `shift`.
    @inline(__always)
    private static func smallSum(_ upper: ExactDecimal, _ lower: ExactDecimal, shift: Int) -> ExactDecimal? {
        guard (upper.coefficient | lower.coefficient) >> 64 == 0, shift <= 18, upper.exponent <= 18 else { return nil }
        let (first, second) = (upper.coefficient &* .powerOfTen(shift), lower.coefficient)
        let sum: UInt128
        if upper.isNegative == lower.isNegative {
            sum = first &+ second
        } else {
            sum = first < second ? second &- first : first &- second
        }
        guard sum < .powerOfTen(precision) else { return nil }
        return ExactDecimal(
            normalizing: sum, exponent: Int(lower.exponent),
            isNegative: first < second ? lower.isNegative : upper.isNegative)
    }

    /// Returns the difference, exact or rounded once, half to even, to 34 digits.
    ///
    /// - Parameters:
    ///   - left: The number to subtract from.
    ///   - right: The number to subtract.
    /// - Returns: The difference.
    /// - Throws: `ArithmeticError.overflow`.
    public static func - (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try left + -right
    }

    /// Returns the product, exact or rounded once, half to even.
    ///
    /// A product with digits beyond position −6176 is rounded there, possibly to 0, as IEEE 754 rounds subnormal
    /// numbers.
    ///
    /// - Parameters:
    ///   - left: The first factor.
    ///   - right: The second factor.
    /// - Returns: The product.
    /// - Throws: `ArithmeticError.overflow`.
    public static func * (left: ExactDecimal, right: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal(
            rounding: WideMagnitude(left.coefficient, times: right.coefficient),
            exponent: Int(left.exponent) + Int(right.exponent), isNegative: left.isNegative != right.isNegative)
    }

    /// Divides by a number. The result is rounded once, half to even.
    ///
    /// A division by a power of ten only moves the point and keeps all 34 digits. A quotient with digits beyond
    /// position −6176 is rounded there, possibly to 0.
    ///
    /// - Parameters:
    ///   - divisor: The number to divide by.
    ///   - precision: The number of digits of the quotient.
    /// - Returns: The quotient.
    /// - Throws: `ArithmeticError.divisionByZero` and `ArithmeticError.overflow`.
    public func divided(
        by divisor: ExactDecimal, to precision: QuotientPrecision = .result
    ) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal.quotient(
            WideMagnitude(coefficient), exponent: Int(exponent), isNegative: isNegative, by: divisor,
            to: divisor.rounding(to: precision))
    }

    /// Multiplies by one number and divides by another. The product is computed in full width, and the result is
    /// rounded once, half to even.
    ///
    /// - Parameters:
    ///   - factor: The number to multiply by.
    ///   - divisor: The number to divide by.
    ///   - precision: The number of digits of the quotient.
    /// - Returns: The number × `factor` ÷ `divisor`.
    /// - Throws: `ArithmeticError.divisionByZero`, and `ArithmeticError.overflow` only if the result is too large.
    public func multiplied(
        by factor: ExactDecimal, dividedBy divisor: ExactDecimal, to precision: QuotientPrecision = .result
    ) throws(ArithmeticError) -> ExactDecimal {
        try multiplied(by: factor, dividedBy: divisor, rounding: divisor.rounding(to: precision))
    }

    /// Computes which percentage of another number this one is.
    ///
    /// - Parameter whole: The number that is 100 percent.
    /// - Returns: 100 × number ÷ `whole`, rounded once, half to even, to 8 decimals and 34 digits.
    /// - Throws: `ArithmeticError.divisionByZero` and `ArithmeticError.overflow`.
    public func percentage(of whole: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        if let percentage = smallPercentage(of: whole) { return percentage }
        return try multiplied(by: 100, dividedBy: whole, rounding: Rounding(lastPlace: -8))
    }

    /// Does the same for two numbers in 64 bits, as most prices are; nil for others, and for a result of more than 34
    /// digits.
    @inline(__always)
    private func smallPercentage(of whole: ExactDecimal) -> ExactDecimal? {
        // Two digits for percent, and eight decimals.
        let shift = Int(exponent) - Int(whole.exponent) + 10
        guard (coefficient | whole.coefficient) >> 64 == 0, whole.coefficient != 0, (0...19).contains(shift) else {
            return nil
        }
        let dividend = coefficient &* .powerOfTen(shift)
        let quotient = dividend / whole.coefficient
        guard quotient < .powerOfTen(Self.precision) else { return nil }
        let twice = 2 &* (dividend &- quotient &* whole.coefficient)
        let isUp = twice == whole.coefficient ? quotient & 1 == 1 : twice > whole.coefficient
        return ExactDecimal(
            normalizing: isUp ? quotient &+ 1 : quotient, exponent: -8, isNegative: isNegative != whole.isNegative)
    }

    /// Does the same as the public function, with any rounding.
    func multiplied(
        by factor: ExactDecimal, dividedBy divisor: ExactDecimal, rounding: Rounding
    ) throws(ArithmeticError) -> ExactDecimal {
        try ExactDecimal.quotient(
            WideMagnitude(coefficient, times: factor.coefficient), exponent: Int(exponent) + Int(factor.exponent),
            isNegative: isNegative != factor.isNegative, by: divisor, to: rounding)
    }

    private static func quotient(
        _ dividend: WideMagnitude, exponent: Int, isNegative: Bool, by divisor: ExactDecimal, to rounding: Rounding
    ) throws(ArithmeticError) -> ExactDecimal {
        if divisor.isZero { throw .divisionByZero }
        if dividend == WideMagnitude(0) { return zero }
        // Most rates have no divisor.
        if divisor.coefficient == 1 {
            return try ExactDecimal(
                rounding: dividend, exponent: exponent - Int(divisor.exponent),
                isNegative: isNegative != divisor.isNegative, to: rounding)
        }
        // At least one digit more than is kept, so that the remainder can only break ties.
        let digits = dividend.decimalDigitCount
        let shift = max(0, rounding.digits + 1 + divisor.coefficient.decimalDigitCount - digits)
        let scaled = dividend.scaled(byPowerOfTen: shift)
        let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: divisor.coefficient)
        return try ExactDecimal(
            rounding: quotient, exponent: exponent - shift - Int(divisor.exponent), inexact: remainder != 0,
            isNegative: isNegative != divisor.isNegative, to: rounding)
    }

    /// Rounds half to even.
    ///
    /// - Parameter places: The number of digits after the decimal point; a negative number counts as 0.
    /// - Returns: The rounded number.
    public func rounded(toPlaces places: Int) -> ExactDecimal { rounded(toPlaces: places, .halfEven) }

    /// Rounds to `places` digits after the decimal point; a negative number counts as 0.
    package func rounded(toPlaces places: Int, _ mode: RoundingMode) -> ExactDecimal {
        // No number has a digit after the last position of the smallest numbers.
        let dropped = -Int(exponent) - min(max(0, places), -Self.minimumExponent)
        guard dropped > 0 else { return self }
        // No coefficient is near half of 10^38.
        let divisor = UInt128.powerOfTen(min(dropped, 38))
        let quotient = coefficient / divisor
        // It is not 0, since a coefficient does not end in 0.
        let remainder = coefficient &- quotient &* divisor
        let isUp =
            switch mode {
            case .down: isNegative
            case .halfUp: remainder == divisor / 2 ? !isNegative : remainder > divisor / 2
            case .halfEven: remainder == divisor / 2 ? quotient & 1 == 1 : remainder > divisor / 2
            }
        return ExactDecimal(
            normalizing: isUp ? quotient &+ 1 : quotient, exponent: Int(exponent) + dropped, isNegative: isNegative)
    }

    /// Creates the nearest number to `magnitude` × 10^`exponent`, rounded half to even.
    ///
    /// `inexact` means that the exact value is larger by less than a unit of `magnitude`, which then has more digits
    /// than are kept.
    init(
        rounding magnitude: WideMagnitude, exponent: Int, inexact: Bool = false, isNegative: Bool,
        to rounding: Rounding = Rounding()
    ) throws(ArithmeticError) {
        let digits = magnitude.decimalDigitCount
        let dropped = max(digits - rounding.digits, rounding.lastPlace - exponent)
        if dropped > digits {
            self = .zero
            return
        }
        var (coefficient, exponent) = (magnitude.low, exponent)
        if dropped > 0 {
            coefficient = magnitude.roundedQuotient(byPowerOfTen: dropped, inexact: inexact).low
            exponent += dropped
        }
        // Checked first, because there is no room for the exponent of a number that is much too large.
        guard coefficient == 0 || coefficient.decimalDigitCount - 1 + exponent <= Self.maximumAdjustedExponent else {
            throw .overflow
        }
        self.init(normalizing: coefficient, exponent: exponent, isNegative: isNegative)
    }
}

extension ExactDecimal {
    /// The number of digits of a result, and the position of the last one.
    struct Rounding: Hashable {
        var digits = ExactDecimal.precision
        var lastPlace = ExactDecimal.minimumExponent
    }

    /// Returns the rounding of a quotient by this number; a division by a power of ten only moves the point.
    func rounding(to precision: QuotientPrecision) -> Rounding {
        precision == .intermediate || coefficient == 1 ? Rounding() : Rounding(digits: ExactDecimal.quotientPrecision)
    }

    /// Returns the rounding of a quotient by several numbers.
    static func rounding(by divisors: [ExactDecimal], to precision: QuotientPrecision) -> Rounding {
        divisors.first { $0.coefficient != 1 }?.rounding(to: precision) ?? Rounding()
    }
}

/// Which of the two nearest numbers with fewer digits one is rounded to.
package enum RoundingMode: Sendable {
    /// The one that is not above it.
    case down
    /// The nearer one; the larger one of two that are equally near.
    case halfUp
    /// The nearer one; the one with an even last digit of two that are equally near.
    case halfEven
}

/// The number of digits of a quotient.
public enum QuotientPrecision: Sendable {
    /// 20 digits, for a result that is shown. Most quotients have no end, and no data is more exact.
    case result
    /// 34 digits, for further calculations, so that only the final result is rounded to fewer.
    case intermediate
}
