import CryptoCLI
import Platform
import TestSupport
import Testing

/// Common commands with recorded answers, at the times of the recordings.
@Suite("Commands with recorded answers", .needsRecordings, .quick)
struct RecordedCommandTests {
    private func run(
        _ line: String, at moment: String, _ providers: [String], _ exchanges: [Exchange]
    ) async throws -> ToolRun {
        let clock = TestClock(start: try #require(Timestamp(rfc3339: moment)))
        return try await withLoopbackServer(exchanges) { server in
            let variables = providers.map { server.variables(for: $0) }
                .reduce(["LC_ALL": "C.UTF-8", "CRYPTO_RETRIES": "0", "CRYPTO_CRYPTOCOMPARE_KEY": "key"]) {
                    $0.merging($1) { $1 }
                }
            return await runTool(
                "\(line) -p \(providers.joined(separator: ","))", variables, columns: 80, time: clock.source)
        }
    }

    @Test("price BTC --history 30d --chart draws the points of CoinGecko as a line within 80 columns")
    func chart() async throws {
        let run = try await run(
            "price BTC --history 30d --chart", at: "2021-05-15T14:40:00Z", ["coingecko"],
            [
                .get("/api/v3/coins/markets", answer: try .recording("coingecko/markets-bitcoin-usd-20210515.json")),
                .get(
                    "/api/v3/coins/bitcoin/market_chart",
                    answer: try .recording("coingecko/market_chart-bitcoin-90d-daily-202105.json")),
            ])
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines[0]
                == "\u{1B}[1mBitcoin (BTC)\u{1B}[0m  49,078.83 USD  -21.86% since Apr 15 00:00  UTC  coingecko")
        #expect(run.outputLines.allSatisfy { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "").count <= 80 })
        #expect(
            run.output.hasSuffix(
                "▲ max 63,179.77 Apr 16 00:00   ▼ min 48,981.44 Apr 26 00:00\n● last 49,078.83 May 15 14:39\n"))
    }

    @Test("price stock:AAPL reads Yahoo's chart")
    func stock() async throws {
        let run = try await run(
            "price stock:AAPL --csv --no-header --fields symbol,name,price,currency,age,provider",
            at: "2025-03-24T14:00:00Z", ["yahoo"],
            [.get("/v8/finance/chart/AAPL", answer: try .recording("yahoo/v8-chart-AAPL.json"))])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "AAPL,Apple Inc.,220.003,USD,507,yahoo\r\n")
    }

    @Test("convert 1 BTC SEK --at uses Coinbase's close and the ECB's rates of the day")
    func past() async throws {
        let run = try await run(
            "convert 1 BTC SEK --at 2021-01-06 --explain -f jsonl --fields result,path", at: "2021-01-10T12:00:00Z",
            ["coinbase", "ecb"],
            [
                .get("/products/BTC-USD/candles", answer: try .recording("coinbase-exchange/pricehist-recent.json")),
                .get(
                    "/stats/eurofxref/eurofxref-hist-90d.xml",
                    answer: try .recording("ecb/pricehist-eurofxref-hist-partial.xml", type: "text/xml")),
            ])
        #expect(run.status == .success, "\(run.errors)")
        // 29838.52 × 10.0653 ÷ 1.2338, the kronor and dollars per euro of that day.
        #expect(
            run.output
                == #"{"result":243421.66911655049441,"path":[{"from":"BTC","to":"USD","rate":29838.52,"#
                + #""provider":"coinbase","time":"2021-01-06T00:00:00Z"},{"from":"USD","to":"SEK","#
                + #""rate":8.1579672556330037283,"provider":"ecb","time":"2021-01-06T00:00:00Z"}]}"#
                + "\n")
    }

    @Test("price BTC --consensus reads three services, recorded in different years and so far apart")
    func consensus() async throws {
        let exchanges: [Exchange] = [
            .get("/api/v3/coins/markets", answer: try .recording("coingecko/markets-bitcoin-usd-20210515.json")),
            .get("/v1/tickers", answer: try .recording("coinpaprika/tickers-btc-20230711.json")),
            .get(
                "/data/pricemultifull",
                answer: try .recording("cryptocompare/smart-petea-pricemultifull-BTC-USD-EUR-20210410.json")),
        ]
        let providers = ["coingecko", "coinpaprika", "cryptocompare"]
        let words = "price BTC --consensus -f jsonl --fields price,sources,dropped"
        let run = try await run(words, at: "2023-07-11T08:41:00Z", providers, exchanges)
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.output
                == #"{"price":49053,"sources":[{"provider":"coingecko","price":49053},{"provider":"coinpaprika","#
                + #""price":30538.078793975994},{"provider":"cryptocompare","price":59692.06}],"dropped":[]}"# + "\n")
        #expect(run.errorLines.filter { $0.contains("older than a day") }.count == 2, "\(run.errors)")
        let strict = try await self.run(
            "\(words) -q --max-deviation 5", at: "2023-07-11T08:41:00Z", providers, exchanges)
        expectFailure(strict, .tryLater, says: "BTC: the providers deviate by 37.74%, more than 5%")
    }
}
