import DecimalArithmetic
import Markets
import TestSupport
import Testing

private func answer(_ rows: String...) -> Answer {
    .json(#"{"code":"0","msg":"","data":[\#(rows.joined(separator: ","))]}"#)
}

private func row(_ market: String, _ last: String = "1.50") -> String {
    #"{"instType":"SPOT","instId":"\#(market)","last":"\#(last)","open24h":"1.20","bidPx":"","ts":"1709294390123"}"#
}

/// OKX's documented shapes and limits.
@Suite("OKX", .quick)
struct OKXTests {
    private static let (one, all) = ("/api/v5/market/ticker", "/api/v5/market/tickers")

    private static func quotes(_ symbols: [String], in currency: Currency = .usdt, _ exchanges: [Exchange]) async throws
        -> [Result<Quote, ProviderFailure>]
    {
        try await withLoopbackServer(exchanges) { server in
            try await MarketProvider.listed("okx").client(server).quotes(
                symbols, in: currency, allowsOtherCurrency: true)
        }
    }

    @Test(
        "One symbol is asked for by its market; a coin without a market in dollars by the one in USDT",
        arguments: [
            ("btc", "USDT", "BTC-USDT"), ("BTC", "USD", "BTC-USD"), ("NMR", "USD", "NMR-USDT"),
            ("BTC", "SEK", "BTC-USDT"), ("BTC", "EUR", "BTC-EUR"), ("NMR", "EUR", "NMR-USDT"),
            ("eth/btc", "USD", "ETH-BTC"), ("id:OKB-USDT", "USD", "OKB-USDT"),
        ])
    func one(symbol: String, currency: String, market: String) async throws {
        let exchange = Exchange.get(Self.one, query: ["instId": market], answer: answer(row(market)))
        let quote = try await Self.quotes([symbol], in: try #require(Currency(currency)), [exchange])[0].get()
        #expect("\(quote.symbol)-\(quote.currency)" == market)
        #expect(quote.market == market && quote.price?.description == "1.5" && quote.bid == nil)
        #expect(quote.change?.description == "0.3" && quote.changePercent?.description == "25")
    }

    @Test("Several symbols are one request for all markets, and one that has no market fails alone")
    func several() async throws {
        let rows = answer(row("BTC-USDT"), row("ETH-BTC", "0.05"), row("OKB-USDT", "0"))
        let exchange = Exchange.get(Self.all, query: "instType=SPOT", answer: rows)
        let results = try await Self.quotes(["BTC", "nope", "ETH/BTC", "OKB"], [exchange])
        #expect(results.map { $0.success?.market } == ["BTC-USDT", nil, "ETH-BTC", nil])
        #expect(results[1].failure?.reason == unknown("nope"))
        #expect(results[3].failure?.reason == .noPrice(try Symbol("OKB")))
    }

    @Test("A list reads the markets it prints, the first in its currency; an invalid row of another is not reported")
    func listed() async throws {
        let rows = answer(
            row("BTC-USDT"), row("ETH-BTC", "x"), row("OKB-USDT", "x"), row("SOL-USDT", "2"), row("BTC-EUR"))
        let exchange = Exchange.get(Self.all, query: "instType=SPOT", times: 4, answer: rows)
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("okx").client(server)
            let list = try await client.list(ListQuery(.first(9), currency: CurrencyChoice(.usdt)))
            #expect(list.quotes.map(\.market) == ["BTC-USDT", "SOL-USDT"])
            #expect(list.dropped.map(\.place) == [3] && list.dropped.first?.id == "OKB-USDT")

            let first = try await client.list(ListQuery(.first(1), currency: CurrencyChoice(.usdt)))
            #expect(first.quotes.map(\.market) == ["BTC-USDT"] && first.dropped.isEmpty)

            let euros = try await client.list(ListQuery(.first(9), currency: CurrencyChoice(.eur)))
            #expect(euros.quotes.map(\.market) == ["BTC-EUR"] && euros.dropped.isEmpty)

            // There are markets, but none in the currency.
            await #expect(throws: ProviderFailure("okx", .cannotQuote(.usd))) {
                try await client.list(ListQuery(.first(9), currency: CurrencyChoice(.usd)))
            }
        }
    }

    @Test(
        "A refusal comes with status 200, and its code says what it means",
        arguments: [
            ("51001", "Instrument ID doesn't exist.", unknown("NOPE")),
            ("50011", "Too Many Requests", .rateLimited(words: "Too Many Requests")),
            ("50001", "Service temporarily unavailable", .unavailable(words: "Service temporarily unavailable")),
            ("50004", "Endpoint request timeout", .unavailable(words: "Endpoint request timeout")),
            ("50013", "System is busy", .unavailable(words: "System is busy")),
            ("50026", "System error", .unavailable(words: "System error")),
            ("50005", "API is offline", .status(200, words: "API is offline")),
        ] as [(String, String, ProviderFailure.Reason)])
    func refusals(code: String, words: String, reason: ProviderFailure.Reason) async throws {
        let refused = Answer.json(#"{"code":"\#(code)","data":[],"msg":"\#(words)"}"#)
        let results = try await Self.quotes(["NOPE"], [.get(Self.one, answer: refused)])
        #expect(results[0].failure?.reason == reason)
    }

    /// Candles of a width, the pages that they come in, newest first in each, and the finished ones.
    private static let pasts: [(CandleWidth, from: String, to: String, pages: [(String, [Int64])], [Int64])] = [
        (
            .day, "2024-02-28", "2024-03-01",
            [("candles?bar=1Dutc&limit=300&after=1709294401000", [1_709_251_200, 1_709_164_800, 1_709_078_400])],
            [1_709_078_400, 1_709_164_800]
        ),
        (
            .week, "2024-02-19", "2024-02-19",
            [("candles?bar=1Dutc&limit=300&after=1708905600000", [1_708_819_200, 1_708_300_800])], [1_708_300_800]
        ),
        (
            .minute, "2024-02-29T10:04:00Z", "2024-02-29T14:00:00Z",
            [
                ("history-candles?bar=1m&limit=100&after=1709207040000", [1_709_206_980]),
                ("history-candles?bar=1m&limit=100&after=1709213040000", [1_709_212_980]),
                ("candles?bar=1m&limit=100&after=1709215260000", [1_709_215_200]),
            ], [1_709_206_980, 1_709_212_980, 1_709_215_200]
        ),
    ]

    @Test(
        "Days are those of UTC, weeks are made of them, and candles older than the newest 1440 have a path of their own",
        arguments: pasts.indices)
    func candles(index: Int) async throws {
        let (width, from, to, pages, times) = Self.pasts[index]
        let exchanges = pages.map { request, times in
            let parts = request.split(separator: "?").map(String.init)
            let rows = times.map { #"["\#($0)000","1.0","4","0.5","2","7.0","14","21","1"]"# }
            return Exchange.get(
                "/api/v5/market/\(parts[0])", query: .text("instId=BTC-USDT&\(parts[1])"),
                answer: answer(rows.joined(separator: ",")))
        }
        let question = PastQuestion(provider: "okx", symbol: "BTC/USDT", from: from, to: to, width: width)
        let candles = try await question.ask(exchanges).get()
        #expect(candles.map(\.time.seconds) == times)
        let volume = width == .week ? "14" : "7"
        #expect(candles.allSatisfy { $0.line.hasSuffix("BTC 1 4 0.5 2 \(volume) USDT") })
    }
}
