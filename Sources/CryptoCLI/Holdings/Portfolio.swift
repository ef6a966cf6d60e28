import DecimalArithmetic
import Markets
import Platform

/// The holdings with their newest prices.
struct Portfolio: Sendable {
    typealias Pair = ConversionBook.Pair

    private(set) var holdings: [Holding]
    private let places: [Symbol: [Int]]
    /// The currency of the total, unless all prices are in another one.
    private let currency: Currency
    private var quotes: [Symbol: Quote] = [:]
    /// The conversions of costs, and of values to the currency of the total. One that is missing does not exist.
    var conversions: [Pair: Conversion] = [:]

    /// Creates a portfolio without prices.
    init(_ holdings: [Holding], in currency: Currency) {
        (self.holdings, self.currency) = (holdings, currency)
        places = Dictionary(grouping: holdings.indices) { holdings[$0].symbol }
    }

    /// The holding of a symbol in a group; the first one if no group is given.
    subscript(symbol: Symbol, in group: String?) -> Holding? {
        places[symbol]?.lazy.map { holdings[$0] }.first { group == nil || $0.group == group }
    }

    /// Replaces the holdings by the same ones with other amounts.
    mutating func set(_ adjusted: [Holding]) { holdings = adjusted }

    /// Sets the price of a holding.
    mutating func set(_ quote: Quote, of symbol: Symbol) { quotes[symbol] = quote }

    /// The currency of the total: that of the prices if they have the same one.
    var totalCurrency: Currency {
        let codes = Set(quotes.values.map(\.currency))
        return codes.count == 1 ? codes.first ?? currency : currency
    }

    /// The conversions that a holding needs if its price is in a currency.
    func pairs(of holding: Holding, in currency: Currency) -> [Pair] {
        let costs = holding.lots.compactMap(\.cost).map { Pair(from: $0.currency, to: currency) }
        return (costs + [Pair(from: currency, to: totalCurrency)]).filter { $0.from != $0.to }
    }

    /// The conversions that the holdings need, each once.
    var pairs: [Pair] {
        var seen: Set<Pair> = []
        return holdings.flatMap { holding in
            quotes[holding.symbol].map { pairs(of: holding, in: $0.currency) } ?? []
        }.filter { seen.insert($0).inserted }
    }

    /// Returns the position of a holding at a price, without its share.
    func position(of holding: Holding, at quote: Quote) -> Position {
        // A lot of 0 units adds no cost. Where there is no other, its cost is that of the position.
        let some = holding.lots.filter { !$0.amount.isZero }
        let costs = (some.isEmpty ? holding.lots : some).map { ($0.cost(by: self, in: quote.currency), quote.currency) }
        return Position(
            amount: holding.amount, value: quote.price.flatMap { try? $0.value * holding.amount },
            cost: sum(costs, in: quote.currency))
    }

    /// The sum of all positions; its values are unknown if a holding has no price.
    var total: Position { total(of: holdings) }

    /// The total of each group, if there are several.
    var subtotals: [(group: String, sum: Position)] {
        let groups = holdings.compactMap(\.group)
        let names = groups.indices.filter { groups.firstIndex(of: groups[$0]) == $0 }.map { groups[$0] }
        guard names.count > 1 else { return [] }
        return names.map { name in (name, total(of: holdings.filter { $0.group == name })) }
    }

    /// The rows of a group with a price, without positions.
    func rows(of group: String, now: Timestamp) -> [QuoteRow] {
        holdings.filter { $0.group == group }.compactMap { holding in
            quotes[holding.symbol].map { quote in
                var row = QuoteRow(quote, now: now)
                row.group = group
                return row
            }
        }
    }

    private func total(of holdings: [Holding]) -> Position {
        let positions = holdings.map { holding in
            quotes[holding.symbol].map { (position(of: holding, at: $0), $0.currency) }
        }
        func sum(_ part: (Position) -> ExactDecimal?) -> ExactDecimal? {
            self.sum(positions.map { $0.map { (part($0), $1) } ?? (nil, currency) }, in: totalCurrency)
        }
        return Position(
            amount: nil, value: sum(\.value), cost: sum { $0.amount?.isZero == true ? ExactDecimal.zero : $0.cost },
            share: nil)
    }

    /// Returns which percentage of the total value a value is.
    func share(of value: ExactDecimal?, in currency: Currency, total: Position) -> ExactDecimal? {
        guard let whole = total.value, let part = sum([(value, currency)], in: totalCurrency) else { return nil }
        return try? part.percentage(of: whole)
    }

    /// Returns the sum of amounts in a currency; nil if one is unknown or cannot be converted.
    private func sum(_ amounts: [(ExactDecimal?, Currency)], in target: Currency) -> ExactDecimal? {
        var sum = ExactDecimal.zero
        for (amount, currency) in amounts {
            guard let amount, let converted = convert(amount, from: currency, to: target),
                let next = try? sum + converted
            else { return nil }
            sum = next
        }
        return sum
    }

    func convert(_ amount: ExactDecimal, from: Currency, to: Currency) -> ExactDecimal? {
        guard from != to else { return amount }
        return conversions[Pair(from: from, to: to)].flatMap { try? $0.convert(amount) }
    }
}

extension FavoriteLot {
    /// Returns what the lot cost in a currency: the cost of a unit is converted like a price. Nil if it is unknown, or
    /// cannot be converted.
    fileprivate func cost(by portfolio: Portfolio, in currency: Currency) -> ExactDecimal? {
        guard let cost, let price = portfolio.convert(cost.price, from: cost.currency, to: currency) else { return nil }
        return try? price * amount
    }
}
