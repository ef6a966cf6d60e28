import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ pairs: String...) -> Reading<KrakenStream> {
    Reading(KrakenStream(), pairs, "kraken")
}

private func facts(_ pair: String, _ time: String, _ numbers: [String: String]) -> [String: String] {
    [
        "symbol": pair, "market": pair, "kind": "coin", "currency": "USD", "provider": "kraken", "time": time,
    ].merging(numbers) { $1 }
}

private func frame(_ rows: String...) -> String {
    #"{"channel":"ticker","type":"update","data":[\#(rows.joined(separator: ","))]}"#
}

@Suite("Kraken's stream", .quick)
struct KrakenStreamTests {
    @Test("The recorded session: status, acknowledgement, refusal, snapshot, heartbeat", .needsRecordings)
    func recorded() throws {
        var stream = reading("USDT/USD", "NOPE/USD")
        let snapshot = facts(
            "USDT/USD", "2026-09-24T03:54:18.054886Z",
            [
                "price": "0.99981", "bid": "0.9998", "ask": "0.99981", "low": "0.99959", "high": "1",
                "change": "0.00005", "change_percent": "0.01", "open": "0.99976",
            ])
        let lines = try Recordings.lines("kraken/ws2-ticker-usdt-badpair-20260924.ndjson")
        #expect(
            lines.map { stream.outcome($0) } == [
                .nothing, .nothing, .news(.refused(market: "NOPE/USD", .unknownSymbol(nil))), .tick(snapshot), .nothing,
            ])
    }

    @Test("A message without a time, as before 2025, has that of its arrival", .needsRecordings)
    func withoutTime() throws {
        var stream = reading("BNB/USD", "ETH/USDT")
        let bnb = facts(
            "BNB/USD", "2024-03-01T12:00:00Z",
            [
                "price": "600.21", "bid": "598.43", "ask": "600.08", "low": "597.39", "high": "608.89",
                "change": "-1.37", "change_percent": "-0.23", "open": "601.58",
            ])
        let eth = facts(
            "ETH/USDT", "2024-03-01T12:00:00Z",
            [
                "price": "0.10035", "bid": "0.10025", "ask": "0.10035", "low": "0.09979", "high": "0.10285",
                "change": "-0.00017", "change_percent": "-0.17", "open": "0.10052",
            ])
        #expect(
            stream.outcome(try Recordings.bytes("kraken/ws2-ticker-snapshot-2024-no-timestamp.json")) == .tick(bnb))
        #expect(stream.outcome(try Recordings.bytes("kraken/jkorf-ws2-ticker-update.json")) == .tick(eth))
    }

    static let oldSessions = Recordings.names(of: "kraken", suffix: ".ndjson").filter { $0.contains("ws1") }

    @Test(
        "Recorded sessions of version 1 have no ticks: events are ignored, arrays are dropped",
        .needsRecordings, arguments: oldSessions)
    func version1(name: String) throws {
        var stream = reading("XBT/USD", "WAVES/EUR")
        for line in try Recordings.lines(name) {
            #expect(stream.outcome(line) == (line.hasPrefix("{") ? .nothing : .dropped), "\(line)")
        }
    }

    @Test("Data may come before the name of the channel, numbers may have exponents, and longer integers are skipped")
    func order() {
        var stream = reading("BTC/USD")
        let row = #"{"last":1.2e-7,"connection_id":12525851368308464523125258513683084645231,"symbol":"BTC/USD"}"#
        let outcome = stream.outcome(#"{"data":[\#(row)],"type":"update","channel":"ticker"}"#)
        #expect(outcome == .tick(facts("BTC/USD", "2024-03-01T12:00:00Z", ["price": "0.00000012"])))
        #expect(stream.outcome(#"{"data":[\#(row)],"type":"update","channel":"trade"}"#) == .nothing)
    }

    @Test("Pairs that are not subscribed to have no ticks; an invalid row affects no other row")
    func rows() {
        var stream = reading("BTC/USD", "ETH/USD")
        let (btc, eth) = (#"{"symbol":"BTC/USD","last":5}"#, #"{"symbol":"ETH/USD","last":6}"#)
        let rows = frame(btc, #"{"symbol":"btc/usd","last":1}"#, #"{"symbol":"SOL/USD","last":2}"#, #"{"last":3}"#, eth)
        #expect(stream.outcome(rows).ticks.map { $0["price"] } == ["5", "6"])
        _ = stream.unsubscribe([tickMarket("ETH/USD", "ETH", of: "kraken")])
        #expect(stream.outcome(rows).ticks.map { $0["price"] } == ["5"])
        let spoilt = stream.outcome(frame("5", #"{"symbol":"BTC/USD","last":"NaN"}"#, #"{"last":1,"last":2}"#, btc))
        #expect(spoilt.isDropped && spoilt.ticks.map { $0["price"] } == ["5"])
        #expect(stream.outcome(frame()) == .nothing)
    }

    @Test(
        "Status messages are ignored, whatever the state of the system",
        arguments: ["online", "maintenance", "cancel_only", "post_only"])
    func status(system: String) {
        var stream = reading("BTC/USD")
        let data = #"{"version":"2.0.10","system":"\#(system)","api_version":"v2","connection_id":9471984923908980762}"#
        #expect(stream.outcome(#"{"channel":"status","type":"update","data":[\#(data)]}"#) == .nothing)
    }

    @Test(
        "An error refuses the pair that it names, or ends the stream",
        arguments: [
            (
                #""error":"Currency pair not in ISO 4217-A3 format X","method":"subscribe","success":false,"symbol":"X""#,
                StreamNews.refused(market: "X", .unknownSymbol(nil))
            ),
            (
                #""error":"No","method":"subscribe","success":false,"symbol":"BTC/USD""#,
                .refused(market: "BTC/USD", .status(200, words: "No"))
            ),
            (#""error":"Malformed request","method":"error""#, .ending(.status(200, words: "Malformed request"))),
            (#""success":false,"method":"subscribe""#, .ending(.status(200, words: ""))),
            (
                #""error":"Exceeded msg rate","method":"subscribe","success":false,"symbol":"BTC/USD""#,
                .ending(.rateLimited(words: "Exceeded msg rate"))
            ),
            (#""error":"Not subscribed","method":"unsubscribe","success":false,"symbol":"BTC/USD""#, nil),
            (#""method":"pong","req_id":2"#, nil),
        ] as [(String, StreamNews?)])
    func errors(members: String, news: StreamNews?) {
        var stream = reading("BTC/USD")
        #expect(stream.outcome("{\(members)}") == StreamOutcome(news: news))
    }
}
