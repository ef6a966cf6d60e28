import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("price --history", .quick)
struct HistoryTests {
    @Test("The candles of many symbols take no time where no request is sent")
    func many() async throws {
        let clock = TestClock(start: Timestamp(seconds: 1_709_294_400))
        let run = await runTool(
            "price BTC ETH SOL XRP DOGE ADA DOT LTC LINK --history 1d -p sample --csv --no-header --fields symbol",
            time: clock.source)
        #expect(Set(run.outputLines).count == 9 && run.status == .success, "\(run.errors)")
        #expect(clock.pauses.isEmpty)
    }

    @Test("The past month is 30 days without the unfinished one, in the chosen currency by the rates of each day")
    func month() async throws {
        let run = await runTool("price BTC --history 30d --provider sample --csv --fields time,close,currency")
        #expect(run.status == .success)
        try #require(run.outputLines.count == 31)
        #expect(run.outputLines[1].hasPrefix("2024-01-31T00:00:00Z,"))
        #expect(run.outputLines[30].hasPrefix("2024-02-29T00:00:00Z,"))
        let kronor = await runTool(
            "price BTC --history 30d --provider sample -c SEK --csv --fields time,close,currency")
        #expect(kronor.outputLines.count == 31)
        #expect(kronor.outputLines.dropFirst().allSatisfy { $0.hasSuffix(",SEK") })
    }

    @Test(
        "Between days the candles are days, both included; between times, or with --candles, they are narrower",
        arguments: [
            ("--from 2024-02-01 --to 2024-02-03", 3, "2024-02-01T00:00:00Z", "2024-02-03T00:00:00Z"),
            ("--from 2024-02-28", 2, "2024-02-28T00:00:00Z", "2024-02-29T00:00:00Z"),
            ("--from 2024-02-03 --to 2024-02-03", 1, "2024-02-03T00:00:00Z", "2024-02-03T00:00:00Z"),
            (
                "--from 2024-02-28T22:00:00Z --to 2024-02-29T00:00:00Z", 3, "2024-02-28T22:00:00Z",
                "2024-02-29T00:00:00Z"
            ),
            ("--from 2024-02-28 --to 2024-02-28 --candles 1h", 24, "2024-02-28T00:00:00Z", "2024-02-28T23:00:00Z"),
            ("--from 2024-02-28T00:00:00Z --to 2024-02-28", 24, "2024-02-28T00:00:00Z", "2024-02-28T23:00:00Z"),
        ])
    func days(_ options: String, _ count: Int, _ first: String, _ last: String) async throws {
        let run = await runTool("price BTC \(options) --provider sample --csv --no-header --fields time")
        #expect(run.outputLines.count == count, "\(run.errors)")
        #expect(run.outputLines.first == first && run.outputLines.last == last)
    }

    @Test(
        "--history has the candles that are over, at least one",
        arguments: [
            ("--history 8d --candles 1w", ["2024-02-19"]), ("--history 1w --candles 1w", ["2024-02-19"]),
            ("--history 1d --candles 1d", ["2024-02-29"]), ("--history 2d --candles 1d", ["2024-02-28", "2024-02-29"]),
            ("--history 1w --candles 1w --to 2024-02-20", ["2024-02-12", "2024-02-19"]),
            ("--history 1d --candles 1d --to 2024-03-09", ["2024-02-29"]),
            // A day that is named is printed as far as it is.
            ("--at 2024-03-01", ["2024-03-01"]), ("--from 2024-03-01", ["2024-03-01"]),
        ])
    func finished(_ options: String, _ days: [String]) async throws {
        let run = await runTool("price BTC \(options) --provider sample --csv --no-header --fields time")
        #expect(run.outputLines == days.map { $0 + "T00:00:00Z" }, "\(run.errors)")
    }

