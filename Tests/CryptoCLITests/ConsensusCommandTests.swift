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
                + #""deviation_percent":0.03332222592469176941019660113295568,"dropped":[],"provider":"consensus","#
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
                == #"BTC,60020,EUR,"coinpaprika, coinbase, binance",0.03332222592469176941019660113295568,"#
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

    @Test(
        "what makes no sense is refused before anybody is asked",
        arguments: [
            ("-p coingecko", "--consensus needs 3 providers of coins, and has coingecko"),
            ("--history 3d", "--consensus is of current prices"),
            ("--no-consensus --min-sources 2", "go with --consensus"),
            ("id:bitcoin", "one provider's own"), ("--min-sources 0", "--min-sources"),
        ])
    func refusal(line: String, words: String) async throws {
        expectFailure(try await run(line, []), .usage, says: words)
    }
}
