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
        holdings.flatMap { holding in
            quotes[holding.symbol].map { pairs(of: holding, in: $0.currency) } ?? []
        }.withoutRepeats
    }

    /// Returns the position of a holding at a price, without its share.
    func position(of holding: Holding, at quote: Quote) -> Position {
        // A lot of 0 units adds no cost. Where there is no other, its cost is that of the position.
        let some = holding.lots.filter { !$0.amount.isZero }
        let costs = (some.isEmpty ? holding.lots : some).map { ($0.cost(by: self, at: quote), quote.currency) }
        let value = quote.price.flatMap { try? $0.value * holding.amount }
        return Position(
            amount: holding.amount, value: value, cost: sum(costs, in: quote.currency), worth: value)
    }

    /// The sum of all positions; its values are unknown if a holding has no price.
    var total: Position { total(of: holdings) }

    /// The total of each group, if there are several.
    var subtotals: [(group: String, sum: Position)] {
        let names = holdings.compactMap(\.group).withoutRepeats
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

    /// The gain counts only holdings with a cost.
    private func total(of holdings: [Holding]) -> Position {
        func sum(_ holdings: [Holding], _ part: (Position) -> ExactDecimal?) -> ExactDecimal? {
            let amounts = holdings.map { holding in
                quotes[holding.symbol].map { (part(position(of: holding, at: $0)), $0.currency) } ?? (nil, currency)
            }
            return holdings.isEmpty ? nil : self.sum(amounts, in: totalCurrency)
        }
        let known = holdings.filter { !lacksCost($0) }
        return Position(
            amount: nil, value: sum(holdings, \.value),
            cost: sum(known) { $0.amount?.isZero == true ? ExactDecimal.zero : $0.cost }, worth: sum(known, \.value))
    }

    /// Whether the cost of a lot is unknown. The cost of money is its value.
    private func lacksCost(_ holding: Holding) -> Bool {
        let isMoney =
            quotes[holding.symbol].map { $0.kind == .fiat } ?? (holding.symbol.kinds(isFavorite: true) == [.fiat])
        return !isMoney && holding.lots.contains { $0.cost == nil && !$0.amount.isZero }
    }

    /// Says which holdings the total gain leaves out; nil if there are none, or nothing else.
    var noticeOfMissingCosts: String? {
        let missing = holdings.filter(lacksCost)
        guard !missing.isEmpty, missing.count < holdings.count else { return nil }
        let names = missing.map(\.symbol).withoutRepeats.map(\.description).joined(separator: ", ")
        return "\(names): without a cost, and so left out of the total gain"
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
    /// Returns what the lot cost in the currency of a quote: the cost of a unit is converted like a price, and money
    /// without one costs what it is worth. Nil if it is unknown, or cannot be converted.
    fileprivate func cost(by portfolio: Portfolio, at quote: Quote) -> ExactDecimal? {
        guard let cost else { return quote.kind == .fiat ? quote.price.flatMap { try? $0.value * amount } : nil }
        return portfolio.convert(cost.price, from: cost.currency, to: quote.currency).flatMap { try? $0 * amount }
    }
}
