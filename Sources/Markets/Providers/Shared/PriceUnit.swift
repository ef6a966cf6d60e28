import DecimalArithmetic
import ProviderKit

/// The unit in which an exchange of stocks quotes: a currency, or a hundredth of it.
struct PriceUnit: Sendable {
    /// Hundredths of a currency, by the codes that services send; one differs from the currency in letter case only.
    private static let hundredths = ["GBp": "GBP", "GBX": "GBP", "ILA": "ILS", "ZAc": "ZAR"]

    let currency: Currency
    private let isHundredth: Bool

    /// Creates the unit that is a currency.
    init(_ currency: Currency) {
        self.currency = currency
        isHundredth = false
    }

    /// Creates the unit of a code: `USD`, `GBp`. Throws `RowProblem` for any other text.
    init(code: String) throws {
        isHundredth = Self.hundredths[code] != nil
        guard let currency = Currency(Self.hundredths[code] ?? code) else {
            throw RowProblem(description: "currency is not a currency")
        }
        self.currency = currency
    }

    /// The amount in the currency, rounded once where it has over 34 digits.
    func amount(_ sent: Number?) -> Number? {
        isHundredth ? sent.flatMap { try? $0.value.divided(by: 100) }.map(Number.init) : sent
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
