@testable import MarketProviders
import Platform
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import Markets

/// The first message of each dialect that needs a price in every message.
private struct Speaker: CustomTestStringConvertible {
    let message: StreamMessage

    var testDescription: String { message.provider }

    static let all: [Speaker] = {
        var seen: Set<String> = []
        return StreamMessage.all.filter { message in
            let price = message.roles.first { role in
                ["", "\""].contains { message.text.contains("\"\(role.key)\":\($0)67024.5") }
            }
            return price?.value.absent == .dropped && seen.insert(message.provider).inserted
        }.map(Speaker.init)
    }()

    /// The message with another price, as JSON.
    func frame(_ price: String) -> String {
        message.text.replacing(#""67024.5""#, with: "67024.5").replacing("67024.5", with: price)
    }

    /// The message with another time, as text.
    func frame(at time: String) -> String {
        frame("5").replacing("2024-03-01T11:59:30.5Z", with: time)
            .replacing(#""1709294370500""#, with: "1709294370500").replacing("1709294370500", with: #""\#(time)""#)
    }

    /// Messages in which a key that is read occurs twice, also with an escape.
    var twice: [String] {
        message.roles.filter { $0.value.absent != .none }.keys.sorted().flatMap { key in
            let escaped = #"\u00"# + String(key.utf8.first ?? 0, radix: 16) + key.dropFirst()
            return [key, escaped].map {
                message.text.replacing("\"\(key)\":", with: "\"\($0)\":1,\"\(key)\":")
            }
        }
    }

    func make() -> any MessageReading { message.make() }
}

@Suite("Stream dialects of exchanges", .quick)
struct StreamDialectTests {
    @Test(
        "A message without a valid price is dropped", arguments: Speaker.all,
        [
            "null", #""NaN""#, "-1", #""-0.5""#, #""1e99999""#, #""""#, "[]", "{}", "true", #""1_000""#, #"" 1""#,
            #""+1""#,
        ])
    private func badPrices(speaker: Speaker, price: String) {
        var stream = speaker.make()
        #expect(stream.outcome(speaker.frame(price)) == .dropped)
        #expect(stream.outcome(speaker.frame("5")).ticks.map { $0["price"] } == ["5"])
    }

    @Test("The escapes of a market's name, a time and a price are decoded, and those of another market are no error")
    func escapes() {
        var kraken = Reading(KrakenStream(), ["BTC/USD"], "kraken")
        let data = #""last":5,"timestamp":"2024-03-01T11:59:30.5\u005a""#
        #expect(
            kraken.outcome(#"{"channel":"tick\u0065r","data":[{"symbol":"BTC\/USD",\#(data)}]}"#).ticks.map {
                "\($0["price"] ?? "") \($0["time"] ?? "")"
            } == ["5 2024-03-01T11:59:30.5Z"])
        #expect(kraken.outcome(#"{"channel":"ticker","data":[{"symbol":"\"\/USD",\#(data)}]}"#) == .nothing)
        #expect(
            kraken.outcome(#"{"error":"Currency pair not supported A\/B","success":false,"symbol":"A\/B"}"#)
                == .news(.refused(market: "A/B", .unknownSymbol(nil))))
        var coinbase = Reading(CoinbaseStream(), ["BTC-USD"], "coinbase")
        let ticker = #"{"type":"ticker","product_id":"BTC\u002dUSD","price":"\u0035.0"}"#
        #expect(coinbase.outcome(ticker).ticks.map { $0["price"] } == ["5"])
        var binance = Reading(BinanceStream(), ["币安人生USDT"], "binance")
        let event = #"{"e":"24hrTicker","E":1709294370500,"s":"\u5e01\u5b89\u4eba\u751fUSDT","c":"5"}"#
        #expect(binance.outcome(event).ticks.map { $0["market"] } == ["币安人生USDT"])
    }

    @Test("A price of 0 is neither a tick nor an error", arguments: Speaker.all)
    private func zero(speaker: Speaker) {
        var stream = speaker.make()
        for price in ["0", #""0.00000000""#, "-0.0"] { #expect(stream.outcome(speaker.frame(price)) == .nothing) }
    }

    @Test(
        "A message with an invalid time, or one outside the years 1 to 9999, is dropped, and the stream continues",
        arguments: Speaker.all,
        [
            "yesterday", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
            "10000-01-01T00:00:00Z", "-9223372036854775808", "253402300800000", "9223372036854775808",
            String(repeating: "9", count: 400), "1e308", "-1",
        ])
    private func badTimes(speaker: Speaker, time: String) {
        var stream = speaker.make()
        let (sound, changed) = (speaker.frame("5"), speaker.frame(at: time))
        #expect(changed != sound)
        #expect(stream.outcome(changed) == .dropped)
        #expect(stream.outcome(sound).ticks.map { $0["time"]?.hasPrefix("2024-03-01T11:59:30.5") } == [true])
    }

    @Test("A count of time units may have a fraction")
    func fractions() {
        for (sent, time) in [
            ("1709294370500.25", "2024-03-01T11:59:30.50025Z"), ("1.7092943705e12", "2024-03-01T11:59:30.500Z"),
            ("0.1", "1970-01-01T00:00:00.0001Z"),
        ] {
            var stream = Reading(OKXStream(), ["BTC-USDT"], "okx")
            let row = #"{"instId":"BTC-USDT","last":"5","ts":"\#(sent)"}"#
            #expect(stream.outcome(#"{"data":[\#(row)]}"#).ticks.map { $0["time"] } == [time])
        }
    }

    @Test("Prices are exact, whether they are sent as numbers or as strings", arguments: Speaker.all)
    private func prices(speaker: Speaker) {
        var stream = speaker.make()
        for (sent, read) in [
            ("67024.10", "67024.1"), (#""0.99980""#, "0.9998"), ("1.2e-7", "0.00000012"), (#""1E3""#, "1000"),
            (#""123456789012345678901234567890.123456789""#, "123456789012345678901234567890.123456789"),
        ] {
            let ticks = stream.outcome(speaker.frame(sent)).ticks
            #expect(ticks.map { $0["price"] } == [read])
            #expect(ticks.map { $0["bid"] } == [speaker.message.text.contains("67023") ? "67023" : nil])
        }
    }

    @Test(
        "A message that is truncated, too long or not UTF-8 has no tick, and the stream continues",
        arguments: Speaker.all)
    private func broken(speaker: Speaker) {
        let sound = Array(speaker.frame(#""67024.10""#).utf8)
        // One has read no message before; the other has learned the message.
        var (fresh, learned) = (speaker.make(), speaker.make())
        let tick = learned.outcome(sound)
        #expect(tick.ticks.count == 1)
        var messages = sound.indices.map { Array(sound.prefix($0)) }
        messages += sound.indices.map { index in
            var bytes = sound
            bytes[index] = 0xFF
            return bytes
        }
        messages += [sound + [UInt8(ascii: "x")], sound + sound, sound + [0], [0xEF, 0xBB, 0xBF] + sound]
        for message in messages {
            #expect(learned.outcome(message) == .dropped, "\(String(decoding: message, as: UTF8.self))")
            fresh = speaker.make()
            #expect(fresh.outcome(message) == .dropped, "\(String(decoding: message, as: UTF8.self))")
        }
        #expect(learned.outcome(sound) == tick)
    }

    @Test("A changed byte is read in the same way whatever came before", arguments: Speaker.all)
    private func changed(speaker: Speaker) {
        let sound = Array(speaker.frame(#""67024.10""#).utf8)
        for index in sound.indices {
            for byte in #"0"\:,}] "#.utf8 {
                var bytes = sound
                bytes[index] = byte
                var (fresh, learned) = (speaker.make(), speaker.make())
                _ = learned.outcome(sound)
                learned.forget()
                #expect(learned.outcome(bytes) == fresh.outcome(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test("A text that is not a message is dropped or ignored; a repeated key drops its message")
    func hostile() {
        #expect(Speaker.all.map(\.message.provider) == ["binance", "bitstamp", "coinbase", "gate", "kraken", "okx"])
        for speaker in Speaker.all {
            var stream = speaker.make()
            for text in HostileText.all {
                let isEmpty = text == "{}" || (text == "[]" && speaker.testDescription == "binance")
                #expect(stream.outcome(text) == (isEmpty ? .nothing : .dropped), "\(text.prefix(80))")
            }
            for text in speaker.twice { #expect(stream.outcome(text) == .dropped, "\(text)") }
            let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
            #expect(stream.outcome(speaker.frame(deep)) == .dropped)
            #expect(stream.outcome(speaker.frame("5")).ticks.count == 1)
        }
    }

    @Test("A stream counts as dead after twice its longest heartbeat, so that a quiet market stays connected")
    func silences() {
        // The longest pause between two heartbeats that each exchange documents, or between the client's pings.
        let heartbeats = [
            "coinbase": 1, "kraken": 1, "binance": 20, "cryptocompare": 60, "wazirx": 55, "btse": 15, "okx": 20,
            "bitstamp": 15, "gate": 15,
        ]
        for (provider, seconds) in heartbeats {
            // A false alarm costs a gap, so that a heartbeat of a second is given some more of them.
            #expect(reading(of: provider, []).rules.silence == .seconds(max(2 * seconds, 10)), "\(provider)")
        }
    }

    @Test(
        "A symbol's market follows from the provider's rule for names, in the requested currency or one of its own",
        arguments: [
            ("btc", "USD", "BTC-USD", "BTC/USD", "BTCUSDT"), ("ETH", "EUR", "ETH-EUR", "ETH/EUR", "ETHEUR"),
            ("BTC", "SEK", "BTC-USD", "BTC/USD", "BTCUSDT"), ("DOGE", "BTC", "DOGE-BTC", "DOGE/BTC", "DOGEBTC"),
            ("xbt", "USDT", "XBT-USDT", "BTC/USDT", "XBTUSDT"), ("xdg", "JPY", "XDG-USD", "DOGE/JPY", "XDGJPY"),
        ])
    func names(symbol: String, currency: String, coinbase: String, kraken: String, binance: String) throws {
        let (symbol, currency) = (try Symbol(symbol), try #require(Currency(currency)))
        let markets = try [
            CoinbaseStream.market(of: symbol, in: currency).get(), KrakenStream.market(of: symbol, in: currency).get(),
            BinanceStream.market(of: symbol, in: currency).get(),
        ]
        #expect(markets.map(\.name) == [coinbase, kraken, binance])
        #expect(markets.map(\.quote.id) == [coinbase, kraken, binance])
        #expect(markets.map(\.provider) == ["coinbase", "kraken", "binance"])
        for market in markets { #expect(market.name.hasSuffix(market.currency.code)) }
        for market in markets { #expect(market.name.hasPrefix(market.symbol)) }
    }

    @Test("A pair's own currency wins; dollars are not USDT, so that the caller converts")
    func pairs() async throws {
        let settings = ProviderSettings(
            http: .curl(.ofTest()), time: TestClock().source)
        let symbols = try ["btc", "btc/eur", "BTC/SEK", "stock:AAPL"].map { try Symbol($0) }
        let (usd, usdt, eur) = (Currency.usd, Currency.usdt, Currency.eur)
        for (source, currencies) in [
            (CoinbaseStream.source(settings), [usd, eur, usd, nil]),
            (KrakenStream.source(settings), [usd, eur, usd, nil]),
            (BinanceStream.source(settings), [usdt, eur, usdt, nil]),
            (OKXStream.source(settings), [usd, eur, usdt, nil]),
            (BitstampStream.source(settings), [usd, eur, usd, nil]),
            (GateStream.source(settings), [usdt, usdt, usdt, nil]),
        ] {
            let markets = await source.markets(symbols, .usd)
            #expect(markets.map { $0.success?.currency } == currencies)
            #expect(markets[3].failure?.reason == unknown("stock:AAPL"))
        }
    }

    @Test(
        "An id is the name of a market; an id that cannot be one is unknown",
        arguments: [
            ("BTC-EUR", "BTC EUR", nil, nil), ("AAPLx/USD", nil, "AAPLX USD", nil), ("BTCEUR", nil, nil, "BTC EUR"),
            ("bitcoin", nil, nil, nil), ("BTC-", nil, nil, nil), ("-USD", nil, nil, nil), ("/USD", nil, nil, nil),
            ("USDT", nil, nil, nil), ("A-B-C", nil, nil, nil), (#"A"USDT"#, nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func ids(id: String, coinbase: String?, kraken: String?, binance: String?) throws {
        let symbol = try Symbol("id:\(id)")
        for (result, expected) in [
            (CoinbaseStream.market(of: symbol, in: .usd), coinbase),
            (KrakenStream.market(of: symbol, in: .usd), kraken),
            (BinanceStream.market(of: symbol, in: .usd), binance),
        ] {
            #expect(result.success.map { "\($0.symbol) \($0.currency)" } == expected)
            #expect(result.success?.name == expected.map { _ in id })
            if expected == nil { #expect(result.failure?.reason == .unknownSymbol(symbol)) }
        }
    }

    @Test("A symbol with unusual characters is sent as a JSON string, or not at all")
    func oddNames() throws {
        let symbol = try Symbol(#"a"b\"#)
        var coinbase = Reading(CoinbaseStream(), [], "coinbase")
        let product = try CoinbaseStream.market(of: symbol, in: .usd).get()
        let named = #""product_ids":["A\"B\\-USD"]"#
        #expect(coinbase.subscribe([product]) == [#"{"type":"subscribe",\#(named),"channels":["ticker","heartbeat"]}"#])
        var kraken = Reading(KrakenStream(), [], "kraken")
        let pair = try KrakenStream.market(of: symbol, in: .usd).get()
        let params = #"{"channel":"ticker","symbol":["A\"B\\/USD"]}"#
        #expect(kraken.subscribe([pair]) == [#"{"method":"subscribe","params":\#(params)}"#])
        #expect(BinanceStream.market(of: symbol, in: .usd).failure?.reason == .unknownSymbol(symbol))
        #expect(try BinanceStream.market(of: Symbol("币安人生"), in: .usd).get().name == "币安人生USDT")
    }

    @Test("The markets of a provider's list have the names of its stream")
    func listed() {
        let settings = ProviderSettings(
            http: .curl(.ofTest()), time: TestClock().source)
        var quote = Quote(time: Timestamp(seconds: 0), symbol: "BTC", currency: .eur, provider: "")
        quote.market = "other"
        let sources = [
            CoinbaseStream.source(settings), KrakenStream.source(settings), BinanceStream.source(settings),
        ]
        #expect(sources.map { $0.listed([quote]).map(\.name) } == [["BTC-EUR"], ["BTC/EUR"], ["BTCEUR"]])
    }
}
