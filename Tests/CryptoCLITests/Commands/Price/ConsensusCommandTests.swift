import CryptoCLI
import TestSupport
import Testing

@Suite("price --consensus")
struct ConsensusCommandTests {
    private static let fields = "--fields symbol,price,currency,sources,deviation_percent,dropped,provider,age"

    /// What the five say of bitcoin in euros.
    private func answers(
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
            .get(KrakenAnswers.path, answer: .json(pair)),
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

    @Test("all are asked at once, and the median comes with who agrees and how far they are apart")
    func agreed() async throws {
        let run = try await run("\(Self.fields) -f jsonl", answers())
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.output
                == #"{"symbol":"BTC","price":60020,"currency":"EUR","sources":[{"provider":"coingecko","price":60000},"#
                + #"{"provider":"coinpaprika","price":60010},{"provider":"coinbase","price":60020},"#
                + #"{"provider":"kraken","price":60030},{"provider":"binance","price":60040}],"#
                + #""deviation_percent":0.03332223,"dropped":[],"provider":"consensus","#
                + #""age":30}"# + "\n")
        #expect(run.errors.isEmpty)
    }

    @Test("an outlier and a provider that fails are left out, named with the reason")
    func dropped() async throws {
        var exchanges = answers(kraken: "6000")
        exchanges[0] = .get(CoinGeckoAnswers.path, answer: .status(503))
        let run = try await run("\(Self.fields) --csv --no-header", exchanges)
        #expect(run.status == .success)
        #expect(
            run.output
                == #"BTC,60020,EUR,"coinpaprika, coinbase, binance",0.03332223,"#
                + #""coingecko: refused with status 503, kraken: far off: 6000",consensus,30"# + "\r\n")
        #expect(
            run.errorLines == [
                "crypto: coingecko is left out: refused with status 503", "crypto: kraken is left out: far off: 6000",
            ])
        let strict = try await self.run("--strict", exchanges)
        expectFailure(strict, .tryLater, says: "coingecko is left out")
    }

