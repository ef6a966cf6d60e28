package import DecimalArithmetic
package import Platform

/// A market with fixed quotes, without any request: of `sample`, of `mock` or of a test.
///
/// Prices in another currency of `rates` are rounded to 8 decimals, market cap and volume to none, as a service would
/// send them.
package struct FixedMarket: Sendable {
    private let provider: String
    private let rates: [String: ExactDecimal]
    private let now: @Sendable () -> Timestamp
    private let coins: @Sendable () -> [Quote]
    /// Sets the values of a quote that are computed only for the quotes asked for.
    private let complete: @Sendable (inout Quote) -> Void
    private let history: (@Sendable (HistoryQuery) throws(ProviderFailure) -> [Candle])?

    /// A market of `coins` in the order of their ranks, and what else there is. `rates` are what one and the same
    /// amount is worth in each currency, the coins' own among them.
    package init(
        provider: String, rates: [String: ExactDecimal], now: @escaping @Sendable () -> Timestamp,
        coins: @escaping @Sendable () -> [Quote], complete: @escaping @Sendable (inout Quote) -> Void = { _ in },
        history: (@Sendable (HistoryQuery) throws(ProviderFailure) -> [Candle])? = nil
    ) {
        self.provider = provider
        self.rates = rates
        self.now = now
        self.coins = coins
        self.complete = complete
        self.history = history
    }

    /// The client over it.
    package var client: MarketClient {
        var past: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])?
        if let history { past = { query throws(ProviderFailure) in try history(query) } }
        return MarketClient(
            list: { query throws(ProviderFailure) in
                // A list has coins or futures; stocks are only found by a search.
                let listed = query.search == nil ? ranked().filter { $0.kind != .stock } : ranked()
                let quotes = try query.pick(from: listed).map { quote throws(ProviderFailure) in
                    try converted(quote, to: query.currency)
                }
                return ListAnswer(quotes: quotes)
            },
            quotes: { symbols, choice in
                let all = ranked()
                return symbols.map { symbol in
                    Result { () throws(ProviderFailure) in
                        guard let quote = all.first(where: { $0.isNamed(by: symbol) }) else {
                            throw ProviderFailure(provider, .unknownSymbol(symbol))
                        }
                        return try converted(quote, to: symbol.quote.map { CurrencyChoice($0) } ?? choice)
                    }
                }
            },
            now: now,
            history: past)
    }

    /// The market of each symbol's ticks, always in the coins' own currency.
    func tickMarkets(of symbols: [Symbol]) -> [Result<TickMarket, ProviderFailure>] {
        let all = coins()
        return symbols.map { symbol in
            guard let quote = all.first(where: { $0.isNamed(by: symbol) }) else {
                return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
            }
            return .success(TickMarket(name: quote.symbol, of: quote))
        }
    }

    /// Ticks of the market, made by `run`; those of a stream that `ends` come to an end.
    func tickSource(
        ends: Bool = false,
        _ run: @escaping @Sendable (TickSubscriptions, any TickReceiver) async throws(ProviderFailure) -> Void
    ) -> TickSource {
        TickSource(
            rules: StreamRules(ends: ends),
            markets: { symbols, _ in tickMarkets(of: symbols) },
            listed: { quotes in
                tickMarkets(of: quotes.compactMap { try? Symbol($0.symbol) }).compactMap { try? $0.get() }
            },
            run: run)
    }

    /// The quotes, the coins by their places among each other; stocks and futures have none.
    private func ranked() -> [Quote] {
        var rank = 0
        return coins().map { quote in
            guard quote.kind == .coin else { return quote }
            var quote = quote
            rank += 1
            quote.rank = rank
            return quote
        }
    }

    private func converted(_ quote: Quote, to choice: CurrencyChoice) throws(ProviderFailure) -> Quote {
        var quote = quote
        complete(&quote)
        guard choice.currency != quote.currency else { return quote }
        guard let rate = rates[choice.currency.code], let base = rates[quote.currency.code] else {
            guard choice.allowsOtherCurrency else { throw ProviderFailure(provider, .cannotQuote(choice.currency)) }
            return quote
        }
        func converted(_ number: Number?, places: Int) -> Number? {
            (try? number?.value.multiplied(by: rate, dividedBy: base, to: .intermediate)).map {
                Number($0.rounded(toPlaces: places))
            }
        }
        var result = quote
        result.currency = choice.currency
        result.price = converted(quote.price, places: 8)
        result.high = converted(quote.high, places: 8)
        result.low = converted(quote.low, places: 8)
        result.volume = converted(quote.volume, places: 0)
        result.marketCap = converted(quote.marketCap, places: 0)
        result.extended = quote.extended.flatMap { trade in
            converted(trade.price, places: 8).map {
                ExtendedTrade(price: $0, changePercent: trade.changePercent, time: trade.time)
            }
        }
        result.trend = quote.trend?.compactMap { converted($0, places: 8) }
        result.setChange(fromOpen: converted(quote.open, places: 8))
        return result
    }
}
