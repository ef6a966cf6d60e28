@testable import MarketProviders
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

@Suite("Kraken's stream", .quick)
struct KrakenStreamTests {
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

    @Test("A pair that is not subscribed to any more has no ticks")
    func unsubscribed() {
        var stream = reading("BTC/USD", "ETH/USD")
        let rows = #"{"symbol":"BTC/USD","last":5},{"symbol":"ETH/USD","last":6}"#
        let message = #"{"channel":"ticker","type":"update","data":[\#(rows)]}"#
        #expect(stream.outcome(message).ticks.map { $0["price"] } == ["5", "6"])
        _ = stream.unsubscribe([tickMarket("ETH/USD", "ETH", of: "kraken")])
        #expect(stream.outcome(message).ticks.map { $0["price"] } == ["5"])
    }
}