    @Test(
        "A period shorter than a row exits with 64: minutes may be meant as months",
        arguments: [
            ("price BTC --history 1m", "1m is one minute; a month is 30d"),
            ("price BTC --history 6m --chart", "6m is 6 minutes; 6 months are 180d"),
            ("aqi Delhi --history 1m", "1m is one minute; a month is 30d"),
            (
                "price BTC --history 30m",
                "30m is shorter than a candle of 1h; choose a longer period, or narrower --candles"
            ),
            (
                "price BTC --history 12h --candles 1d",
                "12h is shorter than a candle of 1d; choose a longer period, or narrower --candles"
            ),
            ("price BTC --history 1.5s --candles 1m", "1500ms is shorter than a candle of 1m; choose a longer period"),
            ("aqi Delhi --history 0.5h", "30m is shorter than the hour of a row; choose a longer period"),
        ])
    func shortPeriod(line: String, words: String) async {
        let run = await runTool(line + " -p sample")
        #expect(run.status == .usage && run.errors == "crypto: --history: \(words)\n", "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test("A period needs a unit", arguments: ["price BTC", "aqi Delhi"])
    func unit(_ command: String) async {
        let run = await runTool("\(command) --history 30 --provider sample")
        #expect(run.status == .usage)
        #expect(run.errors == "crypto: --history: '30' has no unit; write 30d for days or 30h for hours\n")
    }

    @Test(
        "Years and months, which differ in length, are to be written as days",
        arguments: [
            ("1y", "write 365d"), ("2years", "write 730d"), ("month", "write 30d"), ("6Months", "write 180d"),
            ("0y", "a number with ms, s, m, h, d or w, such as 30d or 12h"),
            ("1.5y", "a number with ms, s, m, h, d or w, such as 30d or 12h"),
        ])
    func longUnits(text: String, way: String) async {
        let run = await runTool("price BTC --history \(text) -p sample")
        #expect(run.status == .usage && run.errors.hasPrefix("crypto: --history: '\(text)' is not a time"))
        #expect(run.errors.hasSuffix(" \(way)\n"), "\(run.errors)")
    }

    private static func klines(_ rows: [(day: Int, close: String)]) -> Answer {
        let texts = rows.map { row in
            "[\(row.day * 86_400_000),\"9\",\"99\",\"1\",\"\(row.close)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]"
        }
        return .json("[" + texts.joined(separator: ",") + "]")
    }

    /// 2024-02-29, a Thursday, in days since 1970; the clock of the test shows the next Friday.
    private static let thursday = 19_782

    @Test("Candles are converted by the last rates on or before their day, through the provider's own pair")
    func converted() async throws {
        let rates =
            #"{"amount":1.0,"base":"EUR","start_date":"2024-02-19","end_date":"2024-03-01","rates":{"#
            + #""2024-02-23":{"SEK":10},"2024-02-26":{"SEK":11},"2024-02-29":{"SEK":12}}}"#
        let days = (Self.thursday - 4)...Self.thursday
        let exchanges: [Exchange] = [
            .get(
                "/api/v3/klines", query: ["symbol": "BTCUSDT", "interval": "1d", "limit": "1000"],
                answer: Self.klines(days.map { ($0, "10") })),
            .get("/api/v3/klines", query: ["symbol": "EURUSDT"], answer: Self.klines(days.map { ($0, "2") })),
            .get("/v1/2024-02-18..2024-02-29", answer: .json(rates)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC --history 5d -c SEK --provider binance,frankfurter --csv --no-header --fields time,close,volume,stale",
                server.variables(for: "binance", "frankfurter"))
            #expect(run.errors.isEmpty)
            // 25 February is a Sunday, so the rate is that of Friday.
            #expect(
                run.outputLines == [
                    "2024-02-25T00:00:00Z,50,5.5,false", "2024-02-26T00:00:00Z,55,5.5,false",
                    "2024-02-27T00:00:00Z,55,5.5,false", "2024-02-28T00:00:00Z,55,5.5,false",
                    "2024-02-29T00:00:00Z,60,5.5,false",
                ])
        }
    }

