import Markets
import TestSupport
import Testing

/// Recorded pasts that one answer does not hold.
@Suite("Candles, recorded", .needsRecordings, .quick)
struct HistoryRecordingTests {
    @Test("A past of more rows than one answer holds is asked for in pages")
    func pages() async throws {
        let day = "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20"
        let exchanges: [Exchange] = [
            .get(
                "/products/BTC-USD/candles", query: ["start": "2020-03-20T00:00:00Z", "end": "2020-03-20T04:59:00Z"],
                answer: try .recording("\(day)-00-00.json")),
            .get(
                "/products/BTC-USD/candles", query: ["start": "2020-03-20T05:00:00Z", "end": "2020-03-20T09:59:00Z"],
                answer: try .recording("\(day)-05-00.json")),
        ]
        let question = PastQuestion(
            provider: "coinbase", symbol: "BTC", from: "2020-03-20", to: "2020-03-20T09:59:30Z", width: .minute)
        let candles = try await question.ask(exchanges).get()
        try #require(candles.count == 600)
        #expect(Set(candles.map(\.time)).count == 600)
        #expect(candles[300].line == "2020-03-20T05:00:00Z BTC 6221.99 6222.01 6221.99 6222.01 29.98341594 USD")
    }
}
