/// The jobs of an exchange that gives all its markets in one answer.
struct ExchangeMarkets: Sendable {
    let provider: String
    /// What it quotes in when nobody chose a currency, best first.
    let ownCurrencies: [Currency]
    /// All markets, one request.
    let fetch: @Sendable () async throws(ProviderFailure) -> ListAnswer

    /// The markets quoted in the currency asked for, in the exchange's order.
    func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let all = try await fetch()
        guard !all.quotes.isEmpty else { throw ProviderFailure(provider, .invalidData("an empty list")) }
        for currency in candidates(query.currency) {
            let quotes = all.quotes.filter { $0.currency == currency }
            guard quotes.isEmpty else { return ListAnswer(quotes: query.pick(from: quotes), dropped: all.dropped) }
        }
        throw ProviderFailure(provider, .cannotQuote(query.currency.currency))
    }

    /// The market of each symbol.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        do throws(ProviderFailure) {
            let index = MarketIndex(try await fetch())
            return symbols.map { symbol in
                index.market(of: symbol, in: symbol.quote.map { [$0] } ?? candidates(choice), provider: provider)
            }
        } catch {
            return symbols.map { .failure(error.about($0)) }
        }
    }

    private func candidates(_ choice: CurrencyChoice) -> [Currency] {
        [choice.currency] + (choice.ownIsFine ? ownCurrencies : [])
    }
}
