extension ExactDecimal {
    /// Divides one product by another, and rounds once at the end, half to even.
    ///
    /// Intermediate results are neither rounded nor limited. An empty list counts as 1.
    ///
    /// - Parameters:
    ///   - factors: The numbers to multiply.
    ///   - divisors: The numbers to divide by.
    ///   - precision: The number of digits of the result, 34 if the divisors only move the point.
    /// - Returns: The quotient of the products.
    /// - Throws: `ArithmeticError.divisionByZero`, and `ArithmeticError.overflow` only if the result is too large.
    public static func product(
        of factors: [ExactDecimal], dividedBy divisors: [ExactDecimal] = [], to precision: QuotientPrecision = .result
    ) throws(ArithmeticError) -> ExactDecimal {
        var product = LongMagnitude(1)
        var (exponent, isNegative) = (0, false)
        for factor in factors {
            product.multiply(by: factor.coefficient)
            exponent += Int(factor.exponent)
            isNegative = isNegative != factor.isNegative
        }
        for divisor in divisors {
            if divisor.isZero { throw .divisionByZero }
            exponent -= Int(divisor.exponent)
            isNegative = isNegative != divisor.isNegative
        }
        if product.isZero { return zero }
        let (magnitude, inexact, moved) = quotient(product, by: divisors.map(\.coefficient))
        return try ExactDecimal(
            rounding: magnitude, exponent: exponent + moved, inexact: inexact, isNegative: isNegative,
            to: rounding(by: divisors, to: precision))
    }

    /// Divides a product. The result is `magnitude` × 10^`moved`; if it is `inexact`, it has at least 35 digits.
    private static func quotient(
        _ product: LongMagnitude, by divisors: [UInt128]
    ) -> (WideMagnitude, inexact: Bool, moved: Int) {
        var (product, inexact, shift) = (product, false, 0)
        if !divisors.isEmpty {
            let digits = divisors.reduce(0) { $0 + $1.decimalDigitCount }
            shift = max(0, precision + 1 + digits - product.leastDigitCount)
            product.multiply(byPowerOfTen: shift)
        }
        for divisor in divisors {
            let isLeft = product.divide(by: divisor)
            inexact = inexact || isLeft
        }
        let (magnitude, dropped, isLeft) = product.shortened()
        return (magnitude, inexact || isLeft, dropped - shift)
    }

    /// Returns the product if it has at most 34 digits and is in range; nil if it would be rounded.
    static func exactProduct(of factors: [ExactDecimal]) -> ExactDecimal? {
        var product = ExactDecimal(normalizing: 1, exponent: 0, isNegative: false)
        for factor in factors {
            let wide = WideMagnitude(product.coefficient, times: factor.coefficient)
            let exponent = Int(product.exponent) + Int(factor.exponent)
            let digits = wide.decimalDigitCount
            guard digits <= precision, exponent >= minimumExponent, exponent + digits <= maximumAdjustedExponent else {
                return nil
            }
            product = ExactDecimal(
                normalizing: wide.low, exponent: exponent, isNegative: product.isNegative != factor.isNegative)
        }
        return product
    }
}
