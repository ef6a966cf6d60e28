import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

/// What every provider's past must be, by made answers.
@Suite("Candles", .quick, .virtualTime)
struct HistoryTests {
    private static func kraken(_ from: String) -> PastQuestion {
        PastQuestion(provider: "kraken", symbol: "BTC", from: from, to: "2024-03-01T12:00:00Z", width: .hour)
    }

    /// So many hours up to the one under way, 2024-03-01T12:00Z.
    private static func hours(_ count: Int64) -> Answer {
        let rows = (0..<count).map { #"[\#(1_709_294_400 - (count - 1 - $0) * 3600),"1","2","0.5","1.5","1.2","7",3]"# }
        return .json(#"{"error":[],"result":{"XXBTZUSD":[\#(rows.joined(separator: ","))],"last":1}}"#)
    }

    @Test("Kraken keeps 720 candles: what is older is skipped, what began later is all there")
    func krakenLimit() async throws {
        let exchange = Exchange.get("/0/public/OHLC", query: ["interval": "60"], times: 2, answer: Self.hours(720))
        try await withLoopbackServer([exchange]) { server in
            let all = try await Self.kraken("2024-01-31T13:00:00Z").ask(server).get()
            #expect(all.count == 719)
            let more = try await Self.kraken("2024-01-31T12:00:00Z").ask(server).failure
            #expect(more == ProviderFailure("kraken", .notKept("candles of 1h before 2024-01-31T13:00:00Z")))
            #expect(more?.isSkippable == true)
        }
        let young = Exchange.get("/0/public/OHLC", answer: Self.hours(719))
        let rest = try await Self.kraken("2020-01-01").ask([young]).get()
        #expect(rest.count == 718)
    }

    @Test("A period in the future is empty, and no request is sent")
    func future() async throws {
        for name in ["coinbase", "okx", "bitstamp", "gate", "wazirx", "btse", "yahoo", "stooq"] {
            let question = PastQuestion(provider: name, symbol: "BTC", from: "2024-04-01", to: "2024-04-09")
            #expect(try await question.ask([]) == .success([]), "\(name)")
        }
    }

    @Test("A day of Yahoo's is the exchange's own, in the east and in the other half of the year too")
    func yahooDays() async throws {
        // Sydney opens at 10:00, 23:00 UTC of the day before; London's midnight in summer, seen in winter.
        for (offset, time) in [(39_600, 1_706_742_000), (0, 1_720_306_800 - 12_528_000)] {
            let body = """
                {"chart":{"result":[{"meta":{"currency":"USD","symbol":"X","longName":"X Corp.","gmtoffset":\(offset)},
                "timestamp":[\(time)],"indicators":{"quote":[{"open":[1],"high":[1],"low":[1],"close":[1]}]}}]}}
                """
            let question = PastQuestion(provider: "yahoo", symbol: "X", from: "2024-01-01", to: "2024-02-29")
            let candles = try await question.ask([.get("/v8/finance/chart/X", answer: .json(body))]).get()
            let day = offset == 0 ? "2024-02-13" : "2024-02-01"
            #expect(candles.map(\.time.day) == [day])
            #expect(candles.map(\.name) == ["X Corp."])
        }
    }

    @Test("Stooq has days in dollars only")
    func stooqCurrency() async throws {
        let question = PastQuestion(
            provider: "stooq", symbol: "AAPL", currency: .sek, allowsOtherCurrency: false, from: "2024-02-01",
            to: "2024-02-09")
        #expect(try await question.ask([]).failure == ProviderFailure("stooq", .cannotQuote(.sek)))
    }

    @Test("A provider lists the job history exactly if it has candles")
    func jobs() async throws {
        let settings = ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "x")), time: TestClock().source)
        for provider in ProviderTable.markets.prices {
            let hasPast = provider.make(settings).history != nil
            #expect(provider.jobs.contains(.history) == hasPast, "\(provider.name)")
        }
        #expect(
            ProviderTable.markets.defaults(for: .history, of: .coin).map(\.name)
                == ["coinbase", "kraken", "okx", "binance", "coingecko", "defillama"])
    }

    @Test(
        "What is no history of the protocol is invalid, and a status means the same as elsewhere",
        arguments: ProviderFixture.all.filter { $0.hasNetwork && $0.provider.jobs.contains(.history) })
    func invalid(fixture: ProviderFixture) async throws {
        let name = fixture.provider.name
        let question = PastQuestion(
            provider: name, symbol: fixture.symbols[0], currency: fixture.currency,
            // Of one day the price nearest to its end is asked for, of more of them nothing.
            from: name == "defillama" ? "2024-02-22" : "2024-02-20", to: "2024-02-22", key: fixture.key)
        let bodies = [
            "", "{}", "[[1]]", "[{}]", "<html>", "null", "{\"result\":{}}", "{\"data\":[[\"x\"]]}", "[[1,2,3",
        ]
        for body in bodies {
            let result = try await Self.ask(question, .status(200, body: body))
            #expect(result.failure?.isInvalidData == true, "\(body): \(result)")
        }
        for status in [429, 503] {
            let failure = try await Self.ask(question, .status(status, body: "x")).failure
            #expect(failure?.isTransient == true, "\(status)")
        }
    }

    private static let bitcoin = Exchange.get(
        "/api/v3/coins/markets", times: .any, answer: .json(#"[{"id":"bitcoin","symbol":"btc"}]"#))

    private static func ask(
        _ question: PastQuestion, _ answer: Answer
    ) async throws -> Result<[Candle], ProviderFailure> {
        try await question.ask([bitcoin, .everything(answer)])
    }
}
