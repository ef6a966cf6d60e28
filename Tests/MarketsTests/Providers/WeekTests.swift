import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("The changes of an hour and of 7 days, and the prices of 7 days, of the sample", .quick)
struct WeekTests {
    private static func sample(_ extras: QuoteExtras) -> MarketClient {
        let provider = Provider.listed("sample")
        var settings = ProviderSettings(http: provider.testHTTP, time: TestClock().source)
        settings.extras = extras
        return provider.make(settings)
    }

    private static func values(of quote: Quote) -> [String] {
        let changes = [quote.changePercentOfHour, quote.changePercentOfWeek].map { $0?.description ?? "-" }
        return changes + [quote.trend?.map(\.description).joined(separator: " ") ?? "-"]
    }

    @Test("The sample's values are those of its own history by the hour, in each currency")
    func sample() async throws {
        let client = Self.sample([.changes, .trend])
        let start = Timestamp(seconds: client.now().seconds - 7 * 86_400)
        let history = try #require(client.history)
        for name in ["BTC", "SHIB", "stock:AAPL", "BTC-PERP"] {
            let quote = try await client.quotes([name])[0].get()
            let query = HistoryQuery(
                symbol: try Symbol(name), currency: CurrencyChoice(.usd), from: start, to: client.now(), width: .hour)
            let hours = try await history(query)
            let trend = try #require(quote.trend)
            #expect(trend.count == 28 && trend.last == quote.price)
            #expect(trend == stride(from: 5, to: hours.count, by: 6).map { hours[$0].close })
            let price = try #require(quote.price).value
            let open = try #require(hours[0].open).value
            let change = try (price - open).percentage(of: open)
            #expect(quote.changePercentOfWeek == Number(change))
            let kronor = try await client.quotes([name], in: .sek)[0].get()
            #expect(kronor.changePercentOfWeek == quote.changePercentOfWeek)
            #expect(kronor.trend?.count == 28 && kronor.trend?.last == kronor.price)
        }
    }

    @Test("The sample computes only what is wanted", arguments: [[], .changes, .trend] as [QuoteExtras])
    func wanted(extras: QuoteExtras) async throws {
        for quote in try await Self.sample(extras).top(limit: 50).quotes {
            #expect((quote.changePercentOfHour != nil) == extras.contains(.changes))
            #expect((quote.trend != nil) == extras.contains(.trend))
        }
    }

    @Test("In another currency they are unknown, as rates of today say nothing of the days before")
    func conversion() throws {
        var graph = RateGraph()
        graph.add(.of("USD", "SEK=10", provider: "frankfurter", time: "2024-03-01T00:00:00Z"))
        var quote = Quote.of("BTC", "60000 USD", time: "2024-03-01T11:59:00Z")
        quote.changePercentOfHour = Number("1")
        quote.changePercentOfWeek = Number("2")
        quote.trend = ["1", "2"].compactMap { Number($0) }
        #expect(Self.values(of: quote) == ["1", "2", "1 2"])
        let converted = try graph.quote(quote, in: .sek, now: TestClock().now)
        #expect(converted.price == Number("600000") && Self.values(of: converted) == ["-", "-", "-"])
    }
}
