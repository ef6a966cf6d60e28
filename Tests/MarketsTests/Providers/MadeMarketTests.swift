import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

/// The providers without network, and the clients that tests use.
@Suite("Sample, mock, fixed and unimplemented", .quick)
struct MadeMarketTests {
    private static func client(_ name: String, seed: UInt64 = 1, clock: TestClock = TestClock()) -> MarketClient {
        let nobody = HTTPClient { request async throws(TransportError) in
            Issue.record("\(request.redactedURL) was asked")
            throw TransportError(host: request.host, reason: .cancelled)
        }
        return Provider.listed(name).make(ProviderSettings(http: nobody, time: clock.source, seed: seed))
    }

    @Test("The sample is 50 coins at 2024-03-01T12:00:00Z, the same every time, on any day")
    func sample() async throws {
        let today = TestClock(start: Timestamp(seconds: 1_900_000_000))
        let client = Self.client("sample", clock: today)
        let first = try await client.top(limit: 1000)
        try #require(first.quotes.count == 50 && first.quotes.map(\.rank) == (1...50).map { $0 })
        #expect(first.quotes.allSatisfy { $0.time.description == "2024-03-01T12:00:00Z" })
        #expect(client.now() == first.quotes[0].time)
        let again = try await Self.client("sample", seed: 9).top(limit: 1000)
        #expect(again == first)
        for quote in first.quotes { Self.expectPlausible(quote) }
        let caps = first.quotes.compactMap(\.marketCap)
        #expect(caps == caps.sorted(by: >))
    }

