import MarketProviders
import DecimalArithmetic
import Markets
import TestFixtures
import TestSupport
import Testing
import Transport

/// Coinbase's documented shapes and limits.
@Suite("Coinbase", .quick)
struct CoinbaseTests {
    private static func withClient(
        _ exchanges: [Exchange], _ body: (MarketClient, LoopbackServer) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(Provider.listed("coinbase").client($0), $0) }
    }

    /// The two requests of a quote.
    private static func product(_ name: String) -> [Exchange] {
        [
            .get("/products/\(name)/ticker", query: .none, answer: .json(#"{"price":"2"}"#)),
            .get("/products/\(name)/stats", query: .none, answer: .json(#"{"open":"1.6","high":"3","low":"1"}"#)),
        ]
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

    @Test("Whoever holds the products asks for no product that is not there")
    func held() async throws {
        let row = #"[{"id":"BTC-USD","base_currency":"BTC","quote_currency":"USD"}]"#
        let products = Exchange.get("/products", query: .none, answer: .json(row))
        try await Self.withClient([products] + Self.product("BTC-USD")) { client, _ in
            let held = client.reusingAnswers()
            #expect(try await held.top(limit: 5).quotes.map(\.id) == ["BTC-USD"])
            let results = try await held.quotes(["BTC", "NOPE"])
            #expect(results[0].success?.market == "BTC-USD")
            #expect(results[1].failure?.reason == unknown("NOPE"))
        }
    }

    @Test("The exchange's own host gets eight requests at once, then eight a second; another host has no limit")
    func pace() async throws {
        let names = (1...12).map { "C\($0)" }
        let exchanges = (1...3).flatMap { _ in names.flatMap { Self.product("\($0)-USD") } }
        try await withLoopbackServer(exchanges) { server in
            let live = HTTPClient.curl(.ofTest())
            let redirected = HTTPClient { request async throws(TransportError) in
                var request = request
                request.base = server.url
                return try await live.send(request)
            }
            for (http, base, least) in [(redirected, nil, Duration.seconds(2)), (live, server.url, .zero)] {
                let clock = TestClock()
                let client = Provider.coinbase.make(ProviderSettings(http: http, base: base, time: clock.source))
                let results = await client.quotes(try names.map { try Symbol($0) }, CurrencyChoice(.usd))
                #expect(results.map { $0.success?.symbol } == names)
                #expect(base == nil ? clock.elapsed >= least : clock.pauses.isEmpty)
            }
            // Clients of one run share it.
            let clock = TestClock()
            var settings = ProviderSettings(http: redirected, time: clock.source)
            settings.pace = Provider.coinbase.pace(clock.source)
            for name in names {
                _ = await Provider.coinbase.make(settings).quotes([try Symbol(name)], CurrencyChoice(.usd))
            }
            #expect(clock.elapsed >= .seconds(2))
        }
    }

    @Test("Products whose turn comes before the deadline are answered; the others fail at once, and nobody waits")
    func paceWithDeadline() async throws {
        let names = (1...24).map { "C\($0)" }
        let all = Exchange.everything(.json(#"{"price":"2","open":"1.6","high":"3","low":"1"}"#))
        try await withLoopbackServer([all]) { server in
            let live = HTTPClient.curl(.ofTest())
            let redirected = HTTPClient { request async throws(TransportError) in
                var request = request
                request.base = server.url
                return try await live.send(request)
            }
            let clock = TestClock()
            var settings = ProviderSettings(http: redirected, time: clock.source)
            let deadline = Deadline(moment: clock.elapsed + .seconds(2))
            settings.pace = Provider.coinbase.pace(clock.source, until: deadline)
            let results = await Provider.coinbase.make(settings).quotes(
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
}
