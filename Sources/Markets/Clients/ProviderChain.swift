import Platform
import Transport

/// A chain of providers of quotes.
package typealias ProviderChain = ClientChain<MarketClient>

extension ClientChain<MarketClient> {
    /// Asks for a list.
    ///
    /// - Parameter query: The query.
    /// - Returns: The list of the first provider that has one, and that provider.
    /// - Throws: `ProviderFailure` if no provider has one.
    package func list(_ query: ListQuery) async throws(ProviderFailure) -> (answer: ListAnswer, link: Link) {
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
    package func quotes(
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
    package func history(_ query: HistoryQuery) async throws(ProviderFailure) -> (candles: [Candle], link: Link) {
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
    package func events(_ query: HistoryQuery) async throws(ProviderFailure) -> [StockEvent] {
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
