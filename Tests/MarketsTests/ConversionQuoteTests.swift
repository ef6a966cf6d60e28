import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Quotes in another currency")
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

    @Test("C5 price, cap, volume and all other amounts are converted, exactly; the rest stays")
    func amounts() throws {
        var graph = Self.graph()
        let quote = try graph.quote(Self.quote(), in: .sek, now: Self.now)
        var expected = Self.quote().facts
        expected["currency"] = "SEK"
        let amounts = [
            "price": "599400", "open": "579420", "high": "609390", "low": "569430", "change": "19980",
            "volume": "89910000", "market_cap": "11988000000000", "bid": "599300.1", "ask": "599499.9",
        ]
        #expect(quote.facts == expected.merging(amounts) { $1 })
        #expect(quote.via == "USDT→USD→SEK kraken+frankfurter")
        #expect(quote.time == Self.quote().time && !quote.stale)
    }

    @Test("P4 change is price − open in the new currency too, to the last digit")
    func change() throws {
        var graph = Self.graph(rate: "SEK=10.4567891234")
        graph.add([.of("USDT", "0.99123456789 USD", provider: "kraken", time: "2024-03-01T12:00:01Z")])
        for price in 1...200 {
            var quote = Self.quote()
            quote.price = Number(try ExactDecimal(price).divided(by: 7))
            quote.open = Number(try ExactDecimal(price + 3).divided(by: 11))
            quote.change = Number(try ExactDecimal(price).divided(by: 7) - ExactDecimal(price + 3).divided(by: 11))
            let converted = try graph.quote(quote, in: .sek, now: Self.now)
            let (newPrice, newOpen) = (try #require(converted.price).value, try #require(converted.open).value)
            #expect(try converted.change?.value == newPrice - newOpen)
        }
    }

    @Test("a change sent without an open is converted as an amount, and what is unknown stays unknown")
    func unknown() throws {
        var quote = Quote.of("BTC", "60000 USDT")
        quote.change = Number(ExactDecimal(100))
        var graph = Self.graph()
        let converted = try graph.quote(quote, in: .sek, now: Self.now)
        #expect(converted.change?.description == "999")
        #expect(converted.open == nil && converted.volume == nil && converted.bid == nil && converted.marketCap == nil)
    }

    @Test("a quote in the currency asked for is left as it is")
    func same() throws {
        var graph = RateGraph()
        #expect(try graph.quote(Self.quote(), in: .usdt, now: Self.now) == Self.quote())
    }

    @Test("C4 a rate older than 7 days marks the quote stale; a weekend's does not, and the quote's time stays")
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
