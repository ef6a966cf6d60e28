import DecimalArithmetic
import JSONReader
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("Dialects of streams: Coinbase, Kraken, Binance")
struct StreamDialectTests {
    @Test(
        "Coinbase's recorded session: every ticker frame of a product asked for is a tick, and nothing else is",
        .needsRecordings)
    func coinbase() throws {
        var reading = Reading(CoinbaseStream(), ["BAND-GBP", "SKL-GBP"], "coinbase")
        #expect(
            reading.subscription == [
                #"{"type":"subscribe","product_ids":["BAND-GBP","SKL-GBP"],"channels":["ticker","heartbeat"]}"#
            ])
        let recorded = try Recordings.lines("coinbase-exchange/cryptofeed-ws-ticker-20210417.ndjson")
        try reading.read(recorded)
        let expected = recorded.filter {
            $0.hasPrefix(#"{"type":"ticker""#) && ($0.contains(#""BAND-GBP""#) || $0.contains(#""SKL-GBP""#))
        }
        #expect(reading.ticks.count == expected.count)
        #expect(
            reading.ticks.prefix(2) == [
                "BAND-GBP 14.7775 14.6647 - - 14.755 14.806 2021-04-17T16:43:30.244075Z",
                "SKL-GBP 0.5752 0.5102 - - 0.5752 0.5771 2021-04-17T16:43:29.571587Z",
            ])
        #expect(reading.news.isEmpty)
    }

    @Test("Other recorded messages of Coinbase are neither ticks nor errors", .needsRecordings)
    func coinbaseOther() throws {
        for name in ["crypto-msg-parser-ws-mixed", "cryptofeed-ws-mixed-l2update-20210417"] {
            var reading = Reading(CoinbaseStream(), ["NONE-USD"], "coinbase")
            try reading.read(try Recordings.lines("coinbase-exchange/\(name).ndjson"))
            #expect(reading.ticks.isEmpty && reading.news.isEmpty)
        }
        var reading = Reading(CoinbaseStream(), ["BTC-USD", "ETH-EUR"], "coinbase")
        for name in [
            "heartbeat-ETH-EUR", "ticker-subscribe-success", "ticker-unsubscribe-error", "empty-subscriptions",
        ] {
            try reading.read([
                String(decoding: Recordings.bytes("coinbase-exchange/bennycode-ws-\(name).json"), as: UTF8.self)
            ])
        }
        #expect(reading.ticks.isEmpty && reading.news.isEmpty)
        try reading.read([
            String(decoding: Recordings.bytes("coinbase-exchange/bennycode-ws-ticker-BTC-USD.json"), as: UTF8.self)
        ])
        #expect(reading.ticks.count == 1)
    }

    @Test("Coinbase's recorded errors refuse a product, or end the stream", .needsRecordings)
    func coinbaseErrors() throws {
        var reading = Reading(CoinbaseStream(), ["ETH-USD"], "coinbase")
        try reading.read(try Recordings.lines("coinbase-exchange/ws-errors.ndjson"))
        #expect(
            reading.news.prefix(2) == [
                .refused(market: "ETH-USD", .unknownSymbol(nil)), .refused(market: "LOOM-USDC", .unknownSymbol(nil)),
            ])
        #expect(
            reading.news.last
                == .ending(.unauthorized(words: "level2, level3, and full channels now require authentication.")))
    }

    @Test("Kraken's recorded session: status, acknowledgement, refusal, snapshot, heartbeat", .needsRecordings)
    func kraken() throws {
        var reading = Reading(KrakenStream(), ["USDT/USD", "NOPE/USD"], "kraken")
        #expect(
            reading.subscription == [
                #"{"method":"subscribe","params":{"channel":"ticker","symbol":["USDT/USD","NOPE/USD"]}}"#
            ])
        try reading.read(try Recordings.lines("kraken/ws2-ticker-usdt-badpair-20260924.ndjson"))
        #expect(reading.ticks == ["USDT/USD 0.99981 - 0.00005 - 0.9998 0.99981 2026-09-24T03:54:18.054886Z"])
        #expect(reading.news == [.refused(market: "NOPE/USD", .unknownSymbol(nil))])
    }

    @Test("Kraken before 2025 sent no time: the arrival's stands in", .needsRecordings)
    func krakenWithoutTime() throws {
        var reading = Reading(KrakenStream(), ["BNB/USD", "ETH/USDT"], "kraken")
        for name in ["ws2-ticker-snapshot-2024-no-timestamp", "jkorf-ws2-ticker-update"] {
            try reading.read([String(decoding: Recordings.bytes("kraken/\(name).json"), as: UTF8.self)])
        }
        #expect(
            reading.ticks == [
                "BNB/USD 600.21 - -1.37 - 598.43 600.08 2024-03-01T12:00:00Z",
                "ETH/USDT 0.10035 - -0.00017 - 0.10025 0.10035 2024-03-01T12:00:00Z",
            ])
    }

    @Test("Binance's recorded messages, wrapped, one or in an array; keys differ by case alone", .needsRecordings)
    func binance() throws {
        var reading = Reading(BinanceStream(), ["BTCUSDT", "ATOMUSDT"], "binance")
        #expect(
            reading.subscription == [
                #"{"method":"SUBSCRIBE","params":["btcusdt@ticker","atomusdt@ticker"],"id":1}"#
            ])
        try reading.read(try Recordings.lines("binance/wscat-miniTicker-combined-20250606.ndjson"))
        try reading.read([
            String(decoding: Recordings.bytes("binance/ws-combined-ticker-arr-one-20220402.json"), as: UTF8.self)
        ])
        #expect(
            reading.ticks == [
                "BTCUSDT 102492.27 105121.06 - 2472261593.1982179 - - 2025-06-06T04:14:26.025Z",
                "ATOMUSDT 4.159 4.312 - 7928978.87419 - - 2025-06-06T04:14:27.518Z",
                "BTCUSDT 46488.89 46560.65 - 119188022.26977675 46491.59 46491.6 2022-04-02T15:30:30.060Z",
            ])
        try reading.read(try Recordings.lines("binance/cryptofeed-ws-combined-20211012.ndjson"))
        #expect(reading.ticks.count == 3 && reading.news.isEmpty)
    }

    @Test("Many symbols of Binance are taken from the stream of all markets")
    func binanceOfAll() {
        var dialect = BinanceStream()
        let many = (0..<150).map { market("A\($0)USDT", "binance") }
        #expect(dialect.subscribe(to: many).count == 1)
        let more = (150..<250).map { market("A\($0)USDT", "binance") }
        let texts = dialect.subscribe(to: more)
        #expect(texts.count == 2 && texts[0].hasPrefix(#"{"method":"UNSUBSCRIBE","params":["a0usdt@ticker""#))
        #expect(texts[1] == #"{"method":"SUBSCRIBE","params":["!miniTicker@arr"],"id":3}"#)
        #expect(dialect.unsubscribe(from: [many[0]]).isEmpty)
    }

    @Test(
        "Binance's answers to requests: done, refused, shutting down",
        arguments: [
            (#"{"result":null,"id":1}"#, nil),
            (
                #"{"error":{"code":2,"msg":"Invalid request"},"id":1}"#,
                StreamNews.ending(.status(200, words: "Invalid request"))
            ),
            (#"{"code":-1003,"msg":"Too many"}"#, .ending(.rateLimited(words: "Too many"))),
            (
                #"{"e":"serverShutdown","E":1770123456789}"#,
                .ending(.streamClosed(code: nil, words: "the server is about to shut down"))
            ),
        ] as [(String, StreamNews?)])
    func binanceAnswers(message: String, news: StreamNews?) throws {
        var reading = Reading(BinanceStream(), ["BTCUSDT"], "binance")
        try reading.read([message])
        #expect(reading.news == [news].compactMap(\.self))
    }

    @Test(
        "W8: a message without a price that is one is thrown out, and is no tick",
        arguments: ["null", #""NaN""#, "-1", #""-0.5""#, "1e99999", #""""#, "0", "[]", "true", #""1_000""#])
    func badPrices(price: String) {
        var coinbase = Reading(CoinbaseStream(), ["BTC-USD"], "coinbase")
        #expect(throws: (any Error).self) {
            try coinbase.read([#"{"type":"ticker","product_id":"BTC-USD","price":\#(price)}"#])
        }
        var kraken = Reading(KrakenStream(), ["BTC/USD", "ETH/USD"], "kraken")
        #expect(throws: (any Error).self) {
            try kraken.read([
                #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":\#(price)},{"symbol":"ETH/USD","last":5}]}"#
            ])
        }
        var binance = Reading(BinanceStream(), ["BTCUSDT"], "binance")
        #expect(throws: (any Error).self) {
            try binance.read([#"{"e":"24hrTicker","s":"BTCUSDT","c":\#(price)}"#])
        }
        #expect(coinbase.ticks.isEmpty && binance.ticks.isEmpty)
        #expect(kraken.ticks.map { $0.prefix(9) } == ["ETH/USD 5"])
    }

    @Test("W8: what is not whole JSON is thrown out, wherever it is cut")
    func truncated() {
        let frame = #"{"type":"ticker","product_id":"BTC-USD","price":"67024.10","time":"2024-03-01T12:00:00.5Z"}"#
        for length in 0..<frame.count {
            var reading = Reading(CoinbaseStream(), ["BTC-USD"], "coinbase")
            #expect(throws: (any Error).self) { try reading.read([String(frame.prefix(length))]) }
            #expect(reading.ticks.isEmpty)
        }
        let deep = String(repeating: "[", count: 10_000)
        for text in [deep, #"{"a":"# + deep, frame + "x", #"{"type":"ticker","type":"ticker"}"#, "pong"] {
            var reading = Reading(CoinbaseStream(), ["BTC-USD"], "coinbase")
            #expect(throws: (any Error).self) { try reading.read([text]) }
        }
    }

    @Test("W5: markets that nobody asked for, or no longer, give no ticks")
    func unknownMarkets() throws {
        var reading = Reading(KrakenStream(), ["BTC/USD", "ETH/USD"], "kraken")
        _ = reading.dialect.unsubscribe(from: [market("ETH/USD", "kraken")])
        try reading.read([#"{"channel":"ticker","data":[{"symbol":"ETH/USD","last":5},{"symbol":"SOL/USD","last":6}]}"#]
        )
        #expect(reading.ticks.isEmpty)
    }

    @Test(
        "A symbol's market follows from the provider's rule for names, in the currency asked for or one of its own",
        arguments: [
            ("btc", "USD", "BTC-USD", "BTC/USD", "BTCUSDT"), ("ETH", "EUR", "ETH-EUR", "ETH/EUR", "ETHEUR"),
            ("BTC", "SEK", "BTC-USD", "BTC/USD", "BTCUSDT"), ("DOGE", "BTC", "DOGE-BTC", "DOGE/BTC", "DOGEBTC"),
        ])
    func names(symbol: String, currency: String, coinbase: String, kraken: String, binance: String) throws {
        let (symbol, currency) = (try Symbol(symbol), try #require(Currency(currency)))
        #expect(try CoinbaseStream.market(of: symbol, in: currency).get().name == coinbase)
        #expect(try KrakenStream.market(of: symbol, in: currency).get().name == kraken)
        #expect(try BinanceStream.market(of: symbol, in: currency).get().name == binance)
    }

    @Test("An id is a market's own name; a stock is at no exchange of coins")
    func ids() throws {
        #expect(try CoinbaseStream.market(of: Symbol("id:BTC-EUR"), in: .usd).get().currency == .eur)
        #expect(try KrakenStream.market(of: Symbol("id:BTC/EUR"), in: .usd).get().currency == .eur)
        #expect(try BinanceStream.market(of: Symbol("id:BTCEUR"), in: .usd).get().currency == .eur)
        #expect(throws: ProviderFailure.self) { try CoinbaseStream.market(of: Symbol("stock:AAPL"), in: .usd).get() }
    }
}

private func market(_ name: String, _ provider: String) -> TickMarket {
    TickMarket(name: name, symbol: name, currency: .usd, provider: provider)
}

/// A dialect that reads messages, and what came of them.
struct Reading<Dialect: StreamDialect> {
    var dialect: Dialect
    let subscription: [String]
    /// Market, price, open, change, volume, bid, ask, time.
    private(set) var ticks: [String] = []
    private(set) var news: [StreamNews] = []

    /// A dialect that is subscribed to markets of these names.
    init(_ dialect: Dialect, _ names: [String], _ provider: String) {
        self.dialect = dialect
        subscription = self.dialect.subscribe(
            to: names.map { TickMarket(name: $0, symbol: $0, currency: .usd, provider: provider) })
    }

    /// Reads messages that came at 2024-03-01T12:00:00Z.
    mutating func read(_ messages: [String]) throws {
        for message in messages {
            var (message, read) = (message, [String]())
            defer { ticks += read }
            let told = try message.withUTF8 { bytes in
                try dialect.read(bytes, at: Timestamp(seconds: 1_709_294_400)) { tick in
                    let numbers = [tick.price, tick.open, tick.change, tick.volume, tick.bid, tick.ask].map {
                        $0.number?.description ?? "-"
                    }
                    read.append("\(tick.market.name) \(numbers.joined(separator: " ")) \(tick.time.timestamp)")
                }
            }
            if let told { news.append(told) }
        }
    }
}
