@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

private func market(_ name: String, _ symbol: String, in currency: Currency = .inr) -> TickMarket {
    tickMarket(name, symbol, in: currency, of: "wazirx")
}

private func reading(_ markets: TickMarket...) -> Reading<WazirXStream> {
    var reading = Reading(WazirXStream(), [], "wazirx")
    _ = reading.subscribe(markets)
    return reading
}

private func frame(_ rows: String) -> String { #"{"data":[\#(rows)],"stream":"!ticker@arr"}"# }

private func row(_ price: String, _ symbol: String = "btcinr", _ rest: String = "") -> String {
    #"{"E":1709294400500,"T":"SPOT","U":"inr","c":\#(price),"q":"7","s":"\#(symbol)","u":"btc"\#(rest)}"#
}

private let subscription = #"{"event":"subscribe","streams":["!ticker@arr"]}"#

@Suite("WazirX's stream", .quick, .virtualTime)
struct WazirXStreamTests {
    @Test("A connection sends one subscription, whatever is added, and nothing for a market that is removed")
    func subscriptions() {
        var stream = Reading(WazirXStream(), [], "wazirx")
        #expect(stream.subscription.isEmpty)
        #expect(stream.subscribe([market("btcinr", "BTC")]) == [subscription])
        #expect(stream.subscribe([market("ethinr", "ETH")]).isEmpty)
        #expect(stream.unsubscribe([market("btcinr", "BTC")]).isEmpty)
        #expect(stream.outcome(frame([row("1"), row("2", "ethinr")].joined(separator: ","))).ticks.count == 1)
    }

    @Test("Pings keep the socket open for more than half an hour")
    func rules() {
        let rules = WazirXStream().rules
        #expect(rules.ping == StreamRules.Ping(text: #"{"event":"ping"}"#, every: .seconds(300)))
        #expect(rules.silence == .seconds(110))
    }

    @Test("The documented messages are read by value", .needsRecordings)
    func documented() throws {
        var stream = reading(market("btcwrx", "BTC", in: try #require(Currency("WRX"))))
        let outcomes = try Recordings.lines("wazirx/ws-documented.ndjson").map { stream.outcome($0) }
        let facts = [
            "symbol": "BTC", "market": "btcwrx", "kind": "coin", "currency": "WRX", "provider": "wazirx",
            "time": "2021-09-14T13:18:54Z", "price": "5", "open": "5", "high": "5", "low": "5", "change": "0",
            "change_percent": "0",
        ]
        #expect(
            outcomes == [
                .nothing, .nothing, StreamOutcome(ticks: [facts]), .nothing, .nothing,
                .news(.ending(.status(400, words: "Invalid request: streams must be an array"))),
                .news(.ending(.unauthorized(words: "Invalid request: unauthorized access"))),
            ])
    }

    @Test("The recorded session of the futures socket, whose tickers have the same keys", .needsRecordings)
    func recorded() throws {
        var stream = reading(market("ethfiusdt", "ETHFI", in: .usdt), market("btcusdt", "BTC", in: .usdt))
        let outcomes = try Recordings.lines("wazirx/probe-ws-futures-frames-20260923.ndjson").map { stream.outcome($0) }
        let facts = [
            "symbol": "ETHFI", "market": "ethfiusdt", "kind": "coin", "currency": "USDT", "provider": "wazirx",
            "time": "2026-09-23T04:51:05.565Z", "price": "0.7109", "open": "0.7002", "high": "0.7287", "low": "0.6755",
            "change": "0.0107", "change_percent": "1.52813482",
        ]
        let variants = "expected one of `subscribe`, `unsubscribe`, `ping`, `list_subscriptions`"
        let wrong = [
            "streams must be an array", "unknown variant nope, \(variants)", "could not parse message",
        ].map { StreamOutcome.news(.ending(.status(400, words: "Invalid request: \($0)"))) }
        let silent = [StreamOutcome](repeating: .nothing, count: 6)
        #expect(outcomes == silent + [StreamOutcome(ticks: [facts]), .nothing] + wrong + [.nothing])
    }
}

// MARK: - Hostile messages

extension WazirXStreamTests {
    @Test("An invalid or truncated message is dropped, and the stream continues")
    func hostile() {
        var stream = reading(market("btcinr", "BTC"))
        let sound = frame(row("5"))
        let cut = (0..<sound.count).map { String(sound.prefix($0)) }
        let odd = [
            #"{"stream":"!ticker@arr"}"#, #"{"stream":"!ticker@arr","data":null}"#,
            #"{"stream":"!ticker@arr","data":{}}"#, #"{"stream":5,"data":[]}"#, frame(#"{"s":"btcinr","s":"x","c":1}"#),
            #"{"stream":"!ticker@arr","stream":"!ticker@arr","data":[]}"#,
            // One of the documented errors is not JSON.
            #"{"data":{"code":400,"message":"Invalid request: "streams" is missing"},"event":"error","id":0}"#,
        ]
        for text in HostileText.all + cut + odd + [sound + "x", "pong"] {
            #expect(stream.outcome(text).isDropped, "\(text.prefix(80))")
        }
        #expect(stream.outcome(sound).ticks.count == 1)
    }
}

// MARK: - The source

extension WazirXStreamTests {
    private static func list(_ names: [(String, String)], times: Exchange.Times = 1) -> Exchange {
        let rows = names.map { base, quote in
            #"{"symbol":"\#(base)\#(quote)","baseAsset":"\#(base)","quoteAsset":"\#(quote)","lastPrice":"1"}"#
        }
        return .get(
            "/sapi/v1/tickers/24hr", times: times, answer: .json("[" + rows.joined(separator: ",") + "]"))
    }

    @Test("A list of less than a minute ago is not loaded again")
    func listedOnce() async throws {
        let socket = Exchange.webSocket("/stream") { peer in
            try peer.expectText(subscription)
            try peer.drop()
        }
        let clock = TestClock()
        try await withLoopbackServer([Self.list([("btc", "inr")], times: 2), socket]) { server in
            let source = try Provider.wazirx.ticks(server, time: clock.source)
            var quote = Quote(time: clock.now, symbol: "BTC", currency: .inr, provider: "wazirx")
            quote.market = "btcinr"
            let markets = source.listed([quote])
            #expect(markets.map(\.name) == ["btcinr"] && server.connectionCount == 0)
            #expect(await source.failure(TickSubscriptions(markets))?.reason == .streamClosed(code: nil))
            for pause in [0, 59, 2] {
                clock.advance(by: .seconds(pause))
                #expect(await source.markets([try Symbol("btc")], .inr).count == 1)
            }
            #expect(server.requests.map(\.path) == ["/stream", "/sapi/v1/tickers/24hr", "/sapi/v1/tickers/24hr"])
        }
    }
}
