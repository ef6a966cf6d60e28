import DecimalArithmetic
import Markets
import TestSupport
import Testing
import Transport

/// Coinbase's documented shapes and limits.
@Suite("Coinbase", .quick)
struct CoinbaseTests {
    private static func withClient(
        _ exchanges: [Exchange], _ body: (MarketClient, LoopbackServer) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(MarketProvider.listed("coinbase").client($0), $0) }
    }

    /// The two requests of a quote.
    private static func product(_ name: String, price: String = "2", open: String = "1.6") -> [Exchange] {
        [
            .get(
                "/products/\(name)/ticker", query: .none,
                answer: .json(#"{"price":"\#(price)","bid":"1.9","ask":"2.1","volume":"7"}"#)),
            .get(
                "/products/\(name)/stats", query: .none,
                answer: .json(#"{"open":"\#(open)","high":"3","low":"1","last":"9","volume":"7","volume_30day":"8"}"#)),
        ]
    }

    private static let notFound = Answer.json(#"{"message":"NotFound"}"#, status: 404)

    private static func missing(_ name: String) -> [Exchange] {
        ["ticker", "stats"].map { .get("/products/\(name)/\($0)", times: .any, answer: notFound) }
    }

    private static func products(_ names: String..., times: Exchange.Times = 1) -> Exchange {
        let rows = names.map { name in
            let parts = name.split(separator: "-")
            return #"{"id":"\#(name)","base_currency":"\#(parts[0])","quote_currency":"\#(parts[1])"}"#
        }
        return .get("/products", query: .none, times: times, answer: .json("[" + rows.joined(separator: ",") + "]"))
    }

    @Test("A quote is the ticker and the last 24 hours, two requests a product, a symbol twice asked once")
    func twoRequests() async throws {
        try await Self.withClient(Self.product("BTC-USD") + Self.product("ETH-EUR")) { client, server in
            let results = try await client.quotes(["btc", "ETH/eur", "BTC", "id:BTC-USD"])
            #expect(results.map { $0.success?.market } == ["BTC-USD", "ETH-EUR", "BTC-USD", "BTC-USD"])
            #expect(
                try results[0].get().facts == [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BTC", "id": "BTC-USD", "market": "BTC-USD",
                    "kind": "coin", "price": "2", "currency": "USD", "open": "1.6", "high": "3", "low": "1",
                    "change": "0.4", "change_percent": "25", "bid": "1.9", "ask": "2.1", "provider": "coinbase",
                ])
            #expect(server.requests.count == 4)
        }
    }

    @Test("Both requests of a product are under way at once")
    func atOnce() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let waiting = Answer.making { _ in
            arrived.yield()
            return .never
        }
        let exchanges = ["ticker", "stats"].map { Exchange.get("/products/BTC-USD/\($0)", answer: waiting) }
        try await Self.withClient(exchanges) { client, _ in
            let task = Task { try await client.quotes(["btc"])[0].failure }
            var count = 0
            for await _ in arrivals {
                count += 1
                if count == 2 { break }
            }
            task.cancel()
            let failure = try await task.value
            #expect(failure != nil)
        }
    }

    @Test("An unknown product asks for all products once: an unknown coin, or one with other markets")
    func unknownProduct() async throws {
        let exchanges =
            Self.missing("NOPE-USD") + Self.missing("ABC-USD") + Self.product("BTC-USD") + Self.product("ABC-EUR")
            + [Self.products("BTC-USD", "ABC-EUR", times: 2)]
        try await Self.withClient(exchanges) { client, _ in
            let firm = try await client.quotes(["nope", "btc", "abc"])
            #expect(firm[0].failure?.reason == unknown("nope"))
            #expect(firm[1].success?.market == "BTC-USD")
            #expect(firm[2].failure?.reason == .cannotQuote(.usd))
            let own = try await client.quotes(["abc"], allowsOtherCurrency: true)
            #expect(own[0].success?.market == "ABC-EUR")
        }
    }

    @Test("Whoever holds the products asks for no product that is not there")
    func held() async throws {
        try await Self.withClient([Self.products("BTC-USD")] + Self.product("BTC-USD")) { client, _ in
            let held = client.reusingAnswers()
            #expect(try await held.top(limit: 5).quotes.map(\.id) == ["BTC-USD"])
            let results = try await held.quotes(["BTC", "NOPE"])
            #expect(results[0].success?.market == "BTC-USD")
            #expect(results[1].failure?.reason == unknown("NOPE"))
        }
    }

    @Test("What can be no product, and a currency without markets, sends no request")
    func nobody() async throws {
        try await Self.withClient([]) { client, _ in
            let results = try await client.quotes(["btc/sek", "stock:AAPL", "id:../x", "id:.."])
            #expect(results[0].failure?.reason == .cannotQuote(.sek))
            #expect(results[1].failure?.reason == unknown("stock:AAPL"))
            #expect(results[2].failure?.reason == unknown("id:../x"))
            #expect(results[3].failure?.reason == unknown("id:.."))
        }
    }

    @Test("Without the ticker the product has no quote, without the stats no open; an id that is unknown asks no more")
    func halves() async throws {
        let price = Answer.json(#"{"price":"1"}"#)
        let stats = Answer.json(#"{"open":"2","high":"3","low":"1"}"#)
        func quote(_ ticker: Answer, _ stats: Answer) async throws -> Result<Quote, ProviderFailure> {
            let exchanges: [Exchange] = [
                .get("/products/BTC-USD/ticker", answer: ticker), .get("/products/BTC-USD/stats", answer: stats),
            ]
            return try await withLoopbackServer(exchanges) { server in
                try await MarketProvider.listed("coinbase").client(server).quotes(["btc"])[0]
            }
        }
        let lost = try await quote(.status(500), stats)
        #expect(lost.failure?.reason == .status(500, words: nil))
        let priced = try #require(try await quote(price, .status(500)).success)
        #expect(priced.price?.description == "1" && priced.open == nil && priced.high == nil)
        #expect(priced.changePercent == nil)
        try await Self.withClient(Self.missing("NOPE-USD")) { client, _ in
            let results = try await client.quotes(["id:NOPE-USD"])
            #expect(results[0].failure?.reason == unknown("id:NOPE-USD"))
        }
    }

    @Test("The exchange's own host gets eight requests at once, then eight a second; another host has no limit")
    func pace() async throws {
        let names = (1...12).map { "C\($0)" }
        let exchanges = (1...3).flatMap { _ in names.flatMap { Self.product("\($0)-USD") } }
        try await withLoopbackServer(exchanges) { server in
            let live = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto-test"))
            let redirected = HTTPClient { request async throws(TransportError) in
                var request = request
                request.base = server.url
                return try await live.send(request)
            }
            for (http, base, least) in [(redirected, nil, Duration.seconds(2)), (live, server.url, .zero)] {
                let clock = TestClock()
                let client = MarketProvider.coinbase.make(ProviderSettings(http: http, base: base, time: clock.source))
                let results = await client.quotes(try names.map { try Symbol($0) }, CurrencyChoice(.usd))
                #expect(results.map { $0.success?.symbol } == names)
                #expect(base == nil ? clock.elapsed >= least : clock.pauses.isEmpty)
            }
            // Clients of one run share it.
            let clock = TestClock()
            var settings = ProviderSettings(http: redirected, time: clock.source)
            settings.pace = MarketProvider.coinbase.pace(clock.source)
            for name in names {
                _ = await MarketProvider.coinbase.make(settings).quotes([try Symbol(name)], CurrencyChoice(.usd))
            }
            #expect(clock.elapsed >= .seconds(2))
        }
    }

    @Test("Products whose turn comes before the deadline are answered; the others fail at once, and nobody waits")
    func paceWithDeadline() async throws {
        let names = (1...24).map { "C\($0)" }
        let all = Exchange.everything(.json(#"{"price":"2","open":"1.6","high":"3","low":"1"}"#))
        try await withLoopbackServer([all]) { server in
            let live = HTTPClient.curl(HTTPConfiguration(userAgent: "crypto-test"))
            let redirected = HTTPClient { request async throws(TransportError) in
                var request = request
                request.base = server.url
                return try await live.send(request)
            }
            let clock = TestClock()
            var settings = ProviderSettings(http: redirected, time: clock.source)
            let deadline = Deadline(moment: clock.elapsed + .seconds(2))
            settings.pace = MarketProvider.coinbase.pace(clock.source, until: deadline)
            let results = await MarketProvider.coinbase.make(settings).quotes(
                try names.map { try Symbol($0) }, CurrencyChoice(.usd))
            let answered = results.count { $0.success != nil }
            #expect(answered > 0 && answered < 24 && server.requests.count <= 24)
            for failure in results.compactMap(\.failure) {
                let error = TransportError(
                    host: "api.exchange.coinbase.com", reason: .timedOut(milliseconds: 0, of: .deadline))
                #expect(failure.reason == .transport(error))
            }
        }
    }

    @Test("A rate limit ends the asking: eight products were asked for, the others have its failure")
    func rateLimit() async throws {
        let answer = Answer.json(
            #"{"message":"Public rate limit exceeded"}"#, status: 429, headers: [("Retry-After", "1")])
        let names = (1...40).map { "C\($0)" }
        let exchanges = names.flatMap { name in
            ["ticker", "stats"].map { Exchange.get("/products/\(name)-USD/\($0)", times: .any, answer: answer) }
        }
        try await Self.withClient(exchanges) { client, server in
            let results = try await client.quotes(names)
            let failure = ProviderFailure(
                "coinbase", .rateLimited(words: "Public rate limit exceeded"), retryAfter: .seconds(1))
            #expect(results.map(\.failure) == Array(repeating: failure, count: 40))
            #expect(server.requests.count <= 16)
        }
    }

    @Test("A list is the products of a currency, without prices; delisted ones are left out, a search finds symbols")
    func list() async throws {
        let rows = [
            ("BTC", "USD", "online"), ("OLD", "USD", "delisted"), ("ETH", "EUR", "online"), ("BCH", "USD", "new"),
        ]
        .map { base, quote, status in
            #"{"id":"\#(base)-\#(quote)","base_currency":"\#(base)","quote_currency":"\#(quote)","#
                + #""status":"\#(status)","trading_disabled":false}"#
        }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await Self.withClient([.get("/products", query: .none, times: 3, answer: answer)]) { client, _ in
            let all = try await client.top(limit: 5)
            #expect(all.quotes.map(\.market) == ["BTC-USD", "BCH-USD"] && all.dropped.isEmpty)
            #expect(all.quotes.allSatisfy { $0.price == nil && $0.kind == .coin })
            #expect(try await client.top(limit: 5, search: "bc").quotes.map(\.symbol) == ["BCH"])
            await #expect(throws: ProviderFailure("coinbase", .cannotQuote(.sek))) {
                try await client.top(limit: 5, in: .sek)
            }
        }
    }
}
