import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("Providers of rates", .quick, .virtualTime)
struct RateProviderTests {
    @Test(
        "One bad rate is left out and said, the others stand, and there is no zero in its place",
        arguments: RateWire.all.map(\.name),
        [
            ("0", "SEK: the rate 0 is not above 0"), ("-10.9", "SEK: the rate -10.9 is not above 0"),
            ("\"abc\"", "SEK: rate is not a number"), ("\"\"", "SEK: rate is missing"),
            ("\"NaN\"", "SEK: rate is not a number"), ("\" 10\"", "SEK: rate is not a number"),
            ("\"10,9\"", "SEK: rate is not a number"), ("\"1e9999\"", "SEK: rate is not a number"),
        ])
    func badRate(name: String, bad: (rate: String, problem: String)) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let table = try await wire.latest(wire.body(bad.rate)).get()
        #expect(table.rates.keys.map(\.code).sorted() == ["EUR", "USD"])
        #expect(table.dropped.map(\.symbol) == ["SEK"])
        #expect(table.dropped.map(\.problem) == [bad.problem])
    }

    @Test(
        "Null and a wrong kind are bad rates of JSON too; a number as text is none",
        arguments: RateWire.all.map(\.name).filter { $0 != "ecb" })
    func badJSONRate(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        #expect(try await wire.latest(wire.body("null")).get().dropped.map(\.problem) == ["SEK: rate is missing"])
        for bad in ["{}", "[1]", "true"] {
            #expect(try await wire.latest(wire.body(bad)).get().dropped.map(\.problem) == ["SEK: rate is not a number"])
        }
        #expect(try await wire.latest(wire.body("\"10.9635\"")).get().rate("SEK") == "10.9635")
        #expect(try await wire.latest(wire.body("1.09635e1")).get().rate("SEK") == "10.9635")
    }

    @Test("A code twice, also in another letter case, spoils the answer", arguments: RateWire.all.map(\.name))
    func duplicates(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        for code in ["SEK", "sek"] {
            let twice =
                switch name {
                case "ecb": "1'/><Cube currency='\(code)' rate='1"
                case "frankfurter": #"1},{"date":"2024-03-01","base":"EUR","quote":"\#(code)","rate":1"#
                default: "1,\"\(code)\":1"
                }
            guard case .invalidData(let problem) = try await wire.latest(wire.body(twice)).failure?.reason else {
                Issue.record("\(name) took \(code) twice")
                continue
            }
            #expect(problem.lowercased().hasPrefix("'sek' twice"), "\(name)")
        }
    }

    @Test("Statuses that are no success, with and without words", arguments: RateWire.all.map(\.name))
    func statuses(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        let reasons: [(Int, ProviderFailure.Reason)] = [
            (401, .unauthorized(words: nil)), (403, .status(403, words: nil)), (404, .status(404, words: nil)),
            (429, .rateLimited(words: nil)), (500, .status(500, words: nil)), (503, .status(503, words: nil)),
        ]
        for (status, reason) in reasons {
            let answer = Answer.status(status, headers: [("Retry-After", "1200")], body: "<html>no</html>")
            let failure = try await wire.latest(answer).failure
            #expect(failure == ProviderFailure(name, reason, retryAfter: .seconds(1200)))
        }
        let empty = try await wire.latest(.response()).failure
        guard case .transport(let error) = empty?.reason else {
            Issue.record("\(name) took an empty body")
            return
        }
        #expect(error.reason == .invalid(.emptyBody))
    }

    @Test("Making a client asks nothing", arguments: RateWire.all.map(\.name))
    func makingAsksNothing(name: String) async throws {
        let wire = try #require(RateWire.named(name[...]))
        try await withLoopbackServer([]) { server in
            let client = wire.provider.rateClient(server, key: wire.key)
            #expect(client.now() == TestClock().now)
            #expect(client.refreshInterval == .seconds(300))
            #expect(server.connectionCount == 0)
        }
    }

    @Test("A provider without the job says so", arguments: RateWire.all.map(\.name))
    func cannot(name: String) async throws {
        let settings = ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "test")), time: TestClock().source)
        let client = Provider.listed(name).make(settings)
        await #expect(throws: ProviderFailure(name, .cannot(.list))) {
            try await client.list(ListQuery(.first(1), currency: CurrencyChoice(.usd)))
        }
        #expect(try await client.quotes(["BTC"]).map(\.failure) == [ProviderFailure(name, .cannot(.price))])
        let rates = Provider.listed("coingecko").makeRates(settings)
        await #expect(throws: ProviderFailure("coingecko", .cannot(.rates))) { try await rates.latest() }
    }

    @Test("A provider is named as it asks for, and few ask for it")
    func attribution() {
        #expect(Provider.listed("erapi").attribution?.hasPrefix("Rates By Exchange Rate API") == true)
        #expect(
            ProviderTable.markets.prices.filter { $0.attribution != nil }.map(\.name)
                == [
                    "coingecko", "coinmarketcap", "cryptocompare", "okx", "ecb", "erapi", "iex", "geckoterminal",
                    "dexpaprika", "alternative-me",
                ])
    }
}
