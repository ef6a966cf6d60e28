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
}
