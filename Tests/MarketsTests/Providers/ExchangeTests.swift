@testable import MarketProviders
import TestSupport
import Testing

@testable import Markets

/// What a command line does not show of exchanges. Their requests and answers are in `Tests/Providers`.
@Suite("Exchanges", .quick, .virtualTime)
struct ExchangeTests {
    private static func binance(_ coins: [String]) -> [Exchange] {
        let rows = coins.map { #"{"symbol":"\#($0)USDT","lastPrice":"1.50","openPrice":"1.20"}"# }
        return [.get("/api/v3/ticker/24hr", query: .none, answer: .json("[\(rows.joined(separator: ","))]"))]
    }

    private static func kraken(_ coins: [String]) -> [Exchange] {
        let pairs = coins.map { #""\#($0)USD":{"altname":"\#($0)USD","base":"\#($0)","quote":"ZUSD"}"# }
        let rows = coins.map { #""\#($0)USD":{"c":["1","1"]}"# }
        return [("AssetPairs", RequestMatcher.Query.none, pairs), ("Ticker", coins.count > 1000 ? .none : .any, rows)]
            .map { path, query, members in
                let body = #"{"error":[],"result":{\#(members.joined(separator: ","))}}"#
                return .get("/0/public/\(path)", query: query, answer: .json(body))
            }
    }

    @Test(
        "Over 100 symbols are one request for all markets, at Kraken one more for the list of pairs",
        arguments: [("binance", 101), ("binance", 10_000), ("kraken", 101), ("kraken", 5000)])
    func many(provider: String, count: Int) async throws {
        let names = (1...count).map { "C\($0)" }
        let listed = Array(names.dropLast())
        try await withLoopbackServer(provider == "binance" ? Self.binance(listed) : Self.kraken(listed)) { server in
            let currency = provider == "binance" ? Currency.usdt : .usd
            let results = try await Provider.listed(provider).client(server).quotes(names, in: currency)
            #expect(results.compactMap(\.success?.symbol) == listed)
            #expect(results.last?.failure?.reason == unknown("C\(count)"))
        }
    }

    @Test("BTSE is asked for all markets if there are over 50 symbols, and once for the same work")
    func manyAtBTSE() async throws {
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

    @Test(
        "A currency without markets sends no request",
        arguments: [
            (
                "binance",
                ["btc": .cannotQuote(.usd), "eth/sek": .cannotQuote(.sek), "stock:AAPL": unknown("stock:AAPL")]
            ),
            ("kraken", ["btc/sek": .cannotQuote(.sek), "stock:AAPL": unknown("stock:AAPL")]),
            ("coinbase", ["btc/sek": .cannotQuote(.sek), "stock:AAPL": unknown("stock:AAPL")]),
            (
                "btse",
                ["btc/sek": .cannotQuote(.sek), "stock:AAPL": unknown("stock:AAPL"), "btc-perp": .cannotQuote(.usd)]
            ),
        ] as [(String, [String: ProviderFailure.Reason])])
    func currencies(provider: String, reasons: [String: ProviderFailure.Reason]) async throws {
        try await withLoopbackServer([]) { server in
            for (symbol, reason) in reasons {
                let result = try await Provider.listed(provider).client(server).quotes([symbol])[0]
                #expect(result.failure?.reason == reason, "\(symbol)")
            }
        }
    }

    private static let notFound = Answer.json(#"{"message":"NotFound"}"#, status: 404)

    /// A coin that has a market in another currency than dollars only.
    private static let elsewhere: [(provider: String, exchanges: [Exchange])] = [
        (
            "coinbase",
            [
                .get("/products/ABC-USD/ticker", times: .any, answer: notFound),
                .get("/products/ABC-USD/stats", times: .any, answer: notFound),
                .get("/products", answer: .json(#"[{"id":"ABC-EUR","base_currency":"ABC","quote_currency":"EUR"}]"#)),
            ]
        ),
        (
            "kraken",
            [
                .get("/0/public/Ticker", answer: .json(#"{"error":["EQuery:Unknown asset pair"]}"#)),
                .get(
                    "/0/public/AssetPairs",
                    answer: .json(
                        #"{"error":[],"result":{"ABCEUR":{"altname":"ABCEUR","base":"ABC","quote":"ZEUR"}}}"#)),
            ]
        ),
        (
            "wazirx",
            [
                .get(
                    "/sapi/v1/tickers/24hr",
                    answer: .json(#"[{"symbol":"abcinr","baseAsset":"abc","quoteAsset":"inr","lastPrice":"1"}]"#))
            ]
        ),
    ]

    @Test("A coin without a market in the currency has no quote if no other currency is allowed", arguments: 0..<3)
    func otherCurrency(index: Int) async throws {
        let (provider, exchanges) = Self.elsewhere[index]
        try await withLoopbackServer(exchanges) { server in
            let results = try await Provider.listed(provider).client(server).quotes(["abc"])
            #expect(results[0].failure?.reason == .cannotQuote(.usd), "\(provider)")
        }
    }

    @Test("OKX's list reads the markets it prints; an invalid row of another market is not reported")
    func wantedMarkets() async throws {
        let rows = [("BTC-USDT", "1"), ("ETH-BTC", "x"), ("OKB-USDT", "x"), ("SOL-USDT", "2"), ("BTC-EUR", "3")].map {
            #"{"instId":"\#($0)","last":"\#($1)","open24h":"1.20","ts":"1709294390123"}"#
        }
        let answer = Answer.json(#"{"code":"0","msg":"","data":[\#(rows.joined(separator: ","))]}"#)
        let exchange = Exchange.get("/api/v5/market/tickers", query: "instType=SPOT", times: 3, answer: answer)
        try await withLoopbackServer([exchange]) { server in
            for (count, currency, markets, dropped) in [
                (9, Currency.usdt, ["BTC-USDT", "SOL-USDT"], [3]), (1, .usdt, ["BTC-USDT"], []),
                (9, .eur, ["BTC-EUR"], []),
            ] {
                let query = ListQuery(.first(count), currency: CurrencyChoice(currency))
                let list = try await Provider.listed("okx").client(server).list(query)
                #expect(list.quotes.map(\.market) == markets && list.dropped.map(\.place) == dropped)
            }
        }
    }

    @Test("Kraken's list is reused for quotes; a pair without a ticker has no price")
    func reusedList() async throws {
        let pairs = [("XXBTZUSD", "XBTUSD", "XXBT", "ZUSD"), ("ABCEUR", "ABCEUR", "ABC", "ZEUR")].map {
            #""\#($0)":{"altname":"\#($1)","base":"\#($2)","quote":"\#($3)","status":"online"}"#
        }
        let exchanges = [("AssetPairs", pairs), ("Ticker", [#""XXBTZUSD":{"c":["2","1"]}"#])].map { path, members in
            Exchange.get(
                "/0/public/\(path)", query: .none,
                answer: .json(#"{"error":[],"result":{\#(members.joined(separator: ","))}}"#))
        }
        try await withLoopbackServer(exchanges) { server in
            let held = Provider.listed("kraken").client(server).reusingAnswers()
            let list = try await held.top(limit: 9)
            #expect(list.quotes.map(\.symbol) == ["BTC"])
            let results = try await held.quotes(["XBT", "abc/eur"])
            #expect(results[0].success?.id == "XXBTZUSD")
            #expect(results[1].failure?.reason == .noPrice(try Symbol("abc/eur")))
        }
    }

    @Test(
        "A pair's keys at Kraken",
        arguments: [
            ("BTC", "USD", "XBTUSD XBTZUSD XBTXUSD XXBTZUSD XXBTXUSD ZXBTZUSD ZXBTXUSD"),
            ("USDT", "EUR", "USDTEUR USDTZEUR USDTXEUR"), ("XXBT", "USD", "XXBTUSD"),
        ])
    func keys(base: String, quote: String, keys: String) throws {
        let pair = MarketNames.Market(name: "", base: base, quote: try #require(Currency(quote)))
        #expect(pair.krakenKeys.joined(separator: " ") == keys)
    }
}