    @Test("too few that agree, and ones too far apart, are 75 and name everybody; nothing is on stdout")
    func refused() async throws {
        let few = try await run("--min-sources 5", answers(binance: "1"))
        expectFailure(few, .tryLater, says: "BTC: only 4 of 5 providers agree, and 5 must: coingecko 60000, ")
        #expect(few.errors.contains("binance far off: 1"))
        let far = try await run("--max-deviation 0.03%", answers())
        expectFailure(far, .tryLater, says: "the providers are 0.033 % apart, and 0.03 may be: coingecko 60000, ")
        #expect(
            try await run("--max-deviation 0.034 --fields price --csv --no-header", answers()).output == "60020\r\n")
    }

    @Test("where nobody answers the code is that of the chain: unknown 66, unreachable 69")
    func nobody() async throws {
        let unknown = try await run(
            "-q",
            [
                .get(CoinGeckoAnswers.path, answer: .json("[]")), .get(CoinPaprikaAnswers.path, answer: .json("[]")),
                CoinbaseAnswers.products("ETH-EUR"), .get(KrakenAnswers.path, answer: KrakenAnswers.unknownPair),
                .get("/0/public/AssetPairs", answer: .json(#"{"error":[],"result":{}}"#)),
                .get(BinanceAnswers.path, answer: BinanceAnswers.unknownSymbol),
            ] + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: CoinbaseAnswers.notFound))
        expectFailure(unknown, .unknownName, says: "unknown symbol 'BTC'")
        let paths = [CoinGeckoAnswers.path, CoinPaprikaAnswers.path, KrakenAnswers.path, BinanceAnswers.path]
        let dead = try await run(
            "-q",
            paths.map { .get($0, answer: .status(503)) }
                + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: .status(503), stats: .status(503)))
        expectFailure(dead, .unavailable, says: "refused with status 503")
    }

    @Test("too few are asked again as often as --retries says, those only that failed for a passing reason")
    func again() async throws {
        var exchanges = answers()
        exchanges[0] = .get(CoinGeckoAnswers.path, answer: .status(503))
        exchanges.append(
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "60000"))))
        let run = try await run("--min-sources 5 --retries 1 --fields price --csv --no-header", exchanges)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "60020\r\n")
    }

    /// What the five say of bitcoin where kronor are wanted: two have them, the others dollars and what is pegged to
    /// them.
    private static let inKronor: [Exchange] =
        [
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "600000"))),
            .get(
                CoinPaprikaAnswers.path,
                answer: CoinPaprikaAnswers.rows(
                    CoinPaprikaAnswers.row("btc-bitcoin", "BTC", in: "SEK", price: "600010"))),
        ] + inDollars
        + CoinbaseAnswers.quote(of: "BTC-USD", ticker: .json(#"{"price":"60002","time":"2024-03-01T11:59:50Z"}"#))

    private static let inDollars: [Exchange] = [
        .get(KrakenAnswers.path, answer: .json(#"{"error":[],"result":{"XXBTZUSD":{"c":["60003","1"]}}}"#)),
        .get(
            BinanceAnswers.path, query: ["symbol": "BTCUSDT"],
            answer: .json(BinanceAnswers.row("BTCUSDT", last: "60005"))),
        .get(
            BinanceAnswers.path, query: ["symbol": "EURUSDT"],
            answer: .json(BinanceAnswers.row("EURUSDT", last: "1.25"))),
    ]

    private static let rates = Exchange.get(
        RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))
    private static let deadRates = [RatePath.frankfurter, RatePath.ecb, RatePath.erapi].map {
        Exchange.get($0, answer: .status(503))
    }

    private func runWithRates(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let rates = server.variables(for: "frankfurter", "ecb", "erapi")
            return await runTool(
                "price BTC --consensus \(line)", server.variablesForDefaultChains.merging(rates) { $1 })
        }
    }

    @Test("C1 rates that three providers need are asked for once, and each provider's price is converted by them")
    func sharedRates() async throws {
        let run = try await runWithRates("-c SEK --fields price,sources,via -f jsonl", Self.inKronor + [Self.rates])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.hasPrefix(#"{"price":600020,"sources":[{"provider":"coingecko","price":600000},"#))
        for price in [600_010, 600_020, 600_030, 600_050] { #expect(run.output.contains(#""price":\#(price)}"#)) }
        #expect(run.output.contains("coinbase: ") && run.output.contains("kraken: "))
        #expect(run.errors.isEmpty)
    }

    @Test("C1 rates that do not come are asked for once too, and those who need them are left out")
    func sharedFailure() async throws {
        let run = try await runWithRates(
            "-c SEK --min-sources 2 --fields price,sources --csv --no-header", Self.inKronor + Self.deadRates)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "600005,\"coingecko, coinpaprika\"\r\n")
        for name in ["coinbase", "kraken", "binance"] {
            #expect(run.errorLines.count { $0.hasPrefix("crypto: \(name) is left out: ") } == 1, "\(run.errors)")
        }
        #expect(run.errorLines.count { $0.contains("; asking ecb") } == 1, "\(run.errors)")
    }

    @Test("rates that did not come for a passing reason are asked for again, with the prices, where too few answered")
    func ratesAgain() async throws {
        let run = try await runWithRates(
            "-c SEK --min-sources 5 --retries 1 --fields price --csv --no-header",
            Self.inKronor + Self.deadRates + [Self.rates] + Self.inDollars)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "600020\r\n")
    }

    @Test("C1 no rates are asked for where all have the currency")
    func noRates() async throws {
        let run = try await runWithRates("-c EUR --fields price --csv --no-header", answers())
        #expect(run.output == "60020\r\n" && run.errors.isEmpty)
    }

    @Test(
        "what makes no sense is refused before anybody is asked",
        arguments: [
            ("-p coingecko", "--consensus needs 3 providers of coins, and has coingecko"),
            ("--history 3d", "--consensus uses current prices"),
            ("--no-consensus --min-sources 2", "--min-sources needs --consensus"),
            ("id:bitcoin", "the id of a single provider"), ("--min-sources 0", "--min-sources"),
        ])
    func refusal(line: String, words: String) async throws {
        expectFailure(try await run(line, []), .usage, says: words)
    }
}
