import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ products: String...) -> Reading<CoinbaseStream> {
    Reading(CoinbaseStream(), products, "coinbase")
}

@Suite("Coinbase's stream", .quick)
struct CoinbaseStreamTests {
    @Test("A recorded tick has every field; its volume is in units of the asset, so the turnover is unknown")
    func fields() {
        var stream = reading("BTC-USD")
        let frame =
            #"{"type":"ticker","sequence":38332655422,"product_id":"BTC-USD","price":"29940.91","#
            + #""open_24h":"31677.61","volume_24h":"27783.70216674","low_24h":"29308.01","high_24h":"31888","#
            + #""volume_30d":"778633.19135445","best_bid":"29940.90","best_ask":"29940.91","side":"buy","#
            + #""time":"2022-06-02T09:20:54.127011Z","trade_id":347875517,"last_size":"0.00061522"}"#
        let facts = [
            "symbol": "BTC-USD", "market": "BTC-USD", "kind": "coin", "currency": "USD", "provider": "coinbase",
            "time": "2022-06-02T09:20:54.127011Z", "price": "29940.91", "open": "31677.61", "high": "31888",
            "low": "29308.01", "change": "-1736.7", "change_percent": "-5.48242118",
            "bid": "29940.9", "ask": "29940.91",
        ]
        #expect(stream.outcome(frame) == .tick(facts))
    }

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

    @Test(
        "The kind of an error follows from its words",
        arguments: [
            (#""message":"Failed to subscribe","reason":"No channels provided""#, 200, "No channels provided"),
            (#""message":"Malformed JSON""#, 200, "Malformed JSON"),
            (#""message":"Authentication Failed","reason":"Invalid API Key""#, 401, "Invalid API Key"),
            (#""message":"Error","reason":"Rate Limit Exceeded""#, 429, "Rate Limit Exceeded"),
            (#""message":null,"reason":"\u0041 \"b\"""#, 200, #"A "b""#), (#""reason":null"#, 200, ""),
        ])
    func errors(members: String, status: Int, words: String) {
        var stream = reading("BTC-USD")
        let news = StreamNews.ending(.general(status, words: words))
        #expect(stream.outcome(#"{"type":"error",\#(members)}"#) == .news(news))
    }

    @Test("A tick without a time has that of its arrival")
    func noTime() {
        var stream = reading("BTC-USD")
        for time in ["", #","time":null"#, #","time":"""#] {
            let outcome = stream.outcome(#"{"type":"ticker","product_id":"BTC-USD","price":"5"\#(time)}"#)
            #expect(outcome.ticks.map { $0["time"] } == ["2024-03-01T12:00:00Z"])
        }
    }
}
