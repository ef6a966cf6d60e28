import Platform

extension ExchangeMarkets {
    /// The client of an exchange that can also be asked for one market by its name.
    func client(
        now: @escaping @Sendable () -> Timestamp,
        market: @escaping @Sendable (Symbol, CurrencyChoice) -> Result<String, ProviderFailure>,
        history: @escaping History, ask: @escaping @Sendable (String) async throws(ProviderFailure) -> ListAnswer
    ) -> MarketClient {
        client(
            now: now,
            quotes: { symbols, choice, markets in
                await markets.quotes(symbols, choice, limit: 1, market: market) { names throws(ProviderFailure) in
                    try await ask(names[0])
                }
            }, history: history)
    }

    /// Quotes of an exchange that can also be asked for markets by their names, which `market` knows by a rule: one
    /// request, none if all markets are known already.
    ///
    /// When one of several symbols is unknown, the service refuses them all without saying which, so all markets are
    /// asked for; and so they are for more than `limit` names. One that is unknown may have a market in a currency of
    /// the exchange's own.
    func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice, limit: Int,
        market: (Symbol, CurrencyChoice) -> Result<String, ProviderFailure>,
        ask: ([String]) async throws(ProviderFailure) -> ListAnswer
    ) async -> [Result<Quote, ProviderFailure>] {
        if isHere { return await quotes(symbols, choice) }
        let wanted = symbols.map { market($0, choice) }
        let names = Set(wanted.compactMap { try? $0.get() })
        guard names.count <= limit else { return await quotes(symbols, choice) }
        var answer = ListAnswer(quotes: [])
        do throws(ProviderFailure) {
            if !names.isEmpty { answer = try await ask(names.sorted()) }
        } catch {
            guard case .unknownSymbol = error.reason, names.count > 1 else {
                if case .unknownSymbol = error.reason, let own = choice.changed(to: ownCurrencies),
                    Set(symbols.compactMap { try? market($0, own).get() }) != names
                {
                    return await quotes(symbols, own, limit: limit, market: market, ask: ask)
                }
                return zip(symbols, wanted).map { symbol, name in name.flatMap { _ in .failure(error.about(symbol)) } }
            }
            return await quotes(symbols, choice)
        }
        let index = MarketIndex(answer)
        return zip(symbols, wanted).map { symbol, name in
            name.flatMap { index.market(named: $0, for: symbol, provider: provider) }
        }
    }
}

extension CurrencyChoice {
    /// The choice of the first of an exchange's own currencies, if it allows another currency than its own.
    fileprivate func changed(to own: [Currency]) -> CurrencyChoice? {
        guard allowsOtherCurrency, let own = own.first, own != currency else { return nil }
        return CurrencyChoice(own, allowsOtherCurrency: true)
    }
}
