import Platform
import TestSupport
import Testing

@testable import Markets

/// An exchange's stream: what it sends, and recorded messages that hold one ticker at most.
private struct ExchangeStream: Sendable, CustomTestStringConvertible {
    let provider: String
    let rules: (of: StreamRules, expected: StreamRules)
    /// Returns a reading that is subscribed to markets.
    let make: @Sendable ([String]) -> any MessageReading
    /// Two markets, and one that is added.
    let markets: [String]
    let another: String
    /// Returns the message with a verb for markets, or all that are needed; `number` counts the messages from 1.
    let request: @Sendable (_ verb: String, _ markets: [String], _ number: Int) -> String
    var verbs = ("subscribe", "unsubscribe")
    var session = Session()

    var testDescription: String { provider }

    /// Recorded messages.
    struct Session: Sendable {
        /// The files, each with the number of its tickers; nil for any.
        var files: [(name: String, tickers: Int?)] = []
        /// Whether a message is a ticker.
        var isTicker: @Sendable (RecordedMessage) -> Bool = { _ in true }
        /// The keys of the market, of the time and of the numbers, the last by the names of fields.
        var (market, time, numbers) = ("", "", [String: String]())
        var moment: @Sendable (String) -> Timestamp? = { Int64($0).flatMap { Timestamp(exactMilliseconds: $0) } }
    }

    /// What a recorded message says, read by other means; nothing for what is no ticker.
    func expected(_ line: String) -> StreamOutcome {
        let message = RecordedMessage(text: line)
        guard session.isTicker(message), let market = message[session.market],
            let moment = message[session.time].flatMap(session.moment)
        else { return .nothing }
        return .tick(message.facts(of: market, provider, time: moment.description, session.numbers))
    }
}

extension ExchangeStream {
    private static let coinbase = ExchangeStream(
        provider: "coinbase", rules: (CoinbaseStream().rules, StreamRules(silence: .seconds(10))),
        make: { Reading(CoinbaseStream(), $0, "coinbase") }, markets: ["BTC-USD", "ETH-EUR"], another: "SOL-USD",
        request: { verb, markets, _ in
            #"{"type":"\#(verb)","product_ids":[\#(list(markets))],"channels":["ticker","heartbeat"]}"#
        },
        session: Session(
            files: [
                ("coinbase-exchange/cryptofeed-ws-ticker-20210417.ndjson", 107),
                ("coinbase-exchange/crypto-msg-parser-ws-mixed.ndjson", nil),
                ("coinbase-exchange/cryptofeed-ws-mixed-l2update-20210417.ndjson", nil),
            ],
            isTicker: { $0["type"] == "ticker" }, market: "product_id", time: "time",
            numbers: [
                "price": "price", "open": "open_24h", "high": "high_24h", "low": "low_24h", "bid": "best_bid",
                "ask": "best_ask",
            ], moment: { Timestamp(rfc3339: $0) }))

    private static let kraken = ExchangeStream(
        provider: "kraken", rules: (KrakenStream().rules, StreamRules(silence: .seconds(10))),
        make: { Reading(KrakenStream(), $0, "kraken") }, markets: ["BTC/USD", "DOGE/EUR"], another: "SOL/USD",
        request: { verb, markets, _ in
            #"{"method":"\#(verb)","params":{"channel":"ticker","symbol":[\#(list(markets))]}}"#
        })

    /// Two missed pings of 20 seconds end it.
    private static let binance = ExchangeStream(
        provider: "binance",
        rules: (BinanceStream().rules, StreamRules(silence: .seconds(40), hidesUnknownSymbols: true)),
        make: { Reading(BinanceStream(), $0, "binance") }, markets: ["BTCUSDT", "ETHEUR"], another: "SOLUSDT",
        request: { verb, markets, number in
            #"{"method":"\#(verb)","params":[\#(list(markets.map { "\($0.lowercased())@ticker" }))],"id":\#(number)}"#
        }, verbs: ("SUBSCRIBE", "UNSUBSCRIBE"),
        session: Session(
            files: StreamSessionTests.binance.map { ($0, nil) },
            isTicker: { ["24hrTicker", "24hrMiniTicker"].contains($0["e"]) }, market: "s", time: "E",
            numbers: ["price": "c", "open": "o", "high": "h", "low": "l", "volume": "q", "bid": "b", "ask": "a"]))

