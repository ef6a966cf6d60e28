@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ products: String...) -> Reading<CoinbaseStream> {
    Reading(CoinbaseStream(), products, "coinbase")
}

@Suite("Coinbase's stream", .quick)
struct CoinbaseStreamTests {
    @Test("Single recorded messages: one ticker over many lines; the others are ignored", .needsRecordings)
    func single() throws {
        var stream = reading("BTC-USD", "ETH-EUR")
        let silent = [
            "bennycode-ws-heartbeat-ETH-EUR", "bennycode-ws-ticker-subscribe-success",
            "bennycode-ws-ticker-unsubscribe-error", "bennycode-ws-empty-subscriptions", "bennycode-ws-matches-BTC-USD",
            "bennycode-ws-status-status",
        ]
        for name in silent {
            #expect(stream.outcome(try Recordings.bytes("coinbase-exchange/\(name).json")) == .nothing, "\(name)")
        }
        let facts = [
            "symbol": "BTC-USD", "market": "BTC-USD", "kind": "coin", "currency": "USD", "provider": "coinbase",
            "time": "2019-05-10T20:44:15.690000Z", "price": "6800", "open": "6014.24", "high": "999999",
            "low": "5100", "bid": "5200", "ask": "6800",
        ]
        let ticker = try Recordings.bytes("coinbase-exchange/bennycode-ws-ticker-BTC-USD.json")
        #expect(stream.outcome(ticker).asSent == .tick(facts))
    }

    @Test("Recorded errors refuse a product or end the stream", .needsRecordings)
    func recordedErrors() throws {
        var stream = reading("ETH-USD")
        let lines = try Recordings.lines("coinbase-exchange/ws-errors.ndjson")
        #expect(
            lines.map { stream.outcome($0) } == [
                .news(.refused(market: "ETH-USD", .unknownSymbol(nil))),
                .news(.refused(market: "LOOM-USDC", .unknownSymbol(nil))),
                .news(
                    .ending(.unauthorized(words: "level2, level3, and full channels now require authentication."))),
            ])
    }
}
