import DecimalArithmetic
import Markets
import TestSupport
import Testing

private let path = "/api/v3/ticker/24hr"

/// Binance's and WazirX's documented shapes and limits.
@Suite("Binance and WazirX", .quick)
struct ExchangeTests {
    private static func rows(_ names: [String]) -> String {
        "[" + names.map { #"{"symbol":"\#($0)","lastPrice":"1.50","openPrice":"1.20"}"# }.joined(separator: ",") + "]"
    }

    private static func withBinance(
        _ exchanges: [Exchange], _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) { try await body(MarketProvider.listed("binance").client($0)) }
    }

    private static let invalid = Answer.json(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)

    @Test("One symbol is asked as symbol, several as symbols, sorted and each once")
    func shapes() async throws {
        let exchanges: [Exchange] = [
            .get(path, query: "symbol=BTCUSDT", answer: .json(#"{"symbol":"BTCUSDT","lastPrice":"2"}"#)),
            .get(
                path, query: .exactly([.init("symbols", #"["BTCEUR","BTCUSDT","ETHUSDT"]"#)]),
                answer: .json(Self.rows(["ETHUSDT", "BTCUSDT", "BTCEUR"]))),
        ]
        try await Self.withBinance(exchanges) { client in
            #expect(try await client.quotes(["btc"], allowsOtherCurrency: true)[0].get().price?.description == "2")
            let results = try await client.quotes(["eth", "btc", "BTC/EUR", "BTC", "id:ETHUSDT"], in: .usdt)
            #expect(results.map { $0.success?.market } == ["ETHUSDT", "BTCUSDT", "BTCEUR", "BTCUSDT", "ETHUSDT"])
            #expect(results[0].success?.changePercent?.description == "25")
        }
    }

    @Test("Where one of several is unknown all markets are asked for, and it alone fails")
    func oneUnknown() async throws {
        let exchanges: [Exchange] = [
            .get(path, query: ["symbols": #"["BTCUSDT","NOPEUSDT"]"#], answer: Self.invalid),
            .get(path, query: .none, answer: .json(Self.rows(["BTCUSDT", "ETHBTC"]))),
        ]
        try await Self.withBinance(exchanges) { client in
            let results = try await client.quotes(["nope", "btc"], in: .usdt)
            #expect(results[0].failure?.reason == unknown("nope"))
            #expect(results[1].success?.market == "BTCUSDT")
        }
    }

    @Test("Over 100 symbols are one request for all markets; 10,000 too", arguments: [101, 10_000])
    func many(count: Int) async throws {
        let names = (1...count).map { "C\($0)" }
        let exchange = Exchange.get(path, query: .none, answer: .json(Self.rows(names.dropLast().map { "\($0)USDT" })))
        try await Self.withBinance([exchange]) { client in
            let results = try await client.quotes(names, in: .usdt)
            #expect(results.compactMap(\.success?.symbol) == names.dropLast())
            #expect(results.last?.failure?.reason == unknown("C\(count)"))
        }
    }

    @Test("A currency without markets sends no request; dollars are USDT without --currency")
    func currencies() async throws {
        try await Self.withBinance([]) { client in
            let results = try await client.quotes(["btc", "eth/sek", "stock:AAPL"])
            #expect(
                results.map { $0.failure?.reason } == [
                    .cannotQuote(.usd), .cannotQuote(.sek), unknown("stock:AAPL"),
                ])
        }
    }

    @Test("A list in the exchange's order; a currency without markets is said")
    func list() async throws {
        let answer = Answer.json(Self.rows(["BTCUSDT", "ETHBTC", "ETHUSDT", "ADAEUR"]))
        try await Self.withBinance([.get(path, query: .none, times: 3, answer: answer)]) { client in
            let answer = try await client.top(limit: 5, allowsOtherCurrency: true)
            #expect(answer.quotes.map(\.symbol) == ["BTC", "ETH"])
            let ether = try await client.top(.oneAnswer(atLeast: 1), in: .usdt)
            #expect(ether.quotes.map(\.market) == ["BTCUSDT", "ETHUSDT"])
            await #expect(throws: ProviderFailure("binance", .cannotQuote(.usd))) { try await client.top(limit: 5) }
        }
    }

    @Test("Too many requests in words of its own", arguments: [400, 429, 418])
    func limits(status: Int) async throws {
        let words = "Too many requests."
        let answer = Answer.json(#"{"code":-1003,"msg":"\#(words)"}"#, status: status)
        try await Self.withBinance([.get(path, answer: answer)]) { client in
            await #expect(throws: ProviderFailure("binance", .rateLimited(words: words))) {
                try await client.top(limit: 5)
            }
        }
    }

    @Test("WazirX chooses rupees, then USDT, without --currency")
    func wazirXCurrencies() async throws {
        let rows = [("btc", "inr"), ("btc", "usdt"), ("eth", "usdt"), ("wrx", "btc")].map { base, quote in
            #"{"symbol":"\#(base)\#(quote)","baseAsset":"\#(base)","quoteAsset":"\#(quote)","lastPrice":"1"}"#
        }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        let exchange = Exchange.get("/sapi/v1/tickers/24hr", query: .none, times: 3, answer: answer)
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("wazirx").client(server)
            let own = try await client.quotes(
                ["btc", "eth", "wrx", "BTC/USDT", "nope", "id:wrxbtc"], allowsOtherCurrency: true)
            #expect(own.map { $0.success?.market } == ["btcinr", "ethusdt", nil, "btcusdt", nil, "wrxbtc"])
            #expect(own[2].failure?.reason == .cannotQuote(.usd))
            #expect(own[4].failure?.reason == unknown("nope"))
            let firm = try await client.quotes(["btc"])
            #expect(firm[0].failure?.reason == .cannotQuote(.usd))
            #expect(try await client.top(limit: 5, allowsOtherCurrency: true).quotes.map(\.market) == ["btcinr"])
        }
    }

    @Test("WazirX's words")
    func wazirXError() async throws {
        let answer = Answer.json(#"{"code":2098,"message":"Request out of receiving window."}"#, status: 400)
        try await withLoopbackServer([.get("/sapi/v1/tickers/24hr", answer: answer)]) { server in
            let failure = ProviderFailure("wazirx", .status(400, words: "Request out of receiving window."))
            await #expect(throws: failure) { try await MarketProvider.listed("wazirx").client(server).top(limit: 5) }
        }
    }
}
