@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ symbols: String...) -> Reading<BTSEStream> {
    var reading = Reading(BTSEStream(), [], "btse")
    _ = reading.subscribe(symbols.map { tickMarket("\($0)_1", $0, of: "btse") })
    return reading
}

private func frame(_ rows: String) -> String { #"{"topic":"coinIndex","id":null,"data":{\#(rows)}}"# }

private let subscription = #"{"op":"subscribe","args":["coinIndex"]}"#

@Suite("BTSE's stream", .quick)
struct BTSEStreamTests {
    @Test("A connection sends one subscription, whatever is added, and nothing for a market that is removed")
    func subscriptions() {
        var stream = Reading(BTSEStream(), [], "btse")
        #expect(stream.subscription.isEmpty)
        #expect(stream.subscribe([tickMarket("BTC_1", "BTC", of: "btse")]) == [subscription])
        #expect(stream.subscribe([tickMarket("ETH_1", "ETH", of: "btse")]).isEmpty)
        #expect(stream.unsubscribe([tickMarket("BTC_1", "BTC", of: "btse")]).isEmpty)
        #expect(stream.outcome(frame(#""BTC_1":{"price":1},"ETH_1":{"price":2}"#)).ticks.map(\.["symbol"]) == ["ETH"])
    }

    @Test("Data before the subscription is ignored")
    func dataBefore() {
        var stream = Reading(BTSEStream(), [], "btse")
        #expect(stream.outcome(frame(#""BTC_1":{"price":1}"#)) == .nothing)
        _ = stream.subscribe([tickMarket("BTC_1", "BTC", of: "btse")])
        #expect(stream.outcome(frame(#""BTC_1":{"price":1}"#)).ticks.count == 1)
    }

    @Test(
        "The rows of an answer of 2019: only type 1 is read, and the percentage follows from the open", .needsRecordings
    )
    func recordedRows() throws {
        let recorded = try Recordings.bytes("btse/init-initIndex-20191115.json")
        let text = String(decoding: recorded, as: UTF8.self)
        let rows = try #require(text.split(separator: "[", maxSplits: 1).last).split(separator: "{").map { "{" + $0 }
            .compactMap { row in row.firstIndex(of: "}").map { row[...$0] } }
        var stream = reading("BTC", "ETH")
        var found: [String: [[String: String]]] = [:]
        for row in rows {
            let id = String(row.split(separator: "\"")[3])
            let outcome = stream.outcome(frame(#""\#(id)_1":\#(row)"#))
            #expect(!outcome.isDropped && outcome.news == nil)
            found[id, default: []] += outcome.ticks
        }
        #expect(found.filter { !$0.value.isEmpty }.keys.sorted() == ["BTC", "ETH"])
        #expect(found["ETH"]?.count == 2)
        #expect(
            found["ETH"]?.first == [
                "symbol": "ETH", "market": "ETH_1", "kind": "coin", "currency": "USD", "provider": "btse",
                "time": "2024-03-01T12:00:00Z", "price": "183.829699034", "open": "184.802839736",
                "high": "186.395674726", "low": "181.018590432", "change": "-0.973140702",
                "change_percent": "-0.5265832",
            ])
    }
}

// MARK: - Beside ticks

extension BTSEStreamTests {
    @Test("Recorded messages of other topics: acknowledgements, books, trades, pong, both errors", .needsRecordings)
    func recordedMessages() throws {
        var stream = reading("BTC", "BTC-PERP")
        let lines = try Recordings.lines("btse/ws-futures-frames-20260923.ndjson")
        let outcomes = lines.map { stream.outcome($0) }
        let leftOut = StreamNews.unserved(.status(200, words: "coinIndex is left out of the acknowledgement"))
        let wrong = "Operation provided is currently not supported"
        #expect(lines[4] == "pong")
        #expect(
            outcomes == [
                .news(leftOut), .nothing, .nothing, .nothing, .news(.pong),
                .news(.unserved(.status(200, words: "Topic provided does not exist."))),
                .news(.unserved(.status(200, words: wrong))), .nothing, .nothing,
            ])
    }

    @Test("An invalid or truncated message is dropped, and the stream continues")
    func hostile() {
        var stream = reading("BTC")
        let sound = frame(#""BTC_1":{"id":"BTC","type":1,"price":5}"#)
        let cut = (0..<sound.count).map { String(sound.prefix($0)) }
        let odd = [
            #"{"topic":"coinIndex"}"#, #"{"topic":"coinIndex","data":null}"#, #"{"topic":"coinIndex","data":[]}"#,
            #"{"topic":5,"data":{}}"#, frame(#""BTC_1":{"price":1},"BTC_1":{"price":1}"#), frame(#""BTC_1":[]"#),
            #"{"topic":"coinIndex","topic":"coinIndex","data":{}}"#, frame(#""BTC_1":{"price":1,"price":1}"#),
        ]
        for text in HostileText.all + cut + odd + [sound + "x", "ping", "pong "] {
            #expect(stream.outcome(text).isDropped, "\(text.prefix(80))")
        }
        #expect(stream.outcome(sound).ticks.count == 1)
    }
}
