/// Providers of quotes.
public typealias ProviderChain = ClientChain<MarketClient>

extension ClientChain<MarketClient> {
    /// The first list that any provider gives, and who gave it.
    public func list(_ query: ListQuery) async throws(ProviderFailure) -> (answer: ListAnswer, link: Link) {
        let results = await walk([query], mayAsk: { _, _ in true }) { link, _ in
            do throws(ProviderFailure) {
                return [.success((try await link.client.list(query), link))]
            } catch {
                return [.failure(error)]
            }
        }
        return try results[0].get()
    }

    /// One result a symbol, in the order asked; ids are asked of the first provider only.
    public func quotes(
        _ symbols: [Symbol], in currency: CurrencyChoice
    ) async -> [Result<(quote: Quote, link: Link), ProviderFailure>] {
        await walk(symbols, mayAsk: { position, symbol in position == 0 || !symbol.isID }) { link, symbols in
            await link.client.quotes(symbols, currency).map { answer in answer.map { ($0, link) } }
        }
    }

    /// The candles of a past, one or more, by the first provider that has them; an id is asked of the first only.
    public func history(_ query: HistoryQuery) async throws(ProviderFailure) -> (candles: [Candle], link: Link) {
        let results = await walk([query], mayAsk: { position, query in position == 0 || !query.symbol.isID }) {
            link, _ in
            do throws(ProviderFailure) {
                guard let history = link.client.history else { throw ProviderFailure(link.name, .cannot(.history)) }
                let candles = try await history(query)
                guard !candles.isEmpty else {
                    throw ProviderFailure(link.name, .noCandles(query.symbol, from: query.from, to: query.to))
                }
                return [.success((candles, link))]
            } catch {
                return [Result<([Candle], Link), ProviderFailure>.failure(error)]
            }
        }
        return try results[0].get()
    }
}