    @Test("A rate older than 7 days on the day of a candle is reported once, and exits with 75 under --strict")
    func stale() async throws {
        let rates = #"{"amount":1.0,"base":"EUR","rates":{"2024-02-19":{"SEK":10}}}"#
        let days = (Self.thursday - 4)...Self.thursday
        let exchanges: [Exchange] = [
            .get(
                "/api/v3/klines", query: ["symbol": "BTCUSDT"], times: 3,
                answer: Self.klines(days.map { ($0, "10") })),
            .get(
                "/api/v3/klines", query: ["symbol": "EURUSDT"], times: 3,
                answer: Self.klines(days.map { ($0, "2") })),
            .get("/v1/2024-02-18..2024-02-29", times: 3, answer: .json(rates)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let line =
                "price BTC --history 5d -c SEK -p binance,frankfurter --template {stale}; --retries 0"
            let variables = server.variables(for: "binance", "frankfurter")
            let noticed = await runTool(line, variables)
            #expect(noticed.output == "false;false;true;true;true;" && noticed.status == .success)
            let words =
                "crypto: frankfurter: the rate from EUR to SEK dates from 2024-02-19T00:00:00Z, older than 7 days"
            #expect(noticed.errors == words + "\n")
            #expect(await runTool(line + " -q", variables).errors.isEmpty)
            let strict = await runTool(line + " --strict", variables)
            expectFailure(strict, .tryLater, says: "the rate from EUR to SEK dates from 2024-02-19T00:00:00Z")
        }
    }

    @Test("Rates and pairs are requested for the days with candles, however many days were asked for")
    func sinceTheBeginning() async throws {
        let day = Self.thursday
        let rates = #"{"base":"EUR","rates":{"2024-02-26":{"SEK":11}}}"#
        try await withLoopbackServer([
            .get("/api/v3/klines", query: ["symbol": "BTCUSDT"], answer: Self.klines([(day - 1, "10"), (day, "10")])),
            .get(
                "/api/v3/klines",
                query: [
                    "symbol": "EURUSDT", "startTime": "\((day - 1) * 86_400_000)", "endTime": "\(day * 86_400_000)",
                ], answer: Self.klines([(day - 1, "2"), (day, "2")])),
            .get("/v1/2024-02-21..2024-02-29", answer: .json(rates)),
        ]) { server in
            let run = await runTool(
                "price BTC --from 0001-01-01 --to 9999-12-31 -c SEK -p binance,frankfurter --csv --no-header --fields close",
                server.variables(for: "binance", "frankfurter"))
            #expect(run.status == .success && run.outputLines == ["55", "55"], "\(run.errors)")
        }
        let sample = await runTool("price BTC/EUR --from 0001-01-01 --provider sample --csv --fields time")
        #expect(sample.outputLines.count == 366)
        #expect(sample.outputLines.dropFirst().first == "2023-03-02T00:00:00Z")
    }

    @Test(
        "A time outside the years 1 to 9999 is not a date; a longer period begins with the year 1",
        arguments: [
            ("price BTC --at 0000-01-01T00:00:00+23:59", "--at"), ("price BTC --from 0000-12-31", "--from"),
            ("price BTC --to 9999-12-31T23:59:59-00:01", "--to"), ("price BTC --to 10000-01-01", "--to"),
            ("convert 1 BTC SEK --at 0000-01-01T00:00:00+23:59", "--at"),
            ("convert 1 BTC SEK --at 9999-12-31T23:59:60Z", "--at"),
        ])
    func noDates(line: String, option: String) async {
        expectFailure(await runTool(line + " -p sample"), .usage, says: option)
        for past in ["--to 0001-01-20 --history 15250w", "--history 15250w", "--to 0001-01-01 --candles 1w"] {
            let run = await runTool("price BTC \(past) -p sample --csv --no-header --fields time")
            #expect(run.status != .usage && run.outputLines.count < 400, "\(run.errors)")
        }
    }

    @Test("Pages of an exchange are requested until one is not full; gaps remain gaps")
    func pages() async throws {
        let first = (0..<1000).map { (day: 18_000 + $0, close: "10") }
        let exchanges: [Exchange] = [
            .get("/api/v3/klines", query: ["startTime": "1555200000000"], answer: Self.klines(first)),
            .get(
                "/api/v3/klines", query: ["startTime": "1641600000000"],
                answer: Self.klines([(19_010, "11"), (19_012, "12")])),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC/USDT --from 2019-04-14 --to 2022-02-01 --provider binance --csv --no-header --fields time,close",
                server.variables(for: "binance"))
            #expect(run.outputLines.count == 1002)
            #expect(run.outputLines.suffix(2) == ["2022-01-18T00:00:00Z,11", "2022-01-20T00:00:00Z,12"])
        }
    }

