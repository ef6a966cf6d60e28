extension ExchangeMarkets {
    /// Quotes of an exchange that can also be asked for markets by their names, which `market` knows by a rule: one
    /// request, none if all markets are known already.
    ///
    /// When one of several symbols is unknown, the service refuses them all without saying which, so all markets are asked
    /// for; and so they are for more than `limit` names.
    func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice, limit: Int,
        market: (Symbol, CurrencyChoice) -> Result<String, ProviderFailure>,
        ask: ([String]) async throws(ProviderFailure) -> ListAnswer
    ) async -> [Result<Quote, ProviderFailure>] {
        if isHere { return await quotes(symbols, choice) }
        let wanted = symbols.map { market($0, choice) }
        let names = Set(wanted.compactMap { try? $0.get() }).sorted()
        guard names.count <= limit else { return await quotes(symbols, choice) }
        var answer = ListAnswer(quotes: [])
        do throws(ProviderFailure) {
            if !names.isEmpty { answer = try await ask(names) }
        } catch {
            guard case .unknownSymbol = error.reason, names.count > 1 else {
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
