import AirQuality
import MarketProviders

let market = try Market("sample")
let price = try await market.price(of: "BTC", in: "SEK")
print("BTC", price, "SEK")

let air = try Air("sample")
let reading = try await air.reading(of: "Delhi", on: .us)
print(reading.city, reading.aqi ?? 0, reading.level)

// Live ticks, until one of ETH.
for try await quote in market.ticks(["BTC", "ETH"]) where quote.symbol == "ETH" {
    print("tick", quote.symbol, quote.price ?? 0)
    break
}

// A stream without an end, which is left.
var count = 0
for try await quote in try Market("mock").ticks(["BTC"]) {
    count += quote.price == nil ? 0 : 1
    if count == 3 { break }
}
print("mock", count)

/// The price of a provider of one's own.
func mine(_ price: Number) -> Quote {
    var quote = Quote(time: Timestamp(seconds: 0), symbol: "MINE", currency: .usd, provider: "own")
    quote.price = price
    return quote
}

// A provider of one's own with a stream, before the sample, which is asked for what it does not know.
let own = Provider(
    name: "own", jobs: [.price, .watch],
    client: { _ in
        MarketClient(
            list: { _ throws(ProviderFailure) in throw .unsupported("list", at: "own") },
            quotes: { symbols, _ in
                symbols.map { symbol in
                    symbol.ticker == "MINE"
                        ? .success(mine(7)) : .failure(.unknownSymbol(symbol, at: "own"))
                }
            }, now: { Timestamp(seconds: 0) })
    },
    ticks: { _ in
        { symbols, _ in
            AsyncThrowingStream { quotes in
                for price in [8, 9] as [Number] where symbols.contains(where: { $0.ticker == "MINE" }) {
                    quotes.yield(mine(price))
                }
                quotes.finish()
            }
        }
    })
let sample = ProviderTable.markets.named("sample")!
let chain = try Market([own, sample])
for result in await chain.quotes(of: ["MINE", "BTC", "NOPE", "no symbol"]) {
    switch result {
    case .success(let quote): print(quote.provider, quote.symbol, quote.price ?? 0, quote.currency)
    case .failure(let failure): print("failure", failure.code, failure.code == .unknownSymbol)
    }
}
print("converted", try await chain.price(of: "MINE", in: "EUR"))
for try await quote in chain.ticks(["MINE"]) { print("own tick", quote.symbol, quote.price ?? 0) }
print("all", ProviderTable.markets.prices.contains { $0.name == "kraken" })

// The air of a provider of one's own before the sample, and live readings.
let ownAir = Provider(name: "own") { _ in
    AirQualityClient(
        readings: { places, _ in places.map { .failure(.unknownPlace("\($0)", at: "own")) } },
        history: { _, _ throws(ProviderFailure) in throw .unsupported("past hours", at: "own") },
        now: { Timestamp(seconds: 0) })
}
let pune = try await Air([ownAir, ProviderTable.airQuality.named("sample")!]).reading(of: "Pune", on: .us)
print("air", pune.provider, pune.city)
for try await reading in air.updates(of: ["Delhi"]) {
    print("live", reading.city, reading.aqi ?? 0)
    break
}
