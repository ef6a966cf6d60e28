import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("BTSE's prices and errors", .quick)
struct BTSEPriceTests {
    @Test("One symbol is asked as symbol and answered by an object, several as symbols, sorted and each once")
    func shapes() async throws {
        let exchanges: [Exchange] = [
            .get(
                BTSEAnswers.tickerPath, query: "symbol=BTC-PERP-USDT",
                answer: .json(BTSEAnswers.envelope(BTSEAnswers.perpetual))),
            .get(
                BTSEAnswers.tickerPath, query: .exactly([.init("symbols", #"["BTC-EUR","BTC-USD","ETH-USD"]"#)]),
                answer: .json(
                    BTSEAnswers.envelope(
                        "[\(["ETH-USD", "BTC-USD", "BTC-EUR"].map { BTSEAnswers.ticker($0, "60") }.joined(separator: ","))]"
                    ))),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            let future = try await client.quotes(["btc-perp"], allowsOtherCurrency: true)[0].get()
            #expect(
                future.facts == [
                    "symbol": "BTC-PERP", "id": "BTC-PERP-USDT", "market": "BTC-PERP-USDT", "kind": "future",
                    "currency": "USDT", "provider": "btse", "time": "2026-08-13T06:30:44Z", "price": "64000.5",
                    "open": "64000", "high": "64500.1", "low": "63200.25", "change": "0.5",
                    "change_percent": "0.00078125", "volume": "512345678.901",
                    "bid": "64000", "ask": "64001",
                ])
            let results = try await client.quotes(["eth", "btc", "BTC/EUR", "BTC", "id:ETH-USD"])
            #expect(results.map { $0.success?.market } == ["ETH-USD", "BTC-USD", "BTC-EUR", "BTC-USD", "ETH-USD"])
            #expect(results[0].success?.changePercent?.description == "20" && results[0].success?.high == nil)
        }
    }

    @Test("Where one of several is unknown all markets are asked for, and it alone fails")
    func oneUnknown() async throws {
        let refusal =
            #"{"code":10010004,"msg":"Request parameter is invalid: Invalid symbol format NOPE","success":false}"#
        let exchanges: [Exchange] = [
            .get(
                BTSEAnswers.tickerPath, query: ["symbols": #"["BTC-USD","NOPE-USD"]"#],
                answer: .json(refusal, status: 400)),
            .get(
                BTSEAnswers.tickerPath, query: .none,
                answer: .json(
                    BTSEAnswers.envelope("[\(BTSEAnswers.ticker("BTC-USD", "1")),\(BTSEAnswers.ticker("A", "1"))]"))),
        ]
        try await BTSEAnswers.withClient(exchanges) { client in
            let results = try await client.quotes(["nope", "btc"])
            #expect(results[1].success?.market == "BTC-USD")
            #expect(results[0].failure?.reason == unknown("nope"))
        }
    }

    @Test("Over 50 symbols are one request for all markets; one piece of work asks for them once")
    func many() async throws {
        let names = (1...51).map { "C\($0)" }
        let rows = names.map { BTSEAnswers.ticker("\($0)-USD", "1") }.joined(separator: ",")
        try await BTSEAnswers.withClient([
            .get(BTSEAnswers.tickerPath, query: .none, answer: .json(BTSEAnswers.envelope("[\(rows)]")))
        ]) { client in
            let held = client.reusingAnswers()
            let all = try await held.quotes(names)
            #expect(all.compactMap(\.success?.symbol) == names)
            let again = try await held.quotes(["c7", "nope"])
            #expect(again.map { $0.success?.symbol } == ["C7", nil])
        }
    }

    @Test("A currency without markets sends no request; futures are in USDT only")
    func currencies() async throws {
        try await BTSEAnswers.withClient([]) { client in
            let results = try await client.quotes(["btc/sek", "stock:AAPL", "btc-perp"])
            #expect(
                results.map { $0.failure?.reason } == [.cannotQuote(.sek), unknown("stock:AAPL"), .cannotQuote(.usd)])
        }
    }

    private static let words = "symbol parameter is mandatory"

    @Test(
        "Every recorded error, whatever its shape and status", .needsRecordings,
        arguments: [
            ("resolution-too-small", nil), ("symbol-mandatory", nil), ("system", nil),
            ("unsupported-symbol-20260923", ProviderFailure.Reason.unknownSymbol(nil)),
        ] as [(String, ProviderFailure.Reason?)])
    func recordedErrors(name: String, reason: ProviderFailure.Reason?) async throws {
        let words = [
            "resolution-too-small":
                "BADREQUEST: resolution too small for the requested time range. Records returned exceeds 300",
            "symbol-mandatory": Self.words, "system": "System error",
        ]
        for status in [200, 400] {
            let answer = try Answer.recording("btse/error-\(name).json", status: status)
            let exchanges: [Exchange] = [
                .get(BTSEAnswers.appPath, answer: answer), .get(BTSEAnswers.tickerPath, answer: answer),
            ]
            try await BTSEAnswers.withClient(exchanges) { client in
                let expected = reason ?? .status(status, words: words[name])
                await #expect(throws: ProviderFailure("btse", expected)) { try await client.top(limit: 9) }
                let failure = try await client.quotes(["nope"])[0].failure
                #expect(failure == ProviderFailure("btse", reason == nil ? expected : unknown("nope")))
            }
        }
    }

    @Test(
        "Other errors by their code or words",
        arguments: [
            (
                #"{"code":10002,"msg":"UNAUTHORIZED: Authentication Failed","success":false}"#,
                .unauthorized(words: "UNAUTHORIZED: Authentication Failed")
            ),
            (#"{"status":400,"errorCode":-7006,"message":"Coin pair does not exist"}"#, unknown("btc")),
            (#"{"code":303,"msg":"Rate limit exceeded","success":false}"#, .rateLimited(words: "Rate limit exceeded")),
            (#"{"success":false,"data":{}}"#, .status(200, words: nil)),
            (#"{"code":0,"msg":5,"data":[]}"#, .status(200, words: nil)),
        ] as [(String, ProviderFailure.Reason)])
    func errors(body: String, reason: ProviderFailure.Reason) async throws {
        try await BTSEAnswers.withClient([.get(BTSEAnswers.tickerPath, answer: .json(body))]) { client in
            let failure = try await client.quotes(["btc"])[0].failure
            #expect(failure == ProviderFailure("btse", reason))
        }
    }

    @Test("An empty 400 and 404 are what their status says", arguments: [400, 404])
    func emptyErrors(status: Int) async throws {
        try await BTSEAnswers.withClient([.get(BTSEAnswers.tickerPath, answer: .status(status))]) { client in
            let failure = try await client.quotes(["btc"])[0].failure
            #expect(failure == ProviderFailure("btse", .status(status, words: nil)))
        }
    }

    @Test(
        "A Retry-After is seconds, or the moment itself",
        arguments: [("5", 5), ("900", 900), ("1709294402", 2), ("1709294400", 0)])
    func retryAfter(header: String, seconds: Int64) async throws {
        let answer = Answer.status(429, headers: [("Retry-After", header)])
        try await BTSEAnswers.withClient([.get(BTSEAnswers.tickerPath, answer: answer)]) { client in
            let failure = try await client.quotes(["btc"])[0].failure
            #expect(failure?.retryAfter == .seconds(seconds))
        }
    }
}
