import JSONReader
import Platform

extension Kraken {
    /// One request, where all pairs exist and have the names that the rules make. Where one does not the service
    /// refuses them all without saying which, so the list of pairs is asked for, and the tickers of those that exist.
    @Sendable func quotes(
        _ asked: [Symbol], _ choice: CurrencyChoice, among markets: ExchangeMarkets
    ) async -> [Result<Quote, ProviderFailure>] {
        let symbols = asked.map(\.outsideKraken)
        let quotes =
            markets.isHere ? await markets.quotes(symbols, choice) : await quotesByRule(symbols, choice)
        return zip(asked, quotes).map { symbol, quote in quote.mapError { $0.about(symbol) } }
    }

    private func quotesByRule(
        _ symbols: [Symbol], _ choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        let wanted = symbols.map { Self.names.market(of: $0, choice) }
        let pairs = Set(wanted.compactMap { try? $0.get() })
        let hasIDs = symbols.contains(where: \.isID)
        guard !pairs.isEmpty || hasIDs else { return wanted.map { $0.flatMap { .failure(unknown($0)) } } }
        guard !hasIDs, pairs.count <= Self.pairsARequest, pairs.allSatisfy(\.isClearAtKraken) else {
            return await quotesByList(symbols, choice)
        }
        switch await tickers(of: pairs.map(\.name).sorted()) {
        case .success(let tickers):
            let quotes = Dictionary(
                uniqueKeysWithValues: pairs.compactMap { pair in tickers.quote(of: pair).map { (pair, $0) } })
            guard quotes.count == pairs.count else { return await quotesByList(symbols, choice, known: tickers) }
            return wanted.map { $0.flatMap { pair in quotes[pair] ?? .failure(unknown(pair)) } }
        case .failure(let failure):
            guard case .unknownSymbol = failure.reason else {
                return wanted.map { $0.flatMap { _ in .failure(failure) } }
            }
            return await quotesByList(symbols, choice)
        }
    }

    private func unknown(_ pair: MarketNames.Market) -> ProviderFailure {
        ProviderFailure(Kraken.name, .unknownSymbol(try? Symbol(pair.base)))
    }

    /// The pairs by the list of them all, then their tickers, unless all of them are known.
    private func quotesByList(
        _ symbols: [Symbol], _ choice: CurrencyChoice, known: KrakenTickers? = nil
    ) async -> [Result<Quote, ProviderFailure>] {
        let results = await listedPairs.quotes(symbols, choice)
        let markets = results.compactMap { try? $0.get() }
        guard !markets.isEmpty else { return results }
        if let known, markets.allSatisfy(known.hold) { return results.map { $0.flatMap(known.quote(of:)) } }
        let names = Set(markets.compactMap(\.market)).sorted()
        let answer = await tickers(of: names.count <= Self.pairsARequest ? names : nil)
        return results.map { result in result.flatMap { market in answer.flatMap { $0.quote(of: market) } } }
    }
}
