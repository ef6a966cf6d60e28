import DecimalArithmetic
import Markets
import Platform
import ProviderKit

extension RunContext {
    /// Returns the holdings with today's amounts: a lot of a share with a date grows by the splits since. A holding
    /// whose splits are unknown is in `failures`, because its amount would be wrong.
    func adjusted(
        _ holdings: [Holding]
    ) async throws(Failure) -> (holdings: [Holding], failures: [Symbol: Failure]) {
        var dates: [Symbol: Timestamp] = [:]
        for holding in holdings {
            for date in holding.lots.compactMap(\.date) {
                dates[holding.symbol] = min(dates[holding.symbol] ?? date, date)
            }
        }
        let answers = try await splits(of: dates)
        var (adjusted, failures): ([Holding], [Symbol: Failure]) = ([], [:])
        for holding in holdings {
            switch answers[holding.symbol] {
            case nil: adjusted.append(holding)
            case .success(let splits): adjusted.append(try holding.adjusted(for: splits))
            case .failure(let failure):
                adjusted.append(holding)
                failures[holding.symbol] = Failure(failure, in: table)
            }
        }
        return (adjusted, failures)
    }

    /// Names the split that explains why what a share cost is more than four times away from its price.
    func reportSplits(of holdings: [Holding], _ portfolio: Portfolio, at quotes: [Symbol: Quote]) async throws(Failure)
    {
        var far: [Symbol: (cost: FavoriteLot.UnitCost, quotient: ExactDecimal)] = [:]
        for holding in holdings {
            guard far[holding.symbol] == nil, let quote = quotes[holding.symbol] else { continue }
            far[holding.symbol] = holding.lots.lazy.compactMap { $0.distantCost(at: quote, portfolio) }.first
        }
        // Splits that are unknown explain nothing.
        let answers = try await splits(of: far.mapValues { _ in Timestamp(seconds: 86_400) })
        for symbol in holdings.map(\.symbol).withoutRepeats {
            guard let (cost, quotient) = far[symbol], let splits = try? answers[symbol]?.get(),
                let split = splits.newest(explaining: quotient)
            else { continue }
            notices.sayOnce(
                "\(symbol): the cost of \(cost.price) \(cost.currency) is more than four times away from the price, and a "
                    + "\(split.ratioText) split lies between, of \(split.time.day); if the shares were bought before it, end "
                    + "the line with the day of the purchase, as in '\(symbol) 1 @ \(cost.price) \(cost.currency) "
                    + "\(split.time.advanced(bySeconds: -86_400).day)'")
        }
    }

    /// Requests the splits of shares since a time, each oldest first. Symbols that are no shares have no answer.
    private func splits(
        of dates: [Symbol: Timestamp]
    ) async throws(Failure) -> [Symbol: Result<[StockEvent], ProviderFailure>] {
        guard !dates.isEmpty else { return [:] }
        let selection = try providers.selection(of: Array(dates.keys), for: .price, ofFavorites: true)
        let shares = dates.filter { selection.kind(of: $0.key) == .stock }.sorted {
            $0.key.canonical < $1.key.canonical
        }
        // As for rates, a named provider without splits does not decide who is asked. Made-up prices have none.
        let named = selection[.stock].filter(\.hasEvents)
        let isMadeUp = selection[.stock].allSatisfy(\.host.isEmpty)
        let able = named.isEmpty && !isMadeUp ? environment.providers.prices.filter(\.hasEvents) : named
        guard !able.isEmpty, !shares.isEmpty else { return [:] }
        let chain = providers.chain(of: able, for: .history) { $0.make }
        let (now, currency) = (chain.links[0].client.now(), try currency())
        let answers = await shares.requestConcurrently { symbol, date in
            await Result(asking: { () throws(ProviderFailure) in
                let query = HistoryQuery(symbol: symbol, currency: currency, from: min(date, now), to: now, width: .day)
                return try await chain.events(query).filter { $0.kind == .split }
            })
        }
        return Dictionary(uniqueKeysWithValues: zip(shares.map(\.key), answers))
    }
}

extension Holding {
    /// Returns the holding with the amounts of its lots after these splits. Their costs stay the same.
    fileprivate func adjusted(for splits: [StockEvent]) throws(Failure) -> Holding {
        try Holding(symbol, lots, in: group) { (lot) throws(ArithmeticError) in
            let later = splits.filter { split in lot.date.map { split.time > $0 } ?? false }
            return try ExactRatio(later).scaling(lot.amount)
        }
    }
}

extension FavoriteLot {
    /// Returns what a unit cost and cost ÷ price if these are more than four times apart and the lot has no date.
    fileprivate func distantCost(
        at quote: Quote, _ portfolio: Portfolio
    ) -> (cost: UnitCost, quotient: ExactDecimal)? {
        guard date == nil, !amount.isZero, let cost, let price = quote.price?.aboveZero,
            let converted = portfolio.convert(cost.price, from: cost.currency, to: quote.currency), converted > 0,
            let quotient = try? converted.divided(by: price.value),
            let inverse = try? price.value.divided(by: converted)
        else { return nil }
        return quotient > 4 || inverse > 4 ? (cost, quotient) : nil
    }
}

extension [StockEvent] {
    /// Returns the newest split so that it and all later ones bring cost ÷ price nearer to 1.
    fileprivate func newest(explaining quotient: ExactDecimal) -> StockEvent? {
        indices.reversed().first { index in
            guard let ratio = try? ExactRatio(Array(self[index...])).value(),
                let after = try? quotient.divided(by: ratio)
            else { return false }
            return after.distanceFromOne < quotient.distanceFromOne
        }.map { self[$0] }
    }
}

extension ExactDecimal {
    /// The number or its inverse, whichever is larger.
    fileprivate var distanceFromOne: ExactDecimal {
        self < 1 ? (try? ExactDecimal(1).divided(by: self)) ?? self : self
    }
}

extension ExactRatio {
    /// Creates the ratio by which splits change an amount.
    fileprivate init(_ splits: [StockEvent]) throws(ArithmeticError) {
        try self.init(
            splits.map { ($0.newShares ?? $0.value).value },
            over: splits.map { $0.oldShares?.value ?? ExactDecimal(1) })
    }
}

extension StockEvent {
    /// `10:1`, as exchanges write it.
    fileprivate var ratioText: String { "\(newShares ?? value):\(oldShares.map { "\($0)" } ?? "1")" }
}
