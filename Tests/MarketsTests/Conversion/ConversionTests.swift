import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

extension Asset {
    /// `SEK` is fiat, `BTC` a coin.
    static func named(_ code: String) -> Asset {
        Asset(Currency(code) ?? .usd)
    }
}

extension Quote {
    /// A coin's price: `1.5 USD`.
    static func of(
        _ symbol: String, _ price: String, provider: String = "exchange", time: String = "2024-03-01T12:00:00Z"
    ) -> Quote {
        let words = price.split(separator: " ")
        var quote = Quote(
            time: Timestamp(rfc3339: time) ?? TestClock().now, symbol: symbol, currency: Currency(words[1]) ?? .usd,
            provider: provider)
        quote.price = Number(words[0])
        return quote
    }
}

extension Conversion {
    /// The legs in short: `USD→SEK 10 fiat`.
    var path: [String] {
        legs.map { "\($0.from)→\($0.to) \($0.rate) \($0.provider)" }
    }
}

@Suite("Conversions", .quick)
struct ConversionTests {
    private static let fiat = RateTable.of("EUR", "USD=1.25 SEK=10 DKK=7.5", provider: "fiat")

    private static func graph(_ tables: [RateTable] = [fiat], _ quotes: [Quote] = []) -> RateGraph {
        var graph = RateGraph()
        for table in tables { graph.add(table) }
        graph.add(quotes)
        return graph
    }

    @Test(
        "the rate of two currencies is rates[B] ÷ rates[A], one leg, whatever the base",
        arguments: [
            ("EUR", "USD", "1.25"), ("USD", "EUR", "0.8"), ("USD", "SEK", "8"), ("SEK", "USD", "0.125"),
            ("DKK", "SEK", "1.3333333333333333333"),
        ])
    func crossRates(from: String, to: String, rate: String) throws {
        let usd = RateTable.of("USD", "EUR=0.8 SEK=8 DKK=6", provider: "fiat")
        for table in [Self.fiat, usd] {
            var graph = Self.graph([table])
            let conversion = try graph.conversion(from: .named(from), to: .named(to))
            #expect(conversion.rate == ExactDecimal(rate))
            #expect(conversion.path == ["\(from)→\(to) \(rate) fiat"])
            #expect(conversion.time == table.time)
        }
    }

    @Test("A→A is 1 and the amount itself, known or not", arguments: ["SEK", "BTC", "XYZ"])
    func same(code: String) throws {
        var graph = Self.graph()
        let conversion = try graph.conversion(from: .named(code), to: .named(code))
        #expect(conversion.rate == 1 && conversion.legs.isEmpty && conversion.time == nil && conversion.via == nil)
        let amount = try #require(ExactDecimal("0.1234567890123456789012345678901234"))
        #expect(try conversion.convert(amount) == amount)
        #expect(!conversion.isStale(at: TestClock().now))
    }

