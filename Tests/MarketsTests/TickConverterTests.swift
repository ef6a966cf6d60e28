import DecimalArithmetic
import Markets
import Platform
import Testing

@Suite("Ticks in another currency")
struct TickConverterTests {
    private static let now = Timestamp(seconds: 1_709_294_400)

    @Test("C5: each amount is multiplied and divided once; change is price − open, the percent stays, via says how")
    func amounts() throws {
        var converter = try Self.converter("SEK=10.5 USD=1.25")
        let quote = try #require(
            Self.convert(
                &converter,
                [.price: "100", .open: "80", .high: "110", .low: "70", .volume: "1000", .bid: "99", .ask: "101"]))
        #expect(quote.price == Number("840"))
        #expect(quote.open == Number("672"))
        #expect(quote.change == Number("168"))
        #expect(quote.changePercent == Number("25"))
        #expect(
            [quote.high, quote.low, quote.volume, quote.bid, quote.ask].map { $0?.description } == [
                "924", "588", "8400", "831.6", "848.4",
            ])
        #expect(quote.currency == .sek)
        #expect(quote.via == "USD→EUR→SEK test" || quote.via == "USD→SEK test", "\(quote.via ?? "")")
        #expect(!quote.stale)
        #expect((quote.symbol, quote.market, quote.provider) == ("BTC", "BTC-USD", "made"))
    }

    @Test("C4: a refreshed rate holds from the next tick on; a rate older than 7 days is stale")
    func refresh() throws {
        var converter = try Self.converter("SEK=10 USD=1")
        #expect(Self.convert(&converter, [.price: "2"])?.price == Number("20"))
        converter.update(of: .made("BTC"), by: try Self.conversion("SEK=11 USD=1"), now: Self.now)
        #expect(Self.convert(&converter, [.price: "2"])?.price == Number("22"))
        converter.update(
            of: .made("BTC"), by: try Self.conversion("SEK=12 USD=1", "2024-02-20T00:00:00Z"), now: Self.now)
        let old = try #require(Self.convert(&converter, [.price: "2"]))
        #expect(old.price == Number("24"))
        #expect(old.stale)
    }

    @Test("What 34 digits do not hold is left out and counted; the next tick comes")
    func overflow() throws {
        var converter = try Self.converter("SEK=10 USD=1")
        #expect(Self.convert(&converter, [.price: "9e6144"]) == nil)
        #expect(converter.dropped == 1)
        #expect(Self.convert(&converter, [.price: "3"])?.price == Number("30"))
    }

    @Test("A change that was sent instead of an open is converted too")
    func change() throws {
        var converter = try Self.converter("SEK=10 USD=1")
        let quote = try #require(Self.convert(&converter, [.price: "5", .change: "-1", .changePercent: "-16.5"]))
        #expect(quote.change == Number("-10"))
        #expect(quote.open == Number("60"))
        #expect(quote.changePercent == Number("-16.5"))
    }

    @Test("The market's own name stays, and its kind; what the stream calls it is in no quote")
    func marketName() throws {
        let market = TickMarket(
            name: "EUR_1", market: "EUR-USD", symbol: "EUR", kind: .fiat, currency: .usd, provider: "made")
        var converter = TickConverter(
            of: market, to: .sek, by: try Self.conversion("SEK=10 USD=1"), now: Self.now)
        withTick(of: market, [.price: "1"]) { tick in
            #expect((tick.quote.market, tick.quote.kind) == ("EUR-USD", .fiat))
            converter.convert(tick, now: Self.now) { converted in
                #expect((converted.quote.market, converted.quote.kind) == ("EUR-USD", .fiat))
                #expect(converted.market.name == "EUR_1" && converted.market.market == "EUR-USD")
            }
        }
    }

    private static func converter(_ rates: String) throws -> TickConverter {
        TickConverter(of: .made("BTC"), to: .sek, by: try conversion(rates), now: now)
    }

    private static func conversion(
        _ rates: String, _ time: String = "2024-03-01T00:00:00Z"
    ) throws -> Conversion {
        var graph = RateGraph()
        graph.add(.of("EUR", rates, time: time))
        return try graph.conversion(from: graph.asset(.usd), to: graph.asset(.sek))
    }

    private static func convert(_ converter: inout TickConverter, _ numbers: [Tick.Part: String]) -> Quote? {
        withTick(of: .made("BTC"), numbers) { tick in
            var quote: Quote?
            converter.convert(tick, now: now) { quote = $0.quote }
            return quote
        }
    }
}
