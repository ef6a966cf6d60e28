/// An exact factor for amounts: the quotient of two products of decimal numbers.
///
/// One third times 3 is 1. A ratio is created once for many amounts: if both products have at most 34 digits, as
/// those of exchange rates do, scaling an amount takes one multiplication and one division.
public struct ExactRatio: Sendable, Hashable {
    private let numerators: [ExactDecimal]
    private let denominators: [ExactDecimal]
    /// Each product, unless it would be rounded.
    private let numerator, denominator: ExactDecimal?
    private let rounding: ExactDecimal.Rounding

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
        numerator = ExactDecimal.exactProduct(of: numerators)
        denominator = ExactDecimal.exactProduct(of: denominators)
    }

    /// Multiplies an amount by the ratio. The result is rounded once.
    ///
    /// - Parameter amount: The amount.
    /// - Returns: The amount × the ratio.
    /// - Throws: `ArithmeticError.overflow`.
    public func scaling(_ amount: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        guard let numerator, let denominator else {
            return try ExactDecimal.product(of: [amount] + numerators, dividedBy: denominators)
        }
        return try amount.multiplied(by: numerator, dividedBy: denominator, rounding: rounding)
    }

    /// Returns the ratio as a number, rounded once. Throws `overflow`.
    public func value() throws(ArithmeticError) -> ExactDecimal {
        try scaling(ExactDecimal(1))
    }
}