    @Test(
        "The sample's hours and days end with its price; the last 24 hours are those of its quote",
        arguments: [
            "BTC", "USDT", "PEPE", "MKR", "stock:AAPL", "stock:GOOGL", "ETH-240628",
        ])
    func sampleCandles(name: String) async throws {
        let client = Self.client("sample")
        let quote = try await client.quotes([name])[0].get()
        let hours = try await Self.candles(name, .hour, days: 9)
        let days = try await Self.candles(name, .day, days: 9)
        #expect(hours.last?.close == quote.price && days.last?.close == quote.price)
        let last = hours.suffix(24)
        #expect(last.first?.open == quote.open)
        #expect(last.compactMap(\.high).max() == quote.high && last.compactMap(\.low).min() == quote.low)
        for (earlier, later) in zip(hours, hours.dropFirst()) { #expect(earlier.close == later.open) }
        for hour in hours {
            #expect(hour.isEnclosed)
            #expect(try #require(hour.low) > Number(0))
        }
        for day in days {
            let own = hours.filter { $0.time >= day.time && $0.time < day.time.advanced(bySeconds: 86_400) }
            #expect(own.count == 24 && own.first?.open == day.open && own.last?.close == day.close)
            #expect(own.compactMap(\.high).max() == day.high && own.compactMap(\.low).min() == day.low)
        }
        #expect(try await Self.candles(name, .day, days: 700).count == 365)
    }

    /// The sample's candles of so many days before its clock's day, and since.
    private static func candles(_ name: String, _ width: CandleWidth, days: Int64) async throws -> [Candle] {
        let client = client("sample")
        let start = Timestamp(seconds: CandleWidth.day.start(of: client.now()) - days * 86_400)
        let query = HistoryQuery(
            symbol: try Symbol(name), currency: CurrencyChoice(.usd), from: start, to: client.now(), width: width)
        return try await client.history?(query) ?? []
    }

    @Test("The sample's kronor are its dollars by its own rates")
    func kronor() async throws {
        let client = Self.client("sample")
        let (dollars, kronor) = try await (client.top(limit: 50).quotes, client.top(limit: 50, in: .sek).quotes)
        for (dollar, krona) in zip(dollars, kronor) {
            #expect(krona.currency == .sek && krona.id == dollar.id)
            // 1 EUR is 1.0813 USD and 11.1893 SEK.
            let rate = try #require(ExactDecimal("11.1893")), base = try #require(ExactDecimal("1.0813"))
            let expected = try #require(dollar.price).value.multiplied(by: rate, dividedBy: base)
            #expect(krona.price == Number(expected.rounded(toPlaces: 8)), "\(krona.symbol)")
            #expect(try krona.change?.value == krona.price.map { try $0.value - (krona.open?.value ?? 0) })
            Self.expectPlausible(krona)
        }
    }

    @Test("The mock gives the same numbers for a seed, others for another, and all of them likely")
    func mock() async throws {
        let clock = TestClock()
        let first = try await Self.client("mock", seed: 7, clock: clock).top(limit: 50).quotes
        let again = try await Self.client("mock", seed: 7, clock: clock).top(limit: 50).quotes
        let other = try await Self.client("mock", seed: 8, clock: clock).top(limit: 50).quotes
        #expect(first.count == 50 && first == again)
        #expect(zip(first, other).filter { $0.price == $1.price }.count < 10)
        #expect(first.allSatisfy { $0.time == clock.now })
        for quote in first + other {
            Self.expectPlausible(quote)
            let percent = try #require(quote.changePercent).value
            #expect(percent > ExactDecimal(-30) && percent < ExactDecimal(30), "\(quote.symbol) \(percent)")
        }
    }

    @Test("The mock's quotes move with the clock, by a little each second; the same moment has the same prices")
    func mockMoves() async throws {
        var prices: [ExactDecimal] = []
        for second in 16..<24 {
            let clock = TestClock(start: Timestamp(seconds: 1_709_294_400 + Int64(second)))
            let quote = try #require(try await Self.client("mock", clock: clock).quotes(["btc"])[0].success)
            #expect(try await Self.client("mock", clock: clock).quotes(["btc"])[0].success == quote)
            Self.expectPlausible(quote)
            prices.append(try #require(quote.price).value)
        }
        for (price, next) in zip(prices, prices.dropFirst()) {
            let change = try (next - price).percentage(of: price)
            #expect(change != 0 && change > ExactDecimal("-0.2")! && change < ExactDecimal("0.2")!, "\(price) \(next)")
        }
    }

    private static func expectPlausible(_ quote: Quote) {
        let zero = Number(0)
        guard let price = quote.price, let open = quote.open, let high = quote.high, let low = quote.low,
            let volume = quote.volume, let cap = quote.marketCap
        else {
            Issue.record("\(quote.symbol) lacks something")
            return
        }
        #expect(low > zero && low <= price && price <= high, "\(quote.symbol): \(low) \(price) \(high)")
        #expect(low <= open && open <= high, "\(quote.symbol): \(low) \(open) \(high)")
        #expect(volume > zero && cap > zero, "\(quote.symbol)")
        #expect(quote.id?.isEmpty == false && quote.name?.isEmpty == false && quote.provider != "")
    }

    @Test("The mock's market caps and volumes move with its prices, and its ranks are those of its market caps")
    func mockSizes() async throws {
        let mock = try await Self.client("mock", seed: 7).top(limit: 1000).quotes
        let sample = try await Self.client("sample").top(limit: 1000).quotes
        let caps = mock.compactMap(\.marketCap)
        #expect(caps == caps.sorted(by: >) && mock.map(\.rank) == (1...50).map { $0 })
        for quote in mock {
            let base = try #require(sample.first { $0.symbol == quote.symbol })
            #expect((quote.marketCap == base.marketCap) == (quote.price == base.price), "\(quote.symbol)")
            #expect((quote.volume == base.volume) == (quote.price == base.price), "\(quote.symbol)")
        }
    }

    @Test("A search of the sample; a pair and an id of it")
    func asked() async throws {
        let client = Self.client("sample")
        let found = try await client.top(limit: 9, search: "et").quotes
        #expect(found.map(\.symbol) == ["ETH", "ETC", "USDT", "ICP", "GOOGL", "META"])
        let results = try await client.quotes(["btc/eur", "id:solana", "stock:AAPL", "BTC/ZZZ"])
        #expect(results[0].success?.currency == .eur && results[1].success?.symbol == "SOL")
        #expect(results[2].success?.name == "Apple" && results[2].success?.kind == .stock)
        #expect(results[3].failure?.reason == Currency("ZZZ").map { .cannotQuote($0) })
    }

    @Test("The sample's ten stocks are found by a search, its futures listed when asked for; neither has a rank")
    func stocksAndFutures() async throws {
        let client = Self.client("sample")
        let all = try await client.top(limit: 1000, market: .all).quotes
        let futures = try await client.top(limit: 1000, in: .sek, market: .futures).quotes
        #expect(all.count == 57 && futures.count == 7 && futures.allSatisfy { $0.kind == .future && $0.rank == nil })
        #expect(futures[0].symbol == "BTC-PERP" && futures[0].currency == .sek && futures[0].marketCap == nil)
        #expect(try await client.top(limit: 9, search: "perp").quotes.isEmpty)
        #expect(try await client.top(limit: 9, search: "perp", market: .futures).quotes.count == 5)
        let names = ["MSFT", "AAPL", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "V", "JPM", "JNJ"]
        let stocks = try await client.quotes(names.map { "stock:" + $0 }).map { try $0.get() }
        #expect(stocks.map(\.symbol) == names && stocks.allSatisfy { $0.kind == .stock && $0.rank == nil })
        for stock in stocks { Self.expectPlausible(stock) }
        let others = try await client.quotes(["AAPL", "stock:BTC", "BTC-PERP", "id:TSLA"])
        #expect(others[0].failure?.reason == unknown("AAPL") && others[1].failure?.reason == unknown("stock:BTC"))
        #expect(others[2].success?.kind == .future && others[3].success?.name == "Tesla")
        let past = HistoryQuery(
            symbol: try Symbol("stock:AAPL"), currency: CurrencyChoice(.usd), from: Timestamp(seconds: 1_708_992_000),
            to: client.now(), width: .day)
        #expect(try await client.history?(past).map(\.symbol) == ["AAPL", "AAPL", "AAPL"])
    }

    @Test("The fixed client's values")
    func fixed() async throws {
        let quotes = try await MarketClient.fixed(coins: 3).top(limit: 9).quotes
        #expect(quotes.map(\.facts["id"]) == ["1", "2", "3"])
        #expect(
            quotes[1].facts == [
                "id": "2", "name": "SuperCoin2", "symbol": "CN2", "price": "120000", "volume": "20000",
                "market_cap": "20000000", "currency": "USD", "kind": "coin", "provider": "fixed", "rank": "2",
                "time": "2024-03-01T12:00:00Z",
            ])
        let kronor = try await MarketClient.fixed().quotes(["CN1", "CN1/DKK", "CN11"], in: .sek)
        #expect(kronor.map { $0.success?.price?.description } == ["600000", "390000", nil])
    }

    @Test("The unimplemented client fails the test that asks it")
    func unimplemented() async throws {
        try await withKnownIssue {
            _ = try await MarketClient.unimplemented().quotes(["btc"])
        } matching: { issue in
            issue.comments.contains("MarketClient.quotes was called")
        }
        await withKnownIssue {
            await #expect(throws: ProviderFailure("unimplemented", .cannot(.list))) {
                try await MarketClient.unimplemented().top(limit: 1)
            }
        }
        withKnownIssue { _ = MarketClient.unimplemented().now() }
    }

