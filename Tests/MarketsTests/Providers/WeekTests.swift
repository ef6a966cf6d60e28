import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("The changes of an hour and of 7 days, and the prices of 7 days", .quick)
struct WeekTests {
    private static func client(_ name: String, _ extras: QuoteExtras, base: String? = nil) -> MarketClient {
        let provider = MarketProvider.listed(name)
        var settings = ProviderSettings(http: provider.testHTTP, base: base, time: TestClock().source)
        settings.extras = extras
        return provider.make(settings)
    }

    private static func values(of quote: Quote) -> [String] {
        let changes = [quote.changePercentOfHour, quote.changePercentOfWeek].map { $0?.description ?? "-" }
        return changes + [quote.trend?.map(\.description).joined(separator: " ") ?? "-"]
    }

    // MARK: - CoinGecko

    /// Asks CoinGecko for a list and for a quote, and returns the values of both.
    private static func gecko(_ extras: QuoteExtras, query: String, members: String) async throws -> [[String]] {
        let row = #"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":67000\#(members)}]"#
        let path = "/api/v3/coins/markets"
        let list = "vs_currency=usd&order=market_cap_desc&per_page=1&page=1" + query
        let quote =
            "vs_currency=usd&symbols=btc&include_tokens=all&order=market_cap_desc&per_page=250&page=1" + query
        let exchanges: [Exchange] = [
            .get(path, query: .text(list), answer: .json(row)), .get(path, query: .text(quote), answer: .json(row)),
        ]
        return try await withLoopbackServer(exchanges) { server in
            let client = client("coingecko", extras, base: server.url)
            let listed = try await client.top(limit: 1).quotes[0]
            let quote = try await client.quotes(["BTC"])[0].get()
            return [values(of: listed), values(of: quote)]
        }
    }

    @Test(
        "CoinGecko is asked for them in the request of the prices, and only if they are wanted",
        arguments: [
            ([], "&sparkline=false"), (.changes, "&price_change_percentage=1h,7d&sparkline=false"),
            (.trend, "&sparkline=true"), ([.changes, .trend], "&price_change_percentage=1h,7d&sparkline=true"),
        ] as [(QuoteExtras, String)])
    func geckoRequest(extras: QuoteExtras, query: String) async throws {
        let members =
            #","price_change_percentage_1h_in_currency":-0.123456789,"price_change_percentage_7d_in_currency":5.5,"#
            + #""sparkline_in_7d":{"price":[65000.123456789012,66000,67000]}"#
        for values in try await Self.gecko(extras, query: query, members: members) {
            #expect(values == ["-0.123456789", "5.5", "65000.123456789012 66000 67000"])
        }
    }

    @Test(
        "Of CoinGecko's prices of 7 days only prices are kept, and without any the trend is unknown",
        arguments: [
            ("", "-"), (#","sparkline_in_7d":null"#, "-"), (#","sparkline_in_7d":[1,2]"#, "-"),
            (#","sparkline_in_7d":{}"#, "-"), (#","sparkline_in_7d":{"price":null}"#, "-"),
            (#","sparkline_in_7d":{"price":[]}"#, "-"), (#","sparkline_in_7d":{"price":[null,0,-1,"x",{}]}"#, "-"),
            (#","sparkline_in_7d":{"price":[1e-7,null,2.50]}"#, "0.0000001 2.5"),
        ])
    func geckoTrend(members: String, trend: String) async throws {
        for values in try await Self.gecko(.trend, query: "&sparkline=true", members: members) {
            #expect(values == ["-", "-", trend])
        }
    }

    @Test("CoinGecko's prices of 7 days are in dollars, so that there are none beside prices in rupees")
    func geckoRupees() async throws {
        let row = #"[{"id":"bitcoin","symbol":"btc","current_price":5600000,"sparkline_in_7d":{"price":[65000]}}]"#
        let exchange = Exchange.get(
            "/api/v3/coins/markets", query: ["vs_currency": "inr", "sparkline": "true"], answer: .json(row))
        try await withLoopbackServer([exchange]) { server in
            let client = Self.client("coingecko", .trend, base: server.url)
            let quote = try await client.quotes([try Symbol("BTC")], CurrencyChoice(.inr))[0].get()
            #expect(quote.currency == .inr && quote.price != nil && quote.trend == nil)
        }
    }

    // MARK: - CoinPaprika

    @Test("CoinPaprika sends the changes unasked, as recorded", .needsRecordings)
    func paprika() async throws {
        let answer = try Answer.recording("coinpaprika/ticker-btc-20260208.json")
        try await withLoopbackServer([.get("/v1/tickers/btc-bitcoin", answer: answer)]) { server in
            let quote = try await Self.client("coinpaprika", [], base: server.url).quotes(["id:btc-bitcoin"])[0].get()
            #expect(Self.values(of: quote) == ["0.19", "-8.84", "-"])
        }
    }

    // MARK: - Sample

    @Test("The sample's values are those of its own history by the hour, in each currency")
    func sample() async throws {
        let client = Self.client("sample", [.changes, .trend])
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
        for quote in try await Self.client("sample", extras).top(limit: 50).quotes {
            #expect((quote.changePercentOfHour != nil) == extras.contains(.changes))
            #expect((quote.trend != nil) == extras.contains(.trend))
        }
    }

    // MARK: - Conversion

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
