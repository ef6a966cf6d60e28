/// An exact factor for amounts: the quotient of two products of decimal numbers.
///
/// One third times 3 is 1. A ratio is created once for many amounts: if both products have at most 34 digits, as
/// those of exchange rates do, scaling an amount takes one multiplication and one division.
public struct ExactRatio: Sendable, Hashable {
    private let numerators: [ExactDecimal]
    private let denominators: [ExactDecimal]
    private let products: Products?
    private let rounding: ExactDecimal.Rounding

    /// Both products, if neither needs to be rounded.
    private struct Products: Hashable {
        let numerator: ExactDecimal
        let denominator: ExactDecimal
    }

    /// Creates the ratio of two products; an empty list counts as 1.
    ///
    /// - Parameters:
    ///   - numerators: The factors of the upper product.
    ///   - denominators: The factors of the lower product.
    /// - Throws: `ArithmeticError.divisionByZero`.
    public init(_ numerators: [ExactDecimal], over denominators: [ExactDecimal] = []) throws(ArithmeticError) {
        guard !denominators.contains(where: \.isZero) else { throw .divisionByZero }
        self.numerators = numerators
        self.denominators = denominators
        rounding = ExactDecimal.rounding(by: denominators, to: .result)
        if let numerator = ExactDecimal.exactProduct(of: numerators),
            let denominator = ExactDecimal.exactProduct(of: denominators)
        {
            products = Products(numerator: numerator, denominator: denominator)
        } else {
            products = nil
        }
    }

    /// Multiplies an amount by the ratio. The result is rounded once.
    ///
    /// - Parameter amount: The amount.
    /// - Returns: The amount × the ratio.
    /// - Throws: `ArithmeticError.overflow`.
    public func scaling(_ amount: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        guard let products else {
            return try ExactDecimal.product(of: [amount] + numerators, dividedBy: denominators)
        }
        return try amount.multiplied(by: products.numerator, dividedBy: products.denominator, rounding: rounding)
    }

    /// Returns the ratio as a number, rounded once. Throws `overflow`.
    public func value() throws(ArithmeticError) -> ExactDecimal {
        try scaling(ExactDecimal(1))
    }
}
