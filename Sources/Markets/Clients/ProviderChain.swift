import Platform
import Transport

/// A chain of providers of quotes.
public typealias ProviderChain = ClientChain<MarketClient>

extension ClientChain<MarketClient> {
    /// Asks for a list.
    ///
    /// - Parameter query: The query.
    /// - Returns: The list of the first provider that has one, and that provider.
    /// - Throws: `ProviderFailure` if no provider has one.
    public func list(_ query: ListQuery) async throws(ProviderFailure) -> (answer: ListAnswer, link: Link) {
        let results = await walk([query]) { link, _ in
            [await Result(asking: { () throws(ProviderFailure) in (try await link.client.list(query), link) })]
        }
        return try results[0].get()
    }

    /// Asks for current quotes. Only the first provider is asked about IDs.
    ///
    /// - Parameters:
    ///   - symbols: The symbols.
    ///   - currency: The quote currency; a pair has its own.
    /// - Returns: One result per symbol, in the order requested: the quote and the provider it is from, or the failure
    ///   of all providers.
    public func quotes(
        _ symbols: [Symbol], in currency: CurrencyChoice
    ) async -> [Result<(quote: Quote, link: Link), ProviderFailure>] {
        await walk(symbols, mayAsk: { position, symbol in position == 0 || !symbol.isID }) { link, symbols in
            await link.client.quotes(symbols, currency).map { answer in answer.map { ($0, link) } }
        }
    }

    /// Asks for past candles. Only the first provider is asked about an ID.
    ///
    /// - Parameter query: The symbol, currency, period and width.
    /// - Returns: The candles, at least one, of the first provider that has them, and that provider.
    /// - Throws: `ProviderFailure` if no provider has them.
    public func history(_ query: HistoryQuery) async throws(ProviderFailure) -> (candles: [Candle], link: Link) {
        let results = await walk([query], mayAsk: { position, query in position == 0 || !query.symbol.isID }) {
            link, _ in [await link.candles(query)]
        }
        return try results[0].get()
    }

    /// Asks for the splits and dividends of a stock. Only the first provider is asked about an ID.
    ///
    /// - Parameter query: The symbol and the period.
    /// - Returns: The events, of which there may be none, of the first provider that knows the stock.
    /// - Throws: `ProviderFailure` if no provider has an answer.
    public func events(_ query: HistoryQuery) async throws(ProviderFailure) -> [StockEvent] {
        let results = await walk([query], mayAsk: { position, query in position == 0 || !query.symbol.isID }) {
            link, _ in
            [
                await Result(asking: { () throws(ProviderFailure) in
                    guard let events = link.client.events else { throw .noEvents(link.name) }
                    return try await events(query)
                })
            ]
        }
        return try results[0].get()
    }

    /// Asks for the candle that contains a moment, in the finest of some widths that any provider has: all are asked
    /// for the first width, and those that have none for the next one. Only the first provider is asked about an ID.
    ///
    /// - Parameters:
    ///   - symbol: The symbol.
    ///   - currency: The currency of the prices.
    ///   - moment: The moment.
    ///   - widths: The widths, the finest first.
    /// - Returns: The candle, and the provider that it is from.
    /// - Throws: `ProviderFailure` if no provider has one.
    public func candle(
        of symbol: Symbol, in currency: CurrencyChoice, at moment: Timestamp,
        widths: [CandleWidth] = CandleWidth.ofMoments
    ) async throws(ProviderFailure) -> (candle: Candle, link: Link) {
        var chain = self
        // Another walk comes only once no width has an answer.
        chain.retry.retries = 0
        var failures: [String: ProviderFailure] = [:]
        for width in widths where !chain.links.isEmpty {
            let query = HistoryQuery(symbol: symbol, currency: currency, at: moment, width: width)
            let mayAsk = { [chain, first = links[0].name] (position: Int, query: HistoryQuery) in
                !query.symbol.isID || chain.links[position].name == first
            }
            let results = await chain.walk([query], mayAsk: mayAsk) { link, _ in
                let result = await link.candles(query)
                if case .failure(let failure) = result { failures[link.name] = failure }
                return [result]
            }
            if case .success((let candles, let link)) = results[0] { return (candles[candles.count - 1], link) }
            chain.links.removeAll { failures[$0.name]?.mayHaveWider != true }
        }
        let found = links.compactMap { failures[$0.name] }
        guard retry.retries == 0 || !found.areWorthAnotherWalk, let failure = ProviderFailure(chain: found) else {
            let (candles, link) = try await history(
                HistoryQuery(symbol: symbol, currency: currency, at: moment, width: widths[0]))
            return (candles[candles.count - 1], link)
        }
        throw failure
    }
}

extension ClientChain<MarketClient>.Link {
    fileprivate typealias Answer = (candles: [Candle], link: Self)

    /// Returns the candles of the provider, at least one.
    fileprivate func candles(_ query: HistoryQuery) async -> Result<Answer, ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            guard let history = client.history else { throw ProviderFailure(name, .cannot(.history)) }
            let candles = try await history(query)
            guard !candles.isEmpty else {
                throw ProviderFailure(name, .noCandles(query.symbol, from: query.from, to: query.to))
            }
            return (candles, self)
        })
    }
}