    @Test("The table of providers and the default chains")
    func providers() {
        let names =
            "coingecko coinmarketcap coinpaprika cryptocompare binance coinbase kraken okx bitstamp gate wazirx btse "
            + "frankfurter ecb erapi fixer currencyapi yahoo cnbc nasdaq stooq iex defillama "
            + "geckoterminal dexpaprika alternative-me sample mock"
        #expect(ProviderTable.markets.prices.map(\.name).joined(separator: " ") == names)
        let chains: [ProviderJob: String] = [
            .list: "coingecko coinmarketcap coinpaprika binance",
            .price: "coingecko coinmarketcap coinpaprika coinbase kraken okx binance",
            .rates: "frankfurter ecb erapi currencyapi",
        ]
        for (job, names) in chains {
            let chain = ProviderTable.markets.defaults(for: job, of: job.kind)
            #expect(chain.map(\.name).joined(separator: " ") == names)
            #expect(chain.allSatisfy { !$0.isOnlyNamed && $0.key != .required && $0.kinds != [.stock] })
        }
        #expect(
            ProviderTable.markets.defaults(for: .price, of: .token).map(\.name) == [
                "coingecko", "defillama", "geckoterminal", "dexpaprika",
            ])
        #expect(
            ProviderTable.markets.defaults(for: .price, of: .token).allSatisfy {
                $0.does(.price, .token) && $0.does(.watch, .token)
            })
        #expect(ProviderTable.markets.defaults(for: .price, of: .stock).map(\.name) == ["yahoo", "cnbc", "nasdaq"])
        for job in ProviderJob.allCases {
            #expect(ProviderTable.markets.defaults(for: job, of: job.kind).allSatisfy { $0.jobs.contains(job) })
        }
        #expect(ProviderTable.markets.prices.allSatisfy { ProviderTable.markets.named($0.name)?.summary == $0.summary })
        #expect(ProviderTable.markets.named("nobody")?.name == nil)
    }

    @Test("The lists of known codes are those of the currencies in which the built-in providers quote")
    func currencies() {
        let providers = ProviderTable.markets.prices
        let all = providers.reduce(into: Currency.iso4217) { $0.formUnion($1.currencies) }
        #expect(Currency.known == all)
        let streamed = providers.filter { $0.jobs.contains(.watch) }.reduce(into: Set()) { $0.formUnion($1.currencies) }
        #expect(Set(AssetKind.quotedCurrencies) == streamed.intersection(Currency.iso4217))
    }

    @Test("A table of other providers asks them in their order, each for what it does")
    func otherTable() {
        let coins = Provider(name: "coins", jobs: [.price, .list]) { Provider.sample.make($0) }
        let stocks = Provider(name: "stocks", jobs: [.price], kinds: [.stock]) { Provider.sample.make($0) }
        let table = ProviderTable([stocks, coins, .ecb])
        #expect(table.prices.map(\.name) == ["stocks", "coins", "ecb"] && table.air.isEmpty)
        #expect(table.defaults(for: .price, of: .coin).map(\.name) == ["coins"])
        #expect(table.defaults(for: .watch, of: .stock).map(\.name) == ["stocks"])
        #expect(table.defaults(for: .rates, of: .fiat).map(\.name) == ["ecb"])
        #expect(table.defaults(for: .list, of: .stock).isEmpty && table.named("kraken") == nil)
    }
}
