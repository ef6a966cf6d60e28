import Markets

/// Returns the price of a symbol, such as `BTC` or `stock:AAPL`, in US dollars, and then those of its live ticks.
func prices(of symbol: String, from provider: Provider) async throws -> [Number] {
    let market = try provider.market()
    var prices = [try await market.price(of: symbol, in: .usd)]
    for try await quote in market.ticks([symbol]) {
        if let price = quote.price { prices.append(price) }
    }
    return prices
}
