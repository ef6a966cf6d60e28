import CryptoCLI
import TestSupport
import Testing

/// A provider whose answer for a quote has no price.
struct UnpricedQuote: Sendable, CustomTestStringConvertible {
    let provider: String
    /// The symbol and the currency.
    let symbol: String
    let currency: String
    /// The same body for all paths.
    let paths: [String]
    let body: String

    var testDescription: String { "\(provider): \(body.prefix(60))" }

    private static func bitcoin(
        _ provider: String, in currency: String = "USD", _ paths: String..., body: String
    ) -> UnpricedQuote {
        UnpricedQuote(provider: provider, symbol: "BTC", currency: currency, paths: paths, body: body)
    }

    private static func product(_ body: String) -> UnpricedQuote {
        bitcoin("coinbase", "/products/BTC-USD/ticker", "/products/BTC-USD/stats", "/products", body: body)
    }

    static let all = [
        product("{}"), product(#"{"trade_id":7,"bid":"1","price":null}"#),
        bitcoin("coingecko", CoinGeckoAnswers.path, body: #"[{"id":"bitcoin","symbol":"btc","market_cap":5}]"#),
        bitcoin("coingecko", CoinGeckoAnswers.path, body: #"[{"id":"bitcoin","symbol":"btc","current_price":null}]"#),
        bitcoin(
            "coinpaprika", CoinPaprikaAnswers.path, body: "[\(CoinPaprikaAnswers.row("btc", "BTC", price: "null"))]"),
        bitcoin("binance", in: "USDT", BinanceAnswers.path, body: #"{"symbol":"BTCUSDT","openPrice":"1"}"#),
        bitcoin("kraken", KrakenAnswers.path, body: #"{"error":[],"result":{"XXBTZUSD":{"o":"1"}}}"#),
        bitcoin(
            "wazirx", in: "INR", WazirXAnswers.path,
            body: #"[{"symbol":"btcinr","baseAsset":"btc","quoteAsset":"inr","openPrice":"1","lastPrice":null}]"#),
        bitcoin(
            "cryptocompare", CryptoCompareAnswers.pricePath, body: #"{"RAW":{"BTC":{"USD":{"OPENDAY":1}}}}"#),
        UnpricedQuote(
            provider: "yahoo", symbol: "stock:AAPL", currency: "USD", paths: ["/v8/finance/chart/AAPL"],
            body: #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL"}}],"error":null}}"#),
    ]

    /// This answer at each of its paths, and rates for a conversion.
    var exchanges: [Exchange] {
        paths.map { .get($0, times: .any, answer: .json(body)) }
            + [.get("/v1/latest", times: .any, answer: latestRates(#""USD":1.08,"INR":90"#))]
    }

    /// Runs the tool with this answer.
    func run(_ arguments: [String]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            var variables = server.variables(for: provider, "frankfurter", "ecb", "erapi", "currencyapi")
            if provider == "cryptocompare" { variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key" }
            return await runTool(arguments + ["-p", provider, "--retries", "0"], variables)
        }
    }
}

@Suite("A quote without a price is not an answer", .quick, .endsHang)
struct UnpricedQuoteTests {
    @Test("price exits with 65 and prints nothing", arguments: UnpricedQuote.all)
    func price(unpriced: UnpricedQuote) async throws {
        let run = try await unpriced.run(["price", unpriced.symbol, "-c", unpriced.currency])
        expectFailure(run, .invalidData, says: "\(unpriced.provider): ")
    }

    @Test("convert exits with 65", arguments: UnpricedQuote.all.filter { $0.provider != "yahoo" })
    func convert(unpriced: UnpricedQuote) async throws {
        let run = try await unpriced.run(["convert", "1", unpriced.symbol, unpriced.currency])
        expectFailure(run, .invalidData, says: "\(unpriced.provider): ")
    }

    @Test("watch --poll exits with 65 if no price ever arrived", arguments: UnpricedQuote.all)
    func poll(unpriced: UnpricedQuote) async throws {
        let line = "\(unpriced.symbol) -p \(unpriced.provider) -c \(unpriced.currency) --poll 1m --retries 0"
        let run = try await withLiveWatch(line, unpriced.exchanges) { _, _ in }
        expectFailure(run, .invalidData, says: "\(unpriced.provider): ")
    }

    @Test("A row of a list may lack its price: list SYMBOL prints it")
    func list() async throws {
        let coin = try #require(UnpricedQuote.all.first { $0.provider == "coingecko" })
        let run = try await coin.run(["list", "BTC", "--fields", "symbol,price", "-f", "jsonl"])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == #"{"symbol":"BTC","price":null}"# + "\n")
    }

    private static let chain: [Exchange] =
        [
            .get(
                CoinGeckoAnswers.path, times: .any,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: nil))),
            .get(
                CoinMarketCapAnswers.path, times: .any,
                answer: CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", price: "null"))),
            .get(
                CoinPaprikaAnswers.path, times: .any,
                answer: CoinPaprikaAnswers.rows(CoinPaprikaAnswers.row("btc-bitcoin", "BTC", price: "null"))),
        ] + CoinbaseAnswers.quote(of: "BTC-USD", ticker: .json(#"{"price":"60000","time":"2024-03-01T11:59:50Z"}"#))

    @Test(
        "The default chain continues to a provider with a price",
        arguments: [
            ("price BTC --fields price,provider --csv --no-header", "60000,coinbase"),
            ("convert 2 BTC USD --fields result,provider --csv --no-header", "120000,coinbase"),
        ])
    func nextProvider(line: String, row: String) async throws {
        let run = try await withLoopbackServer(Self.chain) { server in
            await runTool(line, server.variablesForDefaultChains)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == [row])
        #expect(
            run.errorLines.first
                == "crypto: coingecko: invalid answer: BTC has no price above 0; trying coinmarketcap"
        )
    }

    @Test("A consensus leaves out providers without a price and reports them")
    func consensus() async throws {
        let run = try await withLoopbackServer(Self.chain) { server in
            await runTool(
                "price BTC --consensus --min-sources 1 -p coingecko,coinbase --fields price,dropped -f jsonl",
                server.variablesForDefaultChains)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.hasPrefix(#"{"price":60000,"dropped":[{"provider":"coingecko","#), "\(run.output)")
        #expect(run.errors.contains("skipped coingecko: "))
    }
}
