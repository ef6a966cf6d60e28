import Markets

/// Returns the price of a symbol, such as `BTC` or `stock:AAPL`, in US dollars.
func price(of text: String, from provider: MarketProvider) async throws -> Number? {
    let client = provider.make(ProviderSettings(userAgent: "example/1.0"))
    let results = await client.quotes([try Symbol(text)], CurrencyChoice(.usd))
    return try results[0].get().price
}
