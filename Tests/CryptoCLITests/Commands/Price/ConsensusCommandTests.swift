import CryptoCLI
import TestSupport
import Testing

@Suite("price --consensus", .quick)
struct ConsensusCommandTests {
    private static let fields = "--fields symbol,price,currency,sources,deviation_percent,dropped,provider,age"

    static let attributions = [CoinMarketCapAnswers.attribution, OKXAnswers.attribution]

    /// Answers of the seven providers for bitcoin in euros.
    static func answers(
        coingecko: String = "60000", coinpaprika: String = "60010", coinbase: String = "60020",
        kraken: String = "60030",
        binance: String = "60040"
    ) -> [Exchange] {
        let ticker = #"{"price":"\#(coinbase)","time":"2024-03-01T11:59:50Z"}"#
        let pair = #"{"error":[],"result":{"XXBTZEUR":{"c":["\#(kraken)","1"]}}}"#
        return [
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", name: "Bitcoin", price: coingecko))
            ),
            .get(
                CoinPaprikaAnswers.path,
                answer: CoinPaprikaAnswers.rows(
                    CoinPaprikaAnswers.row("btc-bitcoin", "BTC", in: "EUR", price: coinpaprika))),
            .get(
                CoinMarketCapAnswers.path,
                answer: CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", in: "EUR", price: "60015"))),
            .get(KrakenAnswers.path, answer: .json(pair)),
            .get(OKXAnswers.path, answer: OKXAnswers.market("BTC-EUR", last: "60025")),
            .get(BinanceAnswers.path, answer: .json(BinanceAnswers.row("BTCEUR", last: binance))),
        ] + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: .json(ticker))
    }

    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price BTC -c EUR --consensus \(line)",
                server.variablesForDefaultChains.merging(["CRYPTO_RETRIES": "0"]) { $1 })
        }
    }

    @Test("A deviation has no sign in a table")
    func deviation() async {
        let run = await runTool(
            "price BTC -p sample,mock --consensus --min-sources 1 --fields deviation_percent --no-header")
        #expect(run.status == .success && run.output == "2.61\n", "\(run.output) \(run.errors)")
    }

    @Test("All providers are asked at once; the median is printed with the providers that agree and their distance")
    func agreed() async throws {
        let run = try await run("\(Self.fields) -f jsonl", Self.answers())
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.output
                == #"{"symbol":"BTC","price":60020,"currency":"EUR","sources":[{"provider":"coingecko","price":60000},"#
                + #"{"provider":"coinmarketcap","price":60015},{"provider":"coinpaprika","price":60010},"#
                + #"{"provider":"coinbase","price":60020},{"provider":"kraken","price":60030},"#
                + #"{"provider":"okx","price":60025},{"provider":"binance","price":60040}],"#
                + #""deviation_percent":0.03332223,"dropped":[],"provider":"consensus","#
                + #""age":30}"# + "\n")
        #expect(run.errorLines == Self.attributions)
    }

    @Test("An outlier and a provider that fails are left out and reported with the reason")
    func dropped() async throws {
        var exchanges = Self.answers(kraken: "6000")
        exchanges[0] = .get(CoinGeckoAnswers.path, answer: .status(503))
        let run = try await run("\(Self.fields) --csv --no-header", exchanges)
        #expect(run.status == .success)
        #expect(
            run.output
                == #"BTC,60020,EUR,"coinmarketcap, coinpaprika, coinbase, okx, binance",0.03332223,"#
                + #""coingecko: refused with status 503, kraken: outlier: 6000",consensus,30"# + "\r\n")
        #expect(
            run.errorLines == [
                "crypto: skipped coingecko: refused with status 503", "crypto: skipped kraken: outlier: 6000",
            ] + Self.attributions)
        let strict = try await self.run("--strict -q", exchanges)
        expectFailure(strict, .tryLater, says: "skipped coingecko: ")
    }

    @Test("The age is by the clock of the provider")
    func age() async {
        let run = await runTool("price BTC --consensus --min-sources 1 -p sample --fields age --csv --no-header")
        #expect(run.outputLines == ["0"], "\(run.errors)")
    }

    @Test("Too few that agree, or too far apart, exit with 75 and name all providers; stdout is empty")
    func refused() async throws {
        let few = try await run("--min-sources 7 -q", Self.answers(binance: "1"))
        expectFailure(few, .tryLater, says: "BTC: only 6 of 7 providers agree, 7 are needed: coingecko 60000, ")
        #expect(few.errors.contains("binance outlier: 1"))
        let far = try await run("--max-deviation 0.03% -q", Self.answers())
        expectFailure(far, .tryLater, says: "the providers deviate by 0.033%, more than 0.03%: coingecko 60000, ")
        #expect(
            try await run("--max-deviation 0.034 --fields price --csv --no-header", Self.answers()).output
                == "60020\r\n")
    }

    @Test("If no provider answers, the status is that of the chain: 66 for unknown, 69 for unreachable")
    func noAnswer() async throws {
        let unknown = try await run(
            "-q",
            [
                .get(CoinGeckoAnswers.path, answer: .json("[]")), .get(CoinPaprikaAnswers.path, answer: .json("[]")),
                .get(CoinMarketCapAnswers.path, answer: CoinMarketCapAnswers.rows()),
                .get(OKXAnswers.path, times: 2, answer: OKXAnswers.unknownMarket),
                CoinbaseAnswers.products("ETH-EUR"), .get(KrakenAnswers.path, answer: KrakenAnswers.unknownPair),
                .get("/0/public/AssetPairs", answer: .json(#"{"error":[],"result":{}}"#)),
                .get(BinanceAnswers.path, times: 2, answer: BinanceAnswers.unknownSymbol),
            ] + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: CoinbaseAnswers.notFound))
        expectFailure(unknown, .unknownName, says: "unknown symbol 'BTC'")
        let paths = [
            CoinGeckoAnswers.path, CoinMarketCapAnswers.path, CoinPaprikaAnswers.path, KrakenAnswers.path,
            OKXAnswers.path, BinanceAnswers.path,
        ]
        let dead = try await run(
            "-q",
            paths.map { .get($0, answer: .status(503)) }
                + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: .status(503), stats: .status(503)))
        expectFailure(dead, .unavailable, says: "refused with status 503")
    }

    @Test("If too few answer, those that failed temporarily are asked again, as often as --retries says")
    func again() async throws {
        var exchanges = Self.answers()
        exchanges[0] = .get(CoinGeckoAnswers.path, answer: .status(503))
        exchanges.append(
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "60000"))))
        let run = try await run("--min-sources 7 --retries 1 --fields price --csv --no-header", exchanges)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "60020\r\n")
    }

    /// Answers of the seven providers for bitcoin in kronor: three have kronor, the others dollars or coins pegged to
    /// them.
    static let inKronor: [Exchange] =
        [
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "600000"))),
            .get(
                CoinPaprikaAnswers.path,
                answer: CoinPaprikaAnswers.rows(
                    CoinPaprikaAnswers.row("btc-bitcoin", "BTC", in: "SEK", price: "600010"))),
            .get(
                CoinMarketCapAnswers.path,
                answer: CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", in: "SEK", price: "600015"))),
        ] + inDollars
        + CoinbaseAnswers.quote(of: "BTC-USD", ticker: .json(#"{"price":"60002","time":"2024-03-01T11:59:50Z"}"#))

    private static let inDollars: [Exchange] = [
        .get(KrakenAnswers.path, answer: .json(#"{"error":[],"result":{"XXBTZUSD":{"c":["60003","1"]}}}"#)),
        .get(OKXAnswers.path, query: "instId=BTC-USDT", answer: OKXAnswers.market("BTC-USDT", last: "60002.5")),
        .get(OKXAnswers.path, query: "instId=USDT-USD", answer: OKXAnswers.market("USDT-USD", last: "1")),
        .get(
            BinanceAnswers.path, query: ["symbol": "BTCUSDT"],
            answer: .json(BinanceAnswers.row("BTCUSDT", last: "60005"))),
        .get(
            BinanceAnswers.path, query: ["symbol": "EURUSDT"],
            answer: .json(BinanceAnswers.row("EURUSDT", last: "1.25"))),
    ]

    static let rates = Exchange.get(
        RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))
    private static let deadRates = RatePath.chain.map {
        Exchange.get($0, answer: .status(503))
    }

    private func runWithRates(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let rates = server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
            return await runTool(
                "price BTC --consensus \(line)", server.variablesForDefaultChains.merging(rates) { $1 })
        }
    }

    @Test("Rates that four providers need are requested once, and convert the price of each")
    func sharedRates() async throws {
        let run = try await runWithRates("-c SEK --fields price,sources,via -f jsonl", Self.inKronor + [Self.rates])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.hasPrefix(#"{"price":600020,"sources":[{"provider":"coingecko","price":600000},"#))
        for price in [600_010, 600_015, 600_020, 600_025, 600_030, 600_050] {
            #expect(run.output.contains(#""price":\#(price)}"#))
        }
        #expect(run.output.contains("coinbase: ") && run.output.contains("kraken: "))
        #expect(run.errorLines == Self.attributions)
    }

    @Test("Rates that fail are also requested once, and providers that need them are left out")
    func sharedFailure() async throws {
        let run = try await runWithRates(
            "-c SEK --min-sources 2 --fields price,sources --csv --no-header", Self.inKronor + Self.deadRates)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "600010,\"coingecko, coinmarketcap, coinpaprika\"\r\n")
        for name in ["coinbase", "kraken", "okx", "binance"] {
            #expect(run.errorLines.count { $0.hasPrefix("crypto: skipped \(name): ") } == 1, "\(run.errors)")
        }
        #expect(!run.errors.contains("; trying "), "\(run.errors)")
    }

    @Test("Rates that failed temporarily are requested again with the prices if too few answered")
    func ratesAgain() async throws {
        let run = try await runWithRates(
            "-c SEK --min-sources 7 --retries 1 --fields price --csv --no-header",
            Self.inKronor + Self.deadRates + [Self.rates] + Self.inDollars)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "600020\r\n")
    }

    @Test("No rates are requested if all providers have the currency")
    func noRates() async throws {
        let run = try await runWithRates("-c EUR --fields price --csv --no-header", Self.answers())
        #expect(run.output == "60020\r\n" && run.errorLines == Self.attributions)
    }

    @Test(
        "Invalid options are refused before the first request",
        arguments: [
            ("-p coingecko", "--consensus needs 3 providers of coins, but has coingecko"),
            ("--history 3d", "--consensus uses current prices"),
            ("--no-consensus --min-sources 2", "--min-sources needs --consensus"),
            ("id:bitcoin", "the id of a single provider"), ("--min-sources 0", "--min-sources"),
        ])
    func refusal(line: String, words: String) async throws {
        expectFailure(try await run(line, []), .usage, says: words)
    }
}
