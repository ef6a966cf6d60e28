/// What amounts are multiplied by: products of decimal numbers, one over the other, held exactly.
///
/// One third times 3 is 1. Made once for many amounts: where both products have at most 34 digits, as those of rates
/// do, scaling an amount is one multiplication and one division.
public struct ExactRatio: Sendable, Hashable {
    private let numerators: [ExactDecimal]
    private let denominators: [ExactDecimal]
    private let products: Products?
    private let rounding: ExactDecimal.Rounding

    /// Both products, where neither had to be rounded.
    private struct Products: Hashable {
        let numerator: ExactDecimal
        let denominator: ExactDecimal
    }

    /// The product of `numerators` over the product of `denominators`; none are 1. Throws `divisionByZero`.
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

    /// The amount times the ratio, rounded once, half to even: to 34 digits, and to 20 where it takes a division that does
    /// more than move the point. Throws `overflow`.
    public func scaling(_ amount: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        guard let products else {
            return try ExactDecimal.product(of: [amount] + numerators, dividedBy: denominators)
        }
        return try amount.multiplied(by: products.numerator, dividedBy: products.denominator, rounding: rounding)
    }

    /// The ratio itself, rounded once; throws `overflow`.
    public func value() throws(ArithmeticError) -> ExactDecimal {
        try scaling(ExactDecimal(1))
    }
}
