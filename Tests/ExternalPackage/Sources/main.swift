import AirQuality
import MarketProviders

// A provider by its name, its price, and its live ticks.
let market = try Provider.sample.market()
print("price", try await market.price(of: "BTC", in: .usd))
for try await quote in market.ticks(["BTC", "ETH"]) where quote.symbol == "ETH" {
    print("tick", quote.symbol, quote.price ?? 0)
    break
}

// A stream without an end, which is left.
var count = 0
for try await quote in try Provider.mock.market().ticks(["BTC"]) {
    count += quote.price == nil ? 0 : 1
    if count == 3 { break }
}
print("mock", count)

// A provider of one's own, before the sample, which is asked for what it does not know.
let own = Provider(name: "own", jobs: [.price]) { _ in
    MarketClient(
        list: { _ throws(ProviderFailure) in throw ProviderFailure("own", .cannot(.list)) },
        quotes: { symbols, _ in
            symbols.map { symbol in
                guard symbol.ticker == "MINE" else { return .failure(ProviderFailure("own", .unknownSymbol(symbol))) }
                var quote = Quote(time: Timestamp(seconds: 0), symbol: "MINE", currency: .usd, provider: "own")
                quote.price = 7
                return .success(quote)
            }
        }, now: { Timestamp(seconds: 0) })
}
let chain = try Market([own, .sample])
for result in await chain.quotes(of: ["MINE", "BTC", "NOPE", "no symbol"]) {
    switch result {
    case .success(let quote): print(quote.provider, quote.symbol, quote.price ?? 0, quote.currency)
    case .failure(let failure): print("failure", failure.code, failure.code == .unknownSymbol)
    }
}
print("all", ProviderTable.markets.prices.contains { $0.name == "kraken" })

// The air of a city, of a provider of one's own before the sample, and its live readings.
let ownAir = Provider(name: "own") { _ in
    AirQualityClient(
        readings: { places, _ in places.map { .failure(ProviderFailure("own", .unknownCity("\($0)", candidates: []))) }
        },
        history: { _, _ throws(ProviderFailure) in throw ProviderFailure("own", .cannot(.history)) },
        now: { Timestamp(seconds: 0) })
}
let air = try Air([ownAir, .sampleAir])
let delhi = try await air.reading(of: "Delhi", on: .us)
print("air", delhi.provider, delhi.city, delhi.aqi ?? 0, delhi.level)
for try await reading in try Provider.sampleAir.air().updates(of: ["Delhi"]) {
    print("live", reading.city, reading.aqi ?? 0)
    break
}
