import CryptoCLI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("price --each", .quick, .endsHang)
struct EachCommandTests {
    private static let fields = "--fields symbol,provider,price,currency,deviation_percent"
    private static let attributions = ConsensusCommandTests.attributions

    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let rates = server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
            return await runTool(
                "price --each \(line)",
                server.variablesForDefaultChains.merging(rates) { $1 }.merging(["CRYPTO_RETRIES": "0"]) { $1 })
        }
    }

    @Test("Each provider has a row, in the order of the chain, with its distance from the median of all")
    func rows() async throws {
        let run = try await run("BTC -c EUR \(Self.fields) --csv --no-header", ConsensusCommandTests.answers())
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines
                == [
                    "BTC,coingecko,60000,EUR,0.03332223", "BTC,coinmarketcap,60015,EUR,0.00833056",
                    "BTC,coinpaprika,60010,EUR,0.01666111", "BTC,coinbase,60020,EUR,0",
                    "BTC,kraken,60030,EUR,0.01666111",
                    "BTC,okx,60025,EUR,0.00833056", "BTC,binance,60040,EUR,0.03332223",
                ])
        #expect(run.errorLines == Self.attributions)
    }

    @Test("A narrow terminal shows the distance, under a short title")
    func narrow() async {
        for (columns, title) in [(40, "DEVIATION %"), (39, "DEV %")] {
            let run = await runTool("price BTC ETH --each -p sample,mock", columns: columns)
            let titles = "SYMBOL  PROVIDER  PRICE USD  \(title)"
            #expect(run.outputLines.first?.contains(titles) == true, "\(run.output)")
        }
    }

    @Test("A condition on the distance finds the provider that is far from the others, in either direction")
    func condition() async throws {
        for price in ["59000", "61000"] {
            let run = try await run(
                "BTC -c EUR --if deviation_percent>0.3 --fields provider,price --csv --no-header -q",
                ConsensusCommandTests.answers(kraken: price))
            #expect(run.status == .success && run.output == "kraken,\(price)\r\n", "\(run.errors)")
        }
        let near = try await run("BTC -c EUR --if deviation_percent>0.3 --csv -q", ConsensusCommandTests.answers())
        #expect(near.status == .noMatch)
    }

    @Test("All are asked at once: no provider answers before all were asked")
    func together() async throws {
        let asked = Counter()
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", name: "Bitcoin", price: "60000"))
        let kraken = Answer.json(#"{"error":[],"result":{"XXBTZEUR":{"c":["60030","1"]}}}"#)
        let binance = Answer.json(BinanceAnswers.row("BTCEUR", last: "60040"))
        func held(_ answer: Answer) -> Answer {
            .making { _ in
                asked.add(1)
                for _ in 0..<10_000 where asked.value < 3 { _ = usleep(1000) }
                return answer
            }
        }
        let run = try await run(
            "BTC -c EUR -p coingecko,kraken,binance --fields provider --csv --no-header",
            [
                .get(CoinGeckoAnswers.path, answer: held(answer)), .get(KrakenAnswers.path, answer: held(kraken)),
                .get(BinanceAnswers.path, answer: held(binance)),
            ])
        #expect(run.outputLines == ["coingecko", "kraken", "binance"], "\(run.errors)")
        #expect(asked.value == 3)
    }

    @Test("A provider that fails is a line on stderr, and the others have their rows; --strict is 75")
    func failing() async throws {
        var exchanges = ConsensusCommandTests.answers()
        exchanges[0] = .get(CoinGeckoAnswers.path, answer: .status(503))
        let run = try await run("BTC -c EUR --fields provider --csv --no-header", exchanges)
        #expect(run.status == .success)
        #expect(
            run.outputLines
                == ["coinmarketcap", "coinpaprika", "coinbase", "kraken", "okx", "binance"])
        #expect(
            run.errorLines == ["crypto: skipped coingecko: refused with status 503"] + Self.attributions)
        expectFailure(
            try await self.run("BTC -c EUR --strict -q", exchanges), .tryLater, says: "skipped coingecko: ")
    }

    @Test("If no provider answers, the status is that of the chain, and other symbols have their rows")
    func noAnswer() async throws {
        let dead = try await run(
            "BTC -c EUR -p coingecko,kraken -q",
            [CoinGeckoAnswers.path, KrakenAnswers.path].map { .get($0, answer: .status(503)) })
        expectFailure(dead, .unavailable, says: "refused with status 503")
        let run = await runTool("price --each BTC NOSUCH ETH -p sample,mock --fields symbol,provider --csv --no-header")
        #expect(run.outputLines == ["BTC,sample", "BTC,mock", "ETH,sample", "ETH,mock"])
        #expect(run.status == .unknownName && run.errors.contains("unknown symbol 'NOSUCH'"), "\(run.errors)")
    }

    @Test("The prices in another currency are converted by the same rates, which are asked for once")
    func currency() async throws {
        let run = try await run(
            "BTC -c SEK --fields provider,price,currency --csv --no-header",
            ConsensusCommandTests.inKronor + [ConsensusCommandTests.rates])
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines == [
                "coingecko,600000,SEK", "coinmarketcap,600015,SEK", "coinpaprika,600010,SEK",
                "coinbase,600020,SEK", "kraken,600030,SEK", "okx,600025,SEK", "binance,600050,SEK",
            ])
    }

    @Test("Stocks are asked of the providers of stocks, in the same run as coins")
    func stocks() async throws {
        try await withLoopbackServer([
            YahooAnswers.quote("AAPL", price: "220"), CNBCAnswers.quotes(["AAPL": ("221", "USD")]),
            NasdaqAnswers.quote("AAPL", price: "222"),
        ]) { server in
            let run = await runTool(
                "price --each stock:AAPL --fields provider,price,deviation_percent --csv --no-header -q",
                server.variables(for: "yahoo", "cnbc", "nasdaq"))
            #expect(
                run.outputLines == ["yahoo,220,0.45248869", "cnbc,221,0", "nasdaq,222,0.45248869"],
                "\(run.errors)")
        }
    }

    @Test("The table has the distance without a sign; -p chooses who is asked")
    func table() async {
        let run = await runTool("price BTC -p sample,mock --each")
        #expect(
            run.outputLines.first?.split(separator: " ").joined(separator: " ")
                == "SYMBOL PROVIDER PRICE CURRENCY DEVIATION % CHANGE % VOLUME AGE")
        let shown = run.outputLines.dropFirst().map { $0.split(separator: " ").dropFirst(4).first ?? "" }
        #expect(shown == ["2.61", "2.61"], "\(run.output)")
        let narrow = await runTool("price BTC -p sample,mock --each --color never", columns: 40)
        #expect(narrow.outputLines.dropFirst().allSatisfy { $0.contains("sample") || $0.contains("mock") })
        #expect(narrow.outputLines.count == 3, "\(narrow.output)")
        let alone = await runTool("price BTC -p sample --each --fields deviation_percent --json")
        #expect(alone.output.contains(#""deviation_percent":0}"#), "\(alone.output)")
    }

    @Test("--once reports each provider once")
    func once() async throws {
        try await withOnceHome { once in
            let line = "price BTC -p sample,mock --each --if deviation_percent>1 --once --fields provider --csv"
            let first = await runTool(line, once.variables(), time: once.clock.source)
            #expect(first.outputLines == ["provider", "sample", "mock"], "\(first.errors)")
            #expect(await runTool(line, once.variables(), time: once.clock.source).status == .noMatch)
        }
    }

    @Test("Favorites take the place of operands")
    func favorites() async throws {
        try await withTemporaryDirectory { home in
            try home.write("ETH 2\n", to: "crypto/favorites")
            let run = await runTool(
                "price --favorites --each -p sample,mock --fields symbol,provider --csv --no-header",
                ["XDG_CONFIG_HOME": home.path])
            #expect(run.outputLines == ["ETH,sample", "ETH,mock"], "\(run.errors)")
        }
    }

    @Test(
        "What does not go with it is refused before the first request",
        arguments: [
            ("BTC --history 3d", "--each uses current prices and cannot be used together with --history"),
            ("BTC --at 2024-02-03", "--each uses current prices"), ("BTC --chart", "--each uses current prices"),
            ("BTC --consensus", "--each"), ("BTC --min-sources 2", "--min-sources needs --consensus"),
            ("BTC --max-deviation 2", "--max-deviation needs --consensus"),
            ("id:bitcoin", "--each needs tickers; id:bitcoin is the id of a single provider"),
            ("USD/SEK", "--each needs coins or stocks; USD/SEK is quoted from exchange rates"),
            ("stock:AAPL -p coinbase", "--each needs a provider of stocks"),
        ])
    func refusal(line: String, words: String) async throws {
        expectFailure(try await run(line, []), .usage, says: words)
    }
}
