import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Quotes in another currency", .quick)
struct ConversionQuoteTests {
    private static let now = TestClock().now

    private static func quote() -> Quote {
        var quote = Quote.of("BTC", "60000 USDT", time: "2024-03-01T11:59:00.5Z")
        quote.open = Number(ExactDecimal(58000))
        quote.high = Number(ExactDecimal(61000))
        quote.low = Number(ExactDecimal(57000))
        quote.change = Number(ExactDecimal(2000))
        quote.changePercent = Number("3.4482758620689655172413793103448275862")
        quote.volume = Number(ExactDecimal(9_000_000))
        quote.marketCap = Number(ExactDecimal(1_200_000_000_000))
        quote.bid = Number(ExactDecimal(59990))
        quote.ask = Number(ExactDecimal(60010))
        quote.rank = 1
        return quote
    }

    private static func graph(rate: String = "SEK=10", time: String = "2024-03-01T00:00:00Z") -> RateGraph {
        var graph = RateGraph()
        graph.add(.of("USD", rate, provider: "frankfurter", time: time))
        graph.add([.of("USDT", "0.999 USD", provider: "kraken")])
        return graph
    }

    @Test("price, cap, volume and all other amounts are converted, exactly, but none of the past; the rest stays")
    func amounts() throws {
        var graph = Self.graph()
        let quote = try graph.quote(Self.quote(), in: .sek, now: Self.now)
        var expected = Self.quote().facts
        expected["currency"] = "SEK"
        let amounts = [
            "price": "599400", "high": "609390", "low": "569430", "volume": "89910000", "market_cap": "11988000000000",
            "bid": "599300.1", "ask": "599499.9",
        ]
        for unknown in ["open", "change", "change_percent"] { expected[unknown] = nil }
        #expect(quote.facts == expected.merging(amounts) { $1 })
        #expect(quote.via == "USDT→USD→SEK kraken+frankfurter")
        #expect(quote.time == Self.quote().time && !quote.stale)
    }

    /// A pair, its price when the day began and now.
    private static func pair(
        _ symbol: String, _ open: String, _ price: String, provider: String = Self.quote().provider, id: String? = nil
    ) -> Quote {
        var quote = Quote.of(symbol, price, provider: provider)
        quote.open = Number(open)
        quote.id = id
        return quote
    }

    @Test("the open is converted by the opens of the provider's own pairs; change is price − open to the last digit")
    func ownOpen() throws {
        var graph = RateGraph()
        graph.add([Self.pair("USDT", "0.98", "0.99 LINK"), Self.pair("LINK", "11", "11.5 SEK")])
        let quote = try graph.quote(Self.quote(), in: .sek, now: Self.now)
        // 60000 × 0.99 × 11.5, 58000 × 0.98 × 11.
        #expect(quote.price == Number("683100") && quote.open == Number("625240"))
        #expect(quote.change == Number("57860"))
        #expect(quote.changePercent?.description.hasPrefix("9.2540464") == true)
        for price in 1...200 {
            var quote = Self.quote()
            quote.price = Number(try ExactDecimal(price).divided(by: 7))
            quote.open = Number(try ExactDecimal(price + 3).divided(by: 11))
            let converted = try graph.quote(quote, in: .sek, now: Self.now)
            let (newPrice, newOpen) = (try #require(converted.price).value, try #require(converted.open).value)
            #expect(try converted.change?.value == newPrice - newOpen)
        }
    }

    @Test(
        "no open, and no change, by a rate of another time: another provider's, a table's, one without an open",
        arguments: [
            [Self.pair("USDT", "0.98", "0.99 LINK"), Self.pair("LINK", "11", "11.5 SEK", provider: "other")],
            [Self.pair("USDT", "0.98", "10 SEK", provider: "other")],
            [Self.pair("USDT", "0", "10 SEK")], [Quote.of("USDT", "10 SEK", provider: Self.quote().provider)],
            [Quote.of("USDT", "0.98 LINK", provider: Self.quote().provider), Self.pair("LINK", "11", "11.5 SEK")],
        ])
    func otherOpen(pairs: [Quote]) throws {
        var graph = RateGraph()
        graph.add(pairs)
        let quote = try graph.quote(Self.quote(), in: .sek, now: Self.now)
        #expect(quote.price != nil && quote.high != nil)
        #expect(quote.open == nil && quote.change == nil && quote.changePercent == nil)
    }

    @Test("a change that was sent without an open is unknown in another currency, and what is unknown stays unknown")
    func unknown() throws {
        var quote = Quote.of("BTC", "60000 USDT")
        quote.change = Number(ExactDecimal(100))
        quote.changePercent = Number("0.1")
        var graph = Self.graph()
        graph.add([Self.pair("USDT", "9", "10 SEK", provider: quote.provider)])
        let converted = try graph.quote(quote, in: .sek, now: Self.now)
        #expect(converted.change == nil && converted.changePercent == nil)
        #expect(converted.open == nil && converted.volume == nil && converted.bid == nil && converted.marketCap == nil)
    }

    @Test("a coin in itself is 1 and changes by 0, whatever was asked for when; one that shares its ticker is not")
    func itself() throws {
        var graph = RateGraph()
        graph.add([Self.pair("BTC", "58000", "61000 USDT", id: "bitcoin")])
        var quote = Self.quote()
        quote.id = "bitcoin"
        let btc = try #require(Currency("BTC"))
        let one = try graph.quote(quote, in: btc, now: Self.now)
        #expect([one.price, one.open, one.high, one.low, one.bid, one.ask].allSatisfy { $0 == Number(1) })
        #expect(one.change == Number(0) && one.changePercent == Number(0) && one.marketCap != Number(1))
        quote.open = nil
        #expect(try graph.quote(quote, in: btc, now: Self.now).changePercent == Number(0))
        quote.id = "another"
        #expect(try graph.quote(quote, in: btc, now: Self.now).price != Number(1))
        quote.market = "BTC-USDT"
        #expect(try graph.quote(quote, in: btc, now: Self.now).price == Number(1))
        quote.kind = .future
        #expect(try graph.quote(quote, in: btc, now: Self.now).price != Number(1))
        quote.provider = "other"
        #expect(try graph.quote(quote, in: btc, now: Self.now).price != Number(1))
    }

    @Test("a quote in the currency asked for is left as it is")
    func same() throws {
        var graph = RateGraph()
        #expect(try graph.quote(Self.quote(), in: .usdt, now: Self.now) == Self.quote())
    }

    @Test("a rate older than 7 days marks the quote stale; a weekend's does not, and the quote's time stays")
    func stale() throws {
        for (time, isStale) in [("2024-02-23T00:00:00Z", true), ("2024-02-28T00:00:00Z", false)] {
            var graph = Self.graph(time: time)
            let quote = try graph.quote(Self.quote(), in: .sek, now: Self.now)
            #expect(quote.stale == isStale && quote.time == Self.quote().time)
        }
    }

    @Test("without a path there is an error and no quote")
    func noPath() throws {
        var graph = RateGraph()
        graph.add(.of("EUR", "SEK=11"))
        #expect(throws: ConversionFailure.unknown(.named("USDT"))) {
            try graph.quote(Self.quote(), in: .sek, now: Self.now)
        }
    }
}
