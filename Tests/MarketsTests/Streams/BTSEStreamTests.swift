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

    @Test("The documented message is read by value", .needsRecordings)
    func documented() throws {
        var stream = reading("ANT", "BTC")
        let message = String(decoding: try Recordings.bytes("btse/ws-coinindex-documented.json"), as: UTF8.self)
        let facts = [
            "symbol": "ANT", "market": "ANT_1", "kind": "coin", "currency": "USD", "provider": "btse",
            "time": "2024-03-01T12:00:00Z", "price": "3.273782",
        ]
        #expect(stream.outcome(message) == StreamOutcome(ticks: [facts]))
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

    @Test("Absent markets, unknown markets and other types have no ticks")
    func absent() {
        var stream = reading("BTC", "ETH", "LTC")
        let message = frame(
            #""BTC_1":{"id":"BTC","type":1,"price":5},"BTC_3":{"id":"BTC","type":3,"price":6},"#
                + #""ETH_1":{"id":"ETH","type":3,"price":7},"XYZ_1":{"type":1,"price":"NaN"}"#)
        #expect(stream.outcome(message).ticks.map(\.["price"]) == ["5"])
    }

    @Test(
        "The change is the one that was sent if there is no open",
        arguments: [(#""open":4"#, "25"), (#""open":0"#, "-0.52"), (#""x":1"#, "-0.52")])
    func gains(open: String, percent: String) {
        var stream = reading("BTC")
        let ticks = stream.outcome(frame(#""BTC_1":{"type":1,"price":5,"gains":-0.52,\#(open)}"#)).ticks
        #expect(ticks.map(\.["change_percent"]) == [percent])
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

    @Test(
        "Acknowledgements are ignored, and each error is reported",
        arguments: [
            (#"{"event":"subscribe","channel":["coinIndex"]}"#, nil), (#"{"event":"subscribe"}"#, nil),
            (#"{"event":"subscribe","channel":["a","coinIndex"]}"#, nil),
            (#"{"event":"unsubscribe","channel":[]}"#, nil),
            (
                #"{"severity":"ERROR","errors":[{"arg":"x","error":{"code":1000,"message":"no pair"}}]}"#,
                .unserved(.status(200, words: "no pair"))
            ),
            (
                #"{"severity":"ERROR","errors":[{"error":{"code":1002,"message":"Invalid request."}}]}"#,
                .unserved(.status(200, words: "Invalid request."))
            ),
            (#"{"severity":"ERROR","errors":[]}"#, .unserved(.status(200, words: nil))),
            (#"{"severity":"ERROR","errors":[5,null,{"error":7}]}"#, .unserved(.status(200, words: nil))),
            (
                #"{"code":10002,"success":false,"msg":"UNAUTHORIZED","data":null}"#,
                .unserved(.unauthorized(words: "UNAUTHORIZED"))
            ),
            (#"{"code":10009,"success":false,"message":"busy"}"#, .unserved(.status(200, words: "busy"))),
        ] as [(String, StreamNews?)])
    func answers(message: String, news: StreamNews?) {
        var stream = reading("BTC")
        #expect(stream.outcome(message) == StreamOutcome(news: news))
    }

    @Test("An error after data ends the stream, which is served")
    func errorAfterData() {
        var stream = reading("BTC")
        #expect(stream.outcome(frame(#""ETH_1":{"price":1}"#)) == .nothing)
        let error = stream.outcome(#"{"code":10009,"success":false,"message":"busy"}"#)
        #expect(error == .news(.ending(.status(200, words: "busy"))))
    }

    @Test(
        "An invalid row is reported and affects no other row",
        arguments: [#""NaN""#, "-1", "1e99999", "[]", "true"])
    func badPrices(price: String) {
        var stream = reading("BTC", "ETH")
        let outcome = stream.outcome(frame(#""BTC_1":{"type":1,"price":\#(price)},"ETH_1":{"type":1,"price":"2.50"}"#))
        #expect(outcome.isDropped && outcome.ticks.map(\.["price"]) == ["2.5"])
    }

    @Test("A row without a price, or with 0, is not a tick", arguments: ["null", "0", #""""#, "0.000"])
    func noPrices(price: String) {
        var stream = reading("BTC")
        #expect(stream.outcome(frame(#""BTC_1":{"type":1,"price":\#(price)}"#)) == .nothing)
        #expect(stream.outcome(frame(#""BTC_1":{"price":1e400}"#)).ticks.count == 1)
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

// MARK: - The source

extension BTSEStreamTests {
    private static let list = Exchange.get(
        "/futures/api/inquire/initial/market",
        answer: .json(
            #"{"code":1,"success":true,"data":[{"symbol":"BTC","future":false,"marketName":"BTC-USD"},"#
                + #"{"symbol":"BTC-PERP","future":true,"marketName":"BTC-PERP-USD"}]}"#))

    @Test("The list is loaded first, then the socket is opened; stopping closes it once")
    func conversation() async throws {
        let socket = Exchange.webSocket("/ws/futures") { peer in
            try peer.expectText(subscription)
            try peer.send(texts: [
                frame(#""BTC_1":{"type":1,"price":5}"#), #"{"event":"subscribe","channel":["coinIndex"]}"#, "pong",
                frame(#""BTC-PERP_1":{"type":1,"price":6}"#),
            ])
            try peer.expectClose(1000)
        }
        try await withLoopbackServer([Self.list, socket]) { server in
            let source = try MarketProvider.btse.ticks(server)
            #expect(server.connectionCount == 0)
            let symbols = try ["btc", "BTC-PERP/EUR", "id:BTC-USD", "nope", "stock:X"].map { try Symbol($0) }
            let markets = await source.markets(symbols, .sek)
            #expect(markets.map { $0.success?.name } == ["BTC_1", "BTC-PERP_1", "BTC_1", nil, nil])
            #expect(markets[1].success?.quote.kind == .future && markets[1].success?.currency == .usd)
            #expect(markets[3].failure == ProviderFailure("btse", unknown("nope")))
            let log = StreamLog()
            let failure = try await source.running(TickSubscriptions(markets.compactMap(\.success)), log) {
                try await expectEventually("two ticks") { log.ticks.count == 2 }
            }
            #expect(failure == nil && log.prices == ["BTC 5", "BTC-PERP 6"])
            #expect(log.events == [.opened(provider: "btse")])
            #expect(server.requests.map(\.path) == ["/futures/api/inquire/initial/market", "/ws/futures"])
        }
    }

    @Test("No socket is opened if the list cannot be loaded")
    func noList() async throws {
        let failing = Exchange.get("/futures/api/inquire/initial/market", times: 2, answer: .status(503))
        try await withLoopbackServer([failing]) { server in
            let source = try MarketProvider.btse.ticks(server)
            let failure = ProviderFailure("btse", .status(503, words: nil))
            #expect(await source.markets([try Symbol("btc")], .usd).map(\.failure) == [failure])
            #expect(await source.failure(TickSubscriptions([tickMarket("BTC_1", "BTC", of: "btse")])) == failure)
        }
    }

    @Test("A refusal of the topic is reported, and the socket is closed without an error")
    func refusal() async throws {
        let socket = Exchange.webSocket("/ws/futures") { peer in
            try peer.expectText(subscription)
            try peer.send(text: #"{"severity":"ERROR","errors":[{"error":{"code":1005,"message":"gone"}}]}"#)
            try peer.expectClose(1000)
        }
        try await withLoopbackServer([Self.list, socket]) { server in
            let source = try MarketProvider.btse.ticks(server)
            let markets = await source.markets([try Symbol("btc")], .usd).compactMap(\.success)
            let log = StreamLog()
            let failure = try await source.running(TickSubscriptions(markets), log) {
                try await expectEventually("the refusal") { log.events.count == 2 }
            }
            #expect(failure == nil)
            let refusal = ProviderFailure("btse", .status(200, words: "gone"))
            #expect(log.events == [.opened(provider: "btse"), .unserved(refusal)])
        }
    }
}
