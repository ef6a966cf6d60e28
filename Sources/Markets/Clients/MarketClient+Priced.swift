extension MarketClient {
    /// Returns the client with quotes that all have a price. A quote without one becomes the failure `noPrice`, so that
    /// a chain asks the next provider. Lists do not change. `name` is the provider's.
    func priced(_ name: String) -> MarketClient {
        var client = self
        client.quotes = { [quotes] symbols, choice in
            zip(symbols, await quotes(symbols, choice)).map { symbol, result in
                result.flatMap { quote in
                    // Providers send 0 for what never happened; it comes here as no price at all.
                    quote.price == nil ? .failure(ProviderFailure(name, .noPrice(symbol))) : .success(quote)
                }
            }
        }
        client.reusingAnswers = { [reusingAnswers] in reusingAnswers().priced(name) }
        return client
    }

    /// Returns the client of a provider that knows no tokens: it is not asked for them. `name` is the provider's.
    func withoutTokens(_ name: String) -> MarketClient {
        var client = self
        client.quotes = { [quotes] symbols, choice in
            guard symbols.contains(where: { $0.token != nil }) else { return await quotes(symbols, choice) }
            let others = symbols.filter { $0.token == nil }
            var rest = others.isEmpty ? [] : await quotes(others, choice)[...]
            return symbols.map { symbol in
                let unknown = ProviderFailure(name, .unknownSymbol(symbol))
                return symbol.token == nil ? rest.popFirst() ?? .failure(unknown) : .failure(unknown)
            }
        }
        client.reusingAnswers = { [reusingAnswers] in reusingAnswers().withoutTokens(name) }
        return client
    }
}
