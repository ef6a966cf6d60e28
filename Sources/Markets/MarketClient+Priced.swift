extension MarketClient {
    /// The same client for whom a quote without a price is no answer: it is a failure that says so, and a chain asks the
    /// next provider. `name` is the provider's.
    public func priced(_ name: String) -> MarketClient {
        var client = self
        client.quotes = { [quotes] symbols, choice in
            zip(symbols, await quotes(symbols, choice)).map { symbol, result in
                result.flatMap { quote in
                    // Providers send 0 for what never happened; it comes here as no price at all.
                    guard quote.price == nil else { return .success(quote) }
                    return .failure(ProviderFailure(name, .invalidData("\(symbol.bare) has no price above 0")))
                }
            }
        }
        client.holding = { [holding] in holding().priced(name) }
        return client
    }
}