    @Test("a missing rate is an error, never a guess; a pegged coin is no currency")
    func missing() {
        var graph = Self.graph([Self.fiat], [.of("BTC", "60000 USDT"), .of("ETH", "0.05 BTC")])
        #expect(throws: ConversionFailure.unknown(.named("JPY"))) {
            try graph.conversion(from: .named("SEK"), to: .named("JPY"))
        }
        #expect(throws: ConversionFailure.unknown(.named("XYZ"))) {
            try graph.conversion(from: .named("XYZ"), to: .named("SEK"))
        }
        #expect(throws: ConversionFailure.noPath(from: .named("ETH"), to: .named("USD"))) {
            try graph.conversion(from: .named("ETH"), to: .named("USD"))
        }
    }

    @Test(
        "a coin is converted through its pair and fiat rates, multiplied first and divided once",
        arguments: [
            ("0.1", "BTC", "SEK", "48000.8"), ("1", "SEK", "BTC", "0.0000020832986116898051699"),
            ("3", "BTC", "BTC", "3"), ("-2", "BTC", "EUR", "-96001.6"), ("0", "BTC", "DKK", "0"),
            ("1000", "DKK", "BTC", "0.0027777314822530735599"),
        ])
    func coins(amount: String, from: String, to: String, expected: String) throws {
        var graph = Self.graph([Self.fiat], [.of("BTC", "60001 USD")])
        let conversion = try graph.conversion(from: .named(from), to: .named(to))
        #expect(try conversion.convert(try #require(ExactDecimal(amount))) == ExactDecimal(expected))
    }

    @Test("there and back is the amount itself where each leg by itself would have to be rounded")
    func oneRounding() throws {
        var graph = Self.graph([.of("EUR", "USD=3", provider: "a")], [.of("AAA", "7 USD"), .of("BBB", "7 EUR")])
        let conversion = try graph.conversion(from: .named("BBB"), to: .named("AAA"))
        #expect(conversion.legs.count == 3 && conversion.rate == 3)
        let back = try graph.conversion(from: .named("AAA"), to: .named("BBB"))
        #expect(back.rate == ExactDecimal("0.33333333333333333333"))
        #expect(try back.convert(3) == 1)
    }

    @Test("the fewest legs win, however old they are")
    func fewestLegs() throws {
        let old = Quote.of("BTC", "500000 SEK", provider: "old", time: "2024-01-01T00:00:00Z")
        var graph = Self.graph([Self.fiat], [.of("BTC", "60000 USD"), old])
        let conversion = try graph.conversion(from: .named("BTC"), to: .named("SEK"))
        #expect(conversion.path == ["BTC→SEK 500000 old"])
    }

    @Test("of as many legs those whose oldest is the newest win")
    func freshest() throws {
        var graph = Self.graph(
            [
                .of("EUR", "SEK=10 USD=1.2", provider: "older", time: "2024-02-28T00:00:00Z"),
                .of("EUR", "SEK=11 USD=1.1", provider: "newer", time: "2024-02-29T00:00:00Z"),
            ],
            [
                .of("BTC", "60000 USD", provider: "x", time: "2024-03-01T00:00:00Z"),
                .of("BTC", "50000 EUR", provider: "y", time: "2024-02-27T00:00:00Z"),
            ])
        let conversion = try graph.conversion(from: .named("BTC"), to: .named("SEK"))
        #expect(conversion.path == ["BTC→USD 60000 x", "USD→SEK 10 newer"])
        #expect(conversion.time?.description == "2024-02-29T00:00:00Z")
    }

    @Test("of equals what was added first wins, in every run")
    func ties() throws {
        for first in ["a", "b"] {
            let second = first == "a" ? "b" : "a"
            var graph = Self.graph(
                [.of("EUR", "SEK=10 USD=1", provider: first), .of("EUR", "SEK=11 USD=1", provider: second)],
                [.of("BTC", "1 USD", provider: first), .of("BTC", "2 EUR", provider: second)])
            #expect(try graph.conversion(from: .named("USD"), to: .named("SEK")).path == ["USD→SEK 10 \(first)"])
            let conversion = try graph.conversion(from: .named("BTC"), to: .named("SEK"))
            #expect(conversion.path == ["BTC→USD 1 \(first)", "USD→SEK 10 \(first)"])
        }
    }

    @Test("new rates count from then on")
    func addedLater() throws {
        var graph = Self.graph([])
        #expect(throws: ConversionFailure.self) { try graph.conversion(from: .named("USD"), to: .named("SEK")) }
        graph.add(Self.fiat)
        #expect(try graph.conversion(from: .named("USD"), to: .named("SEK")).rate == 8)
    }

    @Test("stale is a rate older than 7 days, a coin's price older than one, or what came from an old answer")
    func stale() throws {
        var graph = Self.graph([Self.fiat], [.of("BTC", "60000 USD")])
        let rate = try graph.conversion(from: .named("USD"), to: .named("SEK"))
        let week = try #require(Timestamp(rfc3339: "2024-03-08T00:00:00Z"))
        #expect(!rate.isStale(at: week))
        #expect(rate.isStale(at: week.advanced(bySeconds: 1)))
        let price = try graph.conversion(from: .named("BTC"), to: .named("SEK"))
        let day = try #require(Timestamp(rfc3339: "2024-03-02T12:00:00Z"))
        #expect(!price.isStale(at: day))
        #expect(price.staleLegs(at: day.advanced(bySeconds: 1)).map(\.to.code) == ["USD"])
        var cached = Self.fiat
        cached.stale = true
        graph = Self.graph([cached])
        #expect(try graph.conversion(from: .named("USD"), to: .named("SEK")).isStale(at: cached.time))
    }

    @Test("a coin never takes the rates of a currency of the same code, nor the other way round")
    func namesakes() throws {
        let large = RateTable.of("USD", "MNT=3400 SEK=10 KID=1.5 HRK=7 EUR=0.9 BTC=0.00002 QQQ=3", provider: "erapi")
        var kid = Quote.of("KID", "0.002 USDT")
        kid.market = "KIDUSDT"
        var graph = Self.graph([large], [.of("MNT", "1.02 USD"), .of("USDT", "1.001 USD"), kid])
        let togrog = try graph.conversion(from: .named("MNT"), to: .named("USD"))
        #expect(togrog.via == "MNT→USD erapi")
        let mantle = try graph.conversion(from: Asset("MNT", .coin), to: .named("USD"))
        #expect(mantle.rate == ExactDecimal("1.02"))
        // ISO 4217 does not have them: each code of a table is money, but for the tickers of large coins.
        for code in ["KID", "HRK", "QQQ"] { #expect(graph.asset(Currency(code) ?? .usd) == Asset(code, .fiat)) }
        graph.add([Quote.of("BTC", "50000 USD")])
        #expect(graph.asset(Currency("BTC") ?? .usd) == Asset("BTC", .coin))
        let coin = try graph.conversion(from: Asset("KID", .coin), to: .named("USD"))
        #expect(coin.path == ["KID→USDT 0.002 exchange", "USDT→USD 1.001 exchange"])
    }

    @Test("an exchange's deposit currencies lead to fiat, other codes of ISO 4217 there are coins")
    func deposits() throws {
        var euro = Quote.of("EUR", "1.08 USDT", provider: "binance")
        euro.market = "EURUSDT"
        var mantle = Quote.of("MNT", "0.5 USDT", provider: "binance")
        mantle.market = "MNTUSDT"
        var graph = Self.graph([Self.fiat], [euro, mantle])
        let conversion = try graph.conversion(from: .named("USDT"), to: .named("SEK"))
        #expect(conversion.via == "USDT→EUR→SEK binance+fiat")
        #expect(!graph.knows(.named("MNT")) && graph.knows(Asset("MNT", .coin)))
    }

    @Test("a quote without a price, at 0 or below it is no rate; of one ticker the first quote is meant")
    func badQuotes() throws {
        var none = Quote.of("BTC", "1 USD")
        none.price = nil
        var graph = Self.graph([], [none, .of("BTC", "0 USD"), .of("BTC", "-1 USD"), .of("USDT", "2 USDT")])
        #expect(!graph.knows(.named("BTC")) && !graph.knows(.named("USDT")))
        graph.add([.of("BTC", "60000 USD"), .of("BTC", "0.1 USD")])
        #expect(try graph.conversion(from: .named("BTC"), to: .named("USD")).rate == 60000)
    }

    @Test("what is too large is an error")
    func overflow() throws {
        var graph = Self.graph([.of("EUR", "USD=1e6000 SEK=1e-6000", provider: "a")])
        #expect(throws: ConversionFailure.overflow(from: .named("SEK"), to: .named("USD"))) {
            try graph.conversion(from: .named("SEK"), to: .named("USD"))
        }
        let conversion = try graph.conversion(from: .named("EUR"), to: .named("USD"))
        #expect(throws: ArithmeticError.overflow) { try conversion.convert(try #require(ExactDecimal("1e200"))) }
    }
}
