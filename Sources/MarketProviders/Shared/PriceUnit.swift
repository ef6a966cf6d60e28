import DecimalArithmetic
import ProviderKit

/// The unit in which an exchange of stocks quotes: a currency, or a minor unit of it.
struct PriceUnit: Sendable {
    /// The whole currency.
    let currency: Currency
    /// The units for one of the currency; nil if they are the currency.
    private let units: ExactDecimal?

    /// Creates the unit that is a currency.
    init(_ currency: Currency) {
        let minor = currency.fixedRate(at: nil)
        (self.currency, units) = (minor?.successor ?? currency, minor?.units)
    }

    /// Creates the unit of a code: `USD`, `GBp`. Throws `RowProblem` for any other text.
    init(code: String) throws {
        guard let currency = Currency(code) else { throw RowProblem(description: "currency is not a currency") }
        self.init(currency)
    }

    /// The amount in the currency, rounded once where it has over 34 digits.
    func amount(_ sent: Number?) -> Number? {
        guard let units else { return sent }
        return sent.flatMap { try? $0.value.divided(by: units) }.map(Number.init)
    }
}

extension QuoteBuilder {
    /// Puts prices in the currency of their unit.
    mutating func convert(from unit: PriceUnit) {
        currency = unit.currency.code
        for number in [\Quote.price, \.open, \.high, \.low, \.bid, \.ask, \.change] {
            values[keyPath: number] = unit.amount(values[keyPath: number])
        }
    }
}