    /// 480 subscriptions are allowed an hour. The files have futures, swaps and an option too.
    private static let okx = ExchangeStream(
        provider: "okx",
        rules: (
            OKXStream().rules,
            StreamRules(
                silence: .seconds(40), ping: StreamRules.Ping(text: "ping", every: .seconds(20), answer: "pong"),
                pause: .seconds(1), changes: StreamRules.Changes(480, in: .seconds(3600)))
        ),
        make: { Reading(OKXStream(), $0, "okx") }, markets: ["BTC-USDT", "ETH-EUR"], another: "SOL-USDT",
        request: { verb, markets, _ in
            let arguments = markets.map { #"{"channel":"tickers","instId":"\#($0)"}"# }
            return #"{"op":"\#(verb)","args":[\#(arguments.joined(separator: ","))]}"#
        },
        session: Session(
            files: [("okx/ws-tickers-20220513.ndjson", 28), ("okx/ws-tickers-kinds-20220602.ndjson", 6)],
            market: "instId", time: "ts",
            numbers: [
                "price": "last", "open": "open24h", "high": "high24h", "low": "low24h", "bid": "bidPx", "ask": "askPx",
                "volume": "volCcy24h",
            ]))

    /// A message for each market.
    private static let bitstamp = ExchangeStream(
        provider: "bitstamp",
        rules: (
            BitstampStream().rules,
            StreamRules(
                silence: .seconds(30),
                ping: StreamRules.Ping(text: #"{"event":"bts:heartbeat"}"#, every: .seconds(15)),
                hidesUnknownSymbols: true)
        ),
        make: { Reading(BitstampStream(), $0, "bitstamp") }, markets: ["live_trades_btcusd", "live_trades_etheur"],
        another: "live_trades_solusd",
        request: { verb, markets, _ in
            markets.map { #"{"event":"bts:\#(verb)","data":{"channel":"\#($0)"}}"# }.joined()
        })

    static let all = [coinbase, kraken, binance, okx, bitstamp]

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ",") }
}

@Suite("Streams of exchanges: subscriptions, rules and recorded sessions", .quick)
struct StreamSessionTests {
    static let binance = Recordings.names(of: "binance").filter { $0.contains("ws") && !$0.contains("us-") }

    @Test(
        "Markets are subscribed to by the documented messages; without markets none is sent",
        arguments: ExchangeStream.all)
    private func subscriptions(stream: ExchangeStream) {
        var reading = stream.make(stream.markets)
        #expect(reading.subscription.joined() == stream.request(stream.verbs.0, stream.markets, 1))
        let another = tickMarket(stream.another, "SOL", of: stream.provider)
        #expect(reading.subscribe([another]) == [stream.request(stream.verbs.0, [stream.another], 2)])
        #expect(reading.unsubscribe([another]) == [stream.request(stream.verbs.1, [stream.another], 3)])
        #expect(reading.subscribe([]).isEmpty && reading.unsubscribe([]).isEmpty)
        #expect(reading.subscribe([another]).count == 1)
        #expect(stream.make([]).subscription.isEmpty)
    }

    @Test("A stream ends after the silence that its service promises not to keep", arguments: ExchangeStream.all)
    private func rules(stream: ExchangeStream) {
        #expect(stream.rules.of == stream.rules.expected)
    }

    @Test(
        "Every line of the recorded sessions is read by value and in order, and has no tick of other markets",
        .needsRecordings, arguments: ExchangeStream.all)
    private func recorded(stream: ExchangeStream) throws {
        for file in stream.session.files {
            let lines = try Recordings.lines(file.name)
            let expected = lines.map(stream.expected)
            let markets = Set(lines.compactMap { RecordedMessage(text: $0)[stream.session.market] }).sorted()
            var (all, none) = (stream.make(markets), stream.make(["NONE"]))
            for (index, line) in lines.enumerated() {
                #expect(all.outcome(Array(line.utf8)).asSent == expected[index], "\(file.name), line \(index)")
                #expect(none.outcome(Array(line.utf8)) == .nothing, "\(file.name), line \(index)")
            }
            let count = expected.count { $0 != .nothing }
            #expect(file.tickers.map { $0 == count } ?? true, "\(file.name): \(count) tickers")
        }
    }
}
