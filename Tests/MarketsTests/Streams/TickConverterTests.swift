import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Ticks in another currency", .quick)
struct TickConverterTests {
    private static let now = Timestamp(seconds: 1_709_294_400)

    @Test("each amount is multiplied and divided once, the open by no rate of today; via says how")
    func amounts() throws {
        var converter = try Self.converter("SEK=10.5 USD=1.25")
        let quote = try #require(
            Self.convert(
                &converter,
                [.price: "100", .open: "80", .high: "110", .low: "70", .volume: "1000", .bid: "99", .ask: "101"]))
        #expect(quote.price == Number("840"))
        #expect(quote.open == nil && quote.change == nil && quote.changePercent == nil)
        #expect(
            [quote.high, quote.low, quote.volume, quote.bid, quote.ask].map { $0?.description } == [
                "924", "588", "8400", "831.6", "848.4",
            ])
        #expect(quote.currency == .sek)
        #expect(quote.via == "USD→EUR→SEK test" || quote.via == "USD→SEK test", "\(quote.via ?? "")")
        #expect(!quote.stale)
        #expect((quote.symbol, quote.market, quote.provider) == ("BTC", "BTC-USD", "made"))
    }

    @Test("a refreshed rate holds from the next tick on; a rate older than 7 days is stale")
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

    @Test("What does not fit into 34 digits is left out and counted; the next tick comes")
    func overflow() throws {
        var converter = try Self.converter("SEK=10 USD=1")
        #expect(Self.convert(&converter, [.price: "9e6144"]) == nil)
        #expect(converter.dropped == 1)
        #expect(Self.convert(&converter, [.price: "3"])?.price == Number("30"))
    }

    @Test("the open is converted by the open of the provider's own pair, and a coin in itself changes by 0")
    func open() throws {
        var pair = Quote.of("SEK", "0.1 USD", provider: "made")
        pair.open = Number("0.08")
        var graph = RateGraph()
        graph.add([pair])
        var converter = TickConverter(
            of: .made("BTC"), to: .sek, by: try graph.conversion(from: graph.asset(.usd), to: Asset("SEK", .coin)),
            now: Self.now)
        let quote = try #require(Self.convert(&converter, [.price: "5", .open: "4"]))
        #expect((quote.price, quote.open, quote.change) == (Number("50"), Number("50"), Number("0")))
        let sent = try #require(Self.convert(&converter, [.price: "5", .change: "-5", .changePercent: "-50"]))
        #expect((sent.open, sent.change, sent.changePercent) == (Number("125"), Number("-75"), Number("-60")))

        var itself = Quote.of("BTC", "60000 USD", provider: "made")
        itself.open = Number("50000")
        graph.add([itself])
        let btc = try #require(Currency("BTC"))
        converter = TickConverter(
            of: .made("BTC"), to: btc, by: try graph.conversion(from: graph.asset(.usd), to: graph.asset(btc)),
            now: Self.now)
        let one = try #require(Self.convert(&converter, [.price: "60001", .open: "50000.5", .volume: "120000"]))
        #expect((one.price, one.open, one.change, one.changePercent) == (Number(1), Number(1), Number(0), Number(0)))
        #expect(one.volume == Number(2))
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
                #expect(converted.market.name == "EUR_1" && converted.market.quote.market == "EUR-USD")
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
