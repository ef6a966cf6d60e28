import Markets

let settings = ProviderSettings(userAgent: "example/1.0")
let client = MarketProvider.named("sample")?.make(settings)
for result in await client?.quotes([try Symbol("BTC")], CurrencyChoice(.usd)) ?? [] {
    let quote = try result.get()
    let price: Number? = quote.price
    print(quote.symbol, price?.description ?? "unknown", quote.currency)
}