    @Test(
        "Invalid options are usage errors",
        arguments: [
            ("--at 2024-02-30", "not a date"),
            ("--at 2024-02-01 --history 3d", "--at and --history cannot be used together"),
            ("--from 2024-02-02 --to 2024-02-01", "later"),
            ("--from 2024-01-01 --history 3d", "cannot be used together"),
            ("--history 0", "--history"), ("--candles 3h", "--candles"),
            ("--history 3d --provider frankfurter", "history"),
        ])
    func usage(arguments: String, words: String) async {
        let run = await runTool("price BTC " + arguments)
        expectFailure(run, .usage, says: words)
    }

    @Test("--at prints the candle of that day; a day without one is unknown or empty, never made up")
    func at() async {
        let run = await runTool("price BTC --at 2024-02-01 --provider sample --csv --no-header --fields time,close")
        #expect(run.outputLines == ["2024-02-01T00:00:00Z,64553.06"])
        let before = await runTool("price BTC --at 2020-02-01 --provider sample --csv --no-header")
        expectFailure(before, .unknownName, says: "sample: no candle of BTC on 2020-02-01")
    }

    @Test(
        "A day in the future of the provider's clock exits with 64 without a request",
        arguments: [
            ("--at 2030-01-01", "--at: 2030-01-01"), ("--at 2024-03-02", "--at: 2024-03-02"),
            ("--from 2024-03-02", "--from: 2024-03-02"), ("--from 2024-03-02 --to 2024-04-01", "--from: 2024-03-02"),
        ])
    func future(period: String, words: String) async throws {
        for symbol in ["BTC -p sample", "BTC", "stock:AAPL"] {
            let run = try await withLoopbackServer([]) { server in
                await runTool("price \(symbol) \(period)", server.variablesForDefaultChains)
            }
            expectFailure(run, .usage, says: "\(words) is in the future")
        }
    }

    @Test("A period without any candle exits with 66 and names the period")
    func empty() async throws {
        let stooq = Exchange.get(
            "/q/d/l/", times: .any, answer: .status(200, body: "Date,Open,High,Low,Close,Volume\r\n"))
        let coin = Exchange.get(
            CoinGeckoAnswers.path, times: .any, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        let points = Exchange.get(
            "/api/v3/coins/bitcoin/market_chart", times: .any, answer: .json(#"{"prices":[]}"#))
        let cases = [
            (
                "AAPL -p stooq --from 2024-01-01 --to 2024-01-31",
                "stooq: no candle of AAPL from 2024-01-01 to 2024-01-31"
            ),
            ("AAPL -p stooq --at 2024-02-01", "stooq: no candle of AAPL on 2024-02-01"),
            (
                "AAPL -p stooq --history 7d --chart",
                "stooq: no candle of AAPL from 2024-02-23T00:00:00Z to 2024-03-01T12:00:00Z"
            ),
            (
                "BTC -p coingecko --from 2024-02-10 --to 2024-02-12 --candles 1h",
                "coingecko: no candle of BTC from 2024-02-10 to 2024-02-12"
            ),
            (
                "BTC -p sample --from 2020-01-01 --to 2020-01-31 --json",
                "sample: no candle of BTC from 2020-01-01 to 2020-01-31"
            ),
        ]
        for (line, words) in cases {
            let run = try await withLoopbackServer([stooq, coin, points]) { server in
                await runTool("price \(line)", server.variables(for: "stooq", "coingecko"))
            }
            expectFailure(run, .unknownName, says: words)
        }
    }

    @Test("The default chain continues to a provider with candles in the period")
    func emptyInChain() async throws {
        let exchanges: [Exchange] = [
            .get("/products/BTC-USD/candles", times: .any, answer: .json("[]")),
            .get(
                "/0/public/OHLC",
                answer: .json(#"{"error":[],"result":{"XXBTZUSD":[[1706745600,"1","3","1","2","2","5",9]],"last":1}}"#)),
        ]
        let run = try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price BTC --at 2024-02-01 --fields close,provider --csv --no-header", server.variablesForDefaultChains)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["2,kraken"])
    }
}
