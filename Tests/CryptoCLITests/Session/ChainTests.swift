import CryptoCLI
import Platform
import TestSupport
import Testing

private let coingecko = CoinGeckoAnswers.path
private let coinmarketcap = CoinMarketCapAnswers.path
private let coinpaprika = CoinPaprikaAnswers.path
private let binance = BinanceAnswers.path
private let busy = Answer.status(503)

@Suite("Chains of providers: order, requests and notices", .quick)
struct ChainTests {
    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(line, server.variablesForDefaultChains)
            #expect(!run.output.contains("sample") && !run.output.contains("mock"))
            return run
        }
    }

    @Test("The default chain continues from coingecko to coinmarketcap with one line and without a pause")
    func fallsThrough() async throws {
        let rows = CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", in: "EUR"))
        let list = try await run(
            "list -c EUR --fields symbol,price,provider --csv",
            [.get(coingecko, answer: busy), .get(CoinMarketCapAnswers.listPath, answer: rows)])
        #expect(list.status == .success)
        #expect(list.outputLines == ["symbol,price,provider", "BTC,67024.5,coinmarketcap"])
        #expect(
            list.errorLines == [
                "crypto: coingecko: refused with status 503; trying coinmarketcap", CoinMarketCapAnswers.attribution,
            ])
        let price = try await run(
            "price BTC -c EUR --fields symbol,price,provider --csv -q",
            [.get(coingecko, answer: busy), .get(coinmarketcap, answer: rows)])
        #expect(price.outputLines == ["symbol,price,provider", "BTC,67024.5,coinmarketcap"])
        #expect(price.errors.isEmpty)
    }

    @Test("CoinGecko is named once for its rows, and not at all without a row")
    func attribution() async throws {
        let rows = Exchange.get(coingecko, answer: .json("[\(CoinGeckoAnswers.bitcoin)]"))
        let line = "price BTC -p coingecko --template {symbol} --if price"
        #expect(
            try await run("\(line)>1", [rows]).attributions
                == ["crypto: coingecko: Data provided by CoinGecko (https://www.coingecko.com)"])
        let none = try await run("\(line)<1", [rows])
        #expect(none.status == .noMatch && none.attributions.isEmpty && none.errors.isEmpty)
    }

    private static let allBusy: [Exchange] =
        [
            .get(coingecko, answer: busy), .get(coinmarketcap, answer: busy), .get(coinpaprika, answer: busy),
            .get(KrakenAnswers.path, answer: busy), .get(OKXAnswers.path, query: "instId=BTC-EUR", answer: busy),
            .get(binance, answer: .status(451)),
        ] + CoinbaseAnswers.quote(of: "BTC-EUR", ticker: busy)

    @Test("If all fail the command fails with one line, and never prints made-up prices")
    func allFail() async throws {
        let run = try await run("price BTC -c EUR --retries 0", Self.allBusy)
        #expect(run.status == .unavailable)
        #expect(run.output.isEmpty)
        #expect(
            run.errorLines == [
                "crypto: no provider could answer: coingecko, coinmarketcap, coinpaprika, coinbase, kraken, okx: "
                    + "refused with status 503; binance: refused with status 451; try another --provider"
            ])
    }

    @Test("The whole chain is tried again after a pause, in the same order")
    func walkedAgain() async throws {
        let clock = TestClock()
        let exchanges: [Exchange] = [
            .get(coingecko, times: 2, answer: busy), .get(binance, answer: busy),
            .get(binance, answer: .json(BinanceAnswers.row("BTCEUR"))),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC -p coingecko,binance -c EUR -q --csv", server.variables(for: "coingecko", "binance"),
                time: clock.source)
            #expect(run.status == .success)
            #expect(server.requests.map(\.path) == [coingecko, binance, coingecko, binance])
            #expect(clock.pauses == [.milliseconds(500)])
        }
    }

    @Test("--provider asks no other provider, in the order given")
    func namedProviders() async throws {
        let one = try await run("price BTC -p coingecko -c EUR --retries 0", [.get(coingecko, answer: busy)])
        expectFailure(one, .unavailable, says: "coingecko: refused with status 503")
        let two = try await run(
            "price BTC -p binance,coingecko -c EUR --csv --fields provider",
            [.get(binance, answer: busy), .get(coingecko, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))])
        #expect(two.outputLines == ["provider", "coingecko"])
    }

    @Test("Only what is missing is requested from the next provider")
    func onlyMissing() async throws {
        let run = try await run(
            "price BTC ETH -c EUR --csv --fields symbol,provider",
            [
                .get(coingecko, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
                .get(
                    coinmarketcap, query: "symbol=ETH&convert=EUR&skip_invalid=true",
                    answer: CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1027, "ETH", in: "EUR"))),
            ])
        #expect(run.status == .success)
        #expect(run.outputLines == ["symbol,provider", "BTC,coingecko", "ETH,coinmarketcap"])
    }

    @Test("A symbol that no provider knows exits with 66, after all were asked")
    func unknownEverywhere() async throws {
        let run = try await run(
            "price BTCC -c EUR -q",
            [
                .get(coingecko, answer: .json("[]")), .get(coinmarketcap, answer: CoinMarketCapAnswers.rows()),
                .get(coinpaprika, answer: .json("[]")), .get(OKXAnswers.path, answer: OKXAnswers.unknownMarket),
                CoinbaseAnswers.products("BTC-EUR"), .get(KrakenAnswers.path, answer: KrakenAnswers.unknownPair),
                // In euros, and then in its own currency.
                KrakenAnswers.pairs, .get(binance, times: 2, answer: BinanceAnswers.unknownSymbol),
            ] + CoinbaseAnswers.quote(of: "BTCC-EUR", ticker: CoinbaseAnswers.notFound))
        let asked = "coingecko, coinmarketcap, coinpaprika, coinbase, kraken, okx, binance"
        expectFailure(run, .unknownName, says: "unknown symbol 'BTCC' (asked: \(asked)); did you mean 'BTC'?")
    }

    @Test(
        "id: asks only the first provider of the chain",
        arguments: [("[]", ToolStatus.unknownName), ("", .unavailable)])
    func idOnlyFirst(body: String, status: ToolStatus) async throws {
        let answer = body.isEmpty ? busy : Answer.json(body)
        let run = try await run("price id:bitcoin -c EUR --retries 0 -q", [.get(coingecko, answer: answer)])
        #expect(run.status == status)
        #expect(run.errorLines.count == 1)
        let noticed = try await self.run(
            "price id:bitcoin -c EUR --retries 0", [.get(coingecko, answer: answer), CoinGeckoAnswers.nothingFound])
        #expect(!noticed.errors.contains("; trying "))
    }

    @Test("--strict skips no provider")
    func strict() async throws {
        let price = try await run("price BTC -c EUR --strict --retries 0", [.get(coingecko, answer: busy)])
        expectFailure(price, .unavailable, says: "coingecko: refused with status 503")
        let list = try await run("list -c EUR --strict --retries 0", [.get(coingecko, answer: busy)])
        expectFailure(list, .unavailable, says: "coingecko: refused with status 503")
    }

    @Test("Two walks of one chain at once report their own steps: one that fails takes none from one that succeeds")
    func twoWalks() async throws {
        // The prices in dollars arrive after those in euros have failed.
        let answer = Answer.making { request in
            guard request.path == coinpaprika, request.parameter("quotes") == "USD" else { return busy }
            return CoinPaprikaAnswers.rows(CoinPaprikaAnswers.row("btc", "BTC", price: "60000"))
                .delayed(by: .milliseconds(300))
        }
        let run = try await withLoopbackServer([.everything(answer)]) { server in
            await runTool(
                "convert 1 BTC USD EUR -p coingecko,coinpaprika --retries 0 --csv --no-header --fields result",
                server.variablesForDefaultChains.merging(
                    server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
                ) { $1 })
        }
        #expect(run.outputLines == ["60000"], "\(run.errors)")
        let notices = run.errorLines.filter { $0.hasSuffix("; trying coinpaprika") }
        #expect(notices == ["crypto: coingecko: refused with status 503; trying coinpaprika"], "\(run.errors)")
    }

    @Test("Providers that hang leave seconds for those after them, however long one attempt may take")
    func hanging() async throws {
        let row = CoinPaprikaAnswers.row("btc", "BTC", price: "60000", updated: TimeSource.live.now().description)
        let rows = CoinPaprikaAnswers.rows(row)
        let exchanges = [Exchange.get(coingecko, answer: .never), .get(coinpaprika, times: .any, answer: rows)]
        let run = try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price BTC -p coingecko,coinpaprika --timeout 60s --deadline 4s --csv --no-header --fields price",
                server.variablesForDefaultChains, time: .live)
        }
        #expect(run.status == .success && run.output == "60000\r\n", "\(run.errors)")
        let notice = try #require(run.errorLines.first)
        // What is left of the deadline less a second, which is a millisecond less where a thread had to wait.
        #expect(notice.contains(/in (2[0-9]{3}|3000) ms; trying coinpaprika$/), "\(notice)")
        #expect(run.elapsed < .seconds(4))
    }
}
