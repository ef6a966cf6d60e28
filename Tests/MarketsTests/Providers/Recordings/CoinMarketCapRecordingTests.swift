import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// The recorded answers of CoinMarketCap, byte for byte over real sockets, and what they say.
@Suite("CoinMarketCap, recorded", .needsRecordings, .quick)
struct CoinMarketCapRecordingTests {
    private static let listings = "/public-api/v3/cryptocurrency/listings/latest"

    @Test("The 100 largest coins of 2021, in the shape of version 1")
    func listings() async throws {
        let answer = try Answer.recording("coinmarketcap/listings-v1-100rows-20210420.json")
        let exchange = Exchange.get(Self.listings, query: ["start": "1", "limit": "100"], answer: answer)
        try await withLoopbackServer([exchange]) { server in
            let list = try await MarketProvider.listed("coinmarketcap").client(server).top(limit: 100)
            #expect(list.quotes.count == 100 && list.dropped.isEmpty)
            #expect(list.quotes.map(\.rank) == (1...100).map { $0 })
            #expect(list.quotes.allSatisfy { $0.price != nil && $0.marketCap != nil && $0.trend == nil })
            let first = try #require(list.quotes.first)
            #expect(
                first.facts == [
                    "time": "2021-04-20T23:29:02.000Z", "symbol": "BTC", "id": "1", "name": "Bitcoin", "kind": "coin",
                    "price": "56507.38254720854", "currency": "USD", "change_percent": "0.82913441",
                    "volume": "68130148004.21379", "market_cap": "1055965437224.7859", "rank": "1",
                    "provider": "coinmarketcap",
                ])
            #expect(first.changePercentOfHour?.description == "-0.06933817")
            #expect(first.changePercentOfWeek?.description == "-10.54801066")
            let last = try #require(list.quotes.last)
            #expect(last.facts["symbol"] == "BTMX" && last.facts["price"] == "1.13038458810817")
            #expect(last.facts["market_cap"] == "847016678.2312758" && last.facts["volume"] == "7506112.39719592")
        }
    }
}
