import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Hints for unknown symbols: what to write, from a table or from one search", .quick)
struct SymbolHintTests {
    private static let search = "/api/v3/search"
    private static let noCoins = Exchange.get(CoinGeckoAnswers.path, times: .any, answer: .json("[]"))
    private static let zebras = Answer.json(
        #"{"coins":[{"id":"zebra-inu","name":"Zebra Inu","symbol":"ZINU","market_cap_rank":900},"#
            + #"{"id":"zebracoin","name":"Zebracoin","api_symbol":"x","symbol":"zbr","market_cap_rank":null},"#
            + #"{"id":"bridged-zebra","name":"Bridged Zebra","symbol":"ZBR"}],"exchanges":[],"nfts":[]}"#)

    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool(line, server.variables(for: "coingecko", "coinpaprika", "yahoo", "coinbase", "kraken"))
        }
    }

    @Test(
        "A name without a hint is searched once; the asset of exactly that name wins, a ticker of two means the first",
        arguments: [
            ("price zebracoin", "ZEBRACOIN", "'zebracoin' (asked: coingecko); did you mean 'ZBR'?"),
            ("list Zebracoin/EUR", "ZEBRACOIN", "'Zebracoin/EUR' (asked: coingecko); did you mean 'ZBR/EUR'?"),
            ("price zebras", "ZEBRAS", "'zebras' (asked: coingecko); did you mean 'ZINU'?"),
            ("price zinu", "ZINU", "'zinu' (asked: coingecko); did you mean 'id:zebra-inu'?"),
            ("price id:zinu", "zinu", "'id:zinu' (asked: coingecko); did you mean 'ZINU'?"),
            (
                "price bridged-zebra", "BRIDGED-ZEBRA",
                "'bridged-zebra' (asked: coingecko); did you mean 'id:bridged-zebra'?"
            ),
            ("price zebracoin --history 3d", "ZEBRACOIN", "'zebracoin' (asked: coingecko); did you mean 'ZBR'?"),
        ])
    func searched(line: String, query: String, says: String) async throws {
        let search = Exchange.get(
            Self.search, query: .exactly([QueryItem("query", query)]), answer: Self.zebras)
        let run = try await run("\(line) -p coingecko", [Self.noCoins, search])
        #expect(run.status == .unknownName && run.errors == "crypto: unknown symbol \(says)\n")
    }

    @Test("coinpaprika and yahoo are searched too, and the first of a chain that can be")
    func others() async throws {
        let paprika = try await run(
            "price zebracoin -p coinpaprika",
            [
                .get("/v1/tickers", answer: .json("[]")),
                .get(
                    "/v1/search", query: "q=ZEBRACOIN&c=currencies&limit=10",
                    answer: .json(#"{"currencies":[{"id":"zbr-zebra","name":"Zebracoin","symbol":"ZBR","rank":9}]}"#)),
            ])
        #expect(paprika.errors == "crypto: unknown symbol 'zebracoin' (asked: coinpaprika); did you mean 'ZBR'?\n")
        for symbol in ["stock:ZEBRACOM", "zebracom"] {
            let yahoo = try await run(
                "price \(symbol) -p yahoo",
                [
                    .get("/v8/finance/chart/ZEBRACOM", answer: YahooAnswers.notFound),
                    .get(
                        "/v1/finance/search", query: "q=ZEBRACOM&quotesCount=10&newsCount=0",
                        answer: .json(
                            #"{"quotes":[{"name":"Zebra","permalink":"z"},{"symbol":"ZBRA","longname":"Zebra Corp."}]}"#
                        )),
                ])
            #expect(yahoo.errors == "crypto: unknown symbol '\(symbol)' (asked: yahoo); did you mean 'stock:ZBRA'?\n")
        }
        // An id is valid at the first provider only, and the ticker is not what was asked for.
        let chain = try await run(
            "price zinu -c EUR -p coinbase,coingecko",
            [CoinbaseAnswers.products("BTC-EUR"), Self.noCoins, .get(Self.search, answer: Self.zebras)]
                + CoinbaseAnswers.quote(of: "ZINU-EUR", ticker: CoinbaseAnswers.notFound))
        #expect(
            chain.errorLines.last == "crypto: unknown symbol 'zinu' (asked: coinbase, coingecko); did you mean 'ZBR'?")
    }

    @Test("Each of several symbols has its hint; one search is made, for the first that no table knows")
    func several() async throws {
        let search = Exchange.get(Self.search, query: "query=ZEBRACOIN", answer: Self.zebras)
        let run = try await run(
            "price bitcoin zebracoin zinu BTCUSDT USD -p coingecko", [Self.noCoins, search])
        #expect(run.status == .unknownName)
        #expect(
            run.errors == """
                crypto: unknown symbols 'bitcoin', 'zebracoin', 'zinu', 'BTCUSDT', 'USD' (asked: coingecko); \
                USD is a currency: try 'crypto convert 1 USD EUR'; \
                did you mean 'BTC' for 'bitcoin', 'ZBR' for 'zebracoin', 'BTC/USDT' for 'BTCUSDT'?

                """)
    }

    @Test("The favorites and a consensus make one search as well")
    func otherCommands() async throws {
        let search = Exchange.get(Self.search, answer: Self.zebras)
        try await withHome { home in
            try await withLoopbackServer([Self.noCoins, search]) { server in
                let run = await home.run("list --add zebracoin zinu -p coingecko", server.variables(for: "coingecko"))
                expectFailure(run, .unknownName, says: "did you mean 'ZBR' for 'zebracoin'?")
            }
        }
        let consensus = try await run(
            "price zebracoin zinu --consensus --min-sources 1 -p coingecko", [Self.noCoins, search])
        #expect(
            consensus.errorLines == [
                "crypto: unknown symbol 'zebracoin' (asked: coingecko); did you mean 'ZBR'?",
                "crypto: unknown symbol 'zinu' (asked: coingecko)",
            ])
    }

    static let uselessAnswers: [Answer] = [
        .status(503), .status(429, headers: [("Retry-After", "60")]), .json("[]"), .json("<html>"),
        .json(#"{"coins":[]}"#),
        .json(#"{"coins":[{"id":"","symbol":"ZBR"}]}"#), .json(#"{"coins":[{"id":"\u001b[31m","symbol":"Z\u0007"}]}"#),
        .json(#"{"coins":[{"id":"a b","symbol":"A,B","name":"Zebracoin"}]}"#), .json(#"{"coins":[{"id":5}]}"#),
        .json(#"{"coins":[{"id":"x y","symbol":"id:\u202e"}]}"#), .disconnect(), .json(#"{"coins":[{"id":"z"#),
    ]

    @Test("A search that fails, finds nothing or sends no valid symbol is silent", arguments: uselessAnswers.indices)
    func useless(index: Int) async throws {
        let run = try await run(
            "price zebracoin -p coingecko",
            [Self.noCoins, .get(Self.search, times: .any, answer: Self.uselessAnswers[index])])
        #expect(run.status == .unknownName && run.errors == "crypto: unknown symbol 'zebracoin' (asked: coingecko)\n")
    }

    @Test("--verbose shows why a search failed")
    func verbose() async throws {
        let run = try await run(
            "price zebracoin -p coingecko -v", [Self.noCoins, .get(Self.search, answer: .status(503))])
        #expect(run.errors.contains("crypto: no hint: coingecko: refused with status 503\n"))
        #expect(run.errorLines.last == "crypto: unknown symbol 'zebracoin' (asked: coingecko)")
    }

    @Test(
        "A search that never ends is over at the deadline, with the status of the unknown symbol",
        .quick, .endsHang)
    func deadline() async throws {
        try await withLoopbackServer([Self.noCoins, .get(Self.search, answer: .never)]) { server in
            let run = await runTool(
                "price zebracoin -p coingecko --deadline 700ms", server.variables(for: "coingecko"), time: .live)
            expectFailure(run, .unknownName, says: "unknown symbol 'zebracoin' (asked: coingecko)")
            #expect(run.elapsed < .seconds(5))
        }
    }

    @Test(
        "No search with --quiet, for made-up prices, for one letter, or if a symbol may be known",
        arguments: [
            ("price zebracoin -p coingecko -q", 66), ("price zebracoin -p sample", 66),
            ("price z -p coingecko", 66), ("price zebracoin -p coingecko,coinbase --retries 0", 69),
            ("price id:zebra -p coinbase,coingecko -c EUR", 66),
        ])
    func unsearched(line: String, status: Int32) async throws {
        let run = try await run(
            line,
            [
                Self.noCoins, .get("/products", times: .any, answer: .status(503)),
                .get("/products/ZEBRACOIN-USD/ticker", times: .any, answer: .status(503)),
                .get("/products/ZEBRACOIN-USD/stats", times: .any, answer: .status(503)),
                .get("/products/zebra/ticker", times: .any, answer: CoinbaseAnswers.notFound),
                .get("/products/zebra/stats", times: .any, answer: CoinbaseAnswers.notFound),
            ])
        #expect(run.status == .code(status), "\(run.errors)")
        #expect(!run.errors.contains("did you mean"))
    }
}
