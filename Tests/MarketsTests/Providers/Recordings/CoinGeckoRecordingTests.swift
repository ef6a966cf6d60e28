import Markets
import TestSupport
import Testing

/// CoinGecko's recorded answers, byte for byte over real sockets, and what they say.
@Suite("CoinGecko, recorded", .needsRecordings, .quick)
struct CoinGeckoRecordingTests {
    @Test("The list of all coins has the shape of that of prices: names alone, no price")
    func namesOnly() async throws {
        let exchange = Exchange.get(
            "/api/v3/coins/markets", times: .any, answer: try .recording("coingecko/coins-list-2021.json"))
        try await withLoopbackServer([exchange]) { server in
            let answer = try await MarketProvider.listed("coingecko").client(server).top(limit: 250)
            #expect(answer.quotes.count == 250 && answer.dropped.isEmpty)
            let rows = [answer.quotes.first, answer.quotes.last].map { [$0?.id, $0?.symbol, $0?.name] }
            #expect(rows == [["01coin", "ZOC", "01coin"], ["action-coin", "ACTN", "Action Coin"]])
            #expect(answer.quotes.allSatisfy { $0.price == nil && $0.marketCap == nil && $0.rank == nil })
        }
        let json = PlainJSON(text: try Recordings.bytes("coingecko/coins-list-2021.json"))
        #expect(try json.value(at: "#") == "7248" && json.value(at: "last/symbol") == "zzzv2")
    }
}
