import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("The fields of a quote, from the bytes of the server to stdout", .quick)
struct QuoteTests {
    private func run(_ line: String, _ row: String, columns: Int? = nil) async throws -> ToolRun {
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(row))]) { server in
            await runTool(line + " -p coingecko", server.variables(for: "coingecko"), columns: columns)
        }
    }

    @Test("Every field of a quote is exact, and null if unknown")
    func fields() async throws {
        let run = try await run("price BTC -f jsonl", CoinGeckoAnswers.bitcoin)
        #expect(
            run.output
                == #"{"time":"2024-03-01T11:59:30.250Z","symbol":"BTC","id":"bitcoin","name":"Bitcoin","kind":"coin","#
                + #""market":null,"price":67024.5,"currency":"USD","open":66000,"high":67500,"low":66000,"#
                + #""change":1024.5,"change_percent":1.5522,"volume":31000000000.75,"market_cap":1319000000000,"#
                + #""rank":1,"bid":null,"ask":null,"provider":"coingecko","age":29,"stale":false,"via":null,"#
                + #""change_percent_1h":null,"change_percent_7d":null,"trend":null,"chain":null}"# + "\n")
    }

    @Test(
        "The time has all digits of the provider, or is that of the request, and no age is below 0",
        arguments: [
            (#""2024-03-01T11:59:30.250Z""#, "2024-03-01T11:59:30.250Z,29"),
            (#""2024-03-01T11:59:30.123456789Z""#, "2024-03-01T11:59:30.123456789Z,29"),
            (#""2024-03-01T13:58:00+02:00""#, "2024-03-01T11:58:00Z,120"), ("null", "2024-03-01T12:00:00Z,0"),
            (#""2024-03-01T12:00:05Z""#, "2024-03-01T12:00:05Z,0"),
            (#""2023-03-01T12:00:00Z""#, "2023-03-01T12:00:00Z,31622400"),
        ])
    func time(sent: String, row: String) async throws {
        let coin = CoinGeckoAnswers.row("coin", "coin").replacing(#""2024-03-01T11:59:30.250Z""#, with: sent)
        #expect(try await run("price coin --csv --no-header --fields time,age", coin).output == row + "\r\n")
    }

    @Test(
        "A coin's price older than a day and a stock's older than four is stale, with a notice; --strict makes it 75",
        arguments: [("BTC", "coingecko", 1, "a day"), ("stock:AAPL", "yahoo", 4, "4 days")])
    func old(symbol: String, provider: String, days: Int64, words: String) async throws {
        let time = Timestamp(seconds: 1_709_294_370)
        func run(_ options: String, after seconds: Int64) async throws -> ToolRun {
            let coin = CoinGeckoAnswers.row("bitcoin", "btc", updated: "2024-03-01T11:59:30Z")
            let answer =
                provider == "yahoo"
                ? YahooAnswers.quote("AAPL") : .get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(coin))
            return try await withLoopbackServer([answer]) { server in
                let clock = TestClock(start: time.advanced(bySeconds: seconds))
                return await runTool(
                    "price \(symbol) -p \(provider) --template {age}:{stale}; \(options)",
                    server.variables(for: provider), time: clock.source)
            }
        }
        let limit = days * 86_400
        let new = try await run("--strict", after: limit)
        #expect(new.output == "\(limit):false;" && new.errors.isEmpty)
        let old = try await run("", after: limit + 1)
        #expect(old.output == "\(limit + 1):true;" && old.status == .success)
        let name = symbol.replacing("stock:", with: "")
        let fact = "\(provider): the price of \(name) dates from 2024-03-01T11:59:30Z, older than \(words)"
        #expect(old.errors == "crypto: \(fact)\n")
        let strict = try await run("--strict", after: limit + 1)
        expectFailure(strict, .tryLater, says: fact + "; try another --provider")
    }

    @Test("A price more than two minutes ahead of the clock is stale, with a negative age and a notice; --strict is 75")
    func future() async throws {
        func run(_ options: String, _ time: String) async throws -> ToolRun {
            let coin = CoinGeckoAnswers.row("bitcoin", "btc", updated: time)
            return try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(coin))]) {
                await runTool("price BTC -p coingecko \(options)", $0.variables(for: "coingecko"))
            }
        }
        let near = try await run("--template {age}:{stale}; --strict", "2024-03-01T12:02:00Z")
        #expect(near.output == "0:false;" && near.errors.isEmpty, "\(near.errors)")
        let far = try await run("--template {age}:{stale};", "2034-03-01T11:00:00Z")
        #expect(far.output == "-315529200:true;" && far.status == .success)
        let fact = "coingecko: the price of BTC dates from 2034-03-01T11:00:00Z, 9 years ahead of this machine's clock"
        #expect(far.errors == "crypto: \(fact)\n")
        expectFailure(
            try await run("--strict", "2034-03-01T11:00:00Z"), .tryLater, says: fact + "; try another --provider")
        let table = try await run("--fields age --no-header -q", "2024-03-01T15:00:00Z")
        #expect(table.output == "in 3 h\n")
        let list = try await withLoopbackServer([
            .get(
                CoinGeckoAnswers.path,
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("a", "a", updated: "2024-03-01T12:05:00Z")))
        ]) { await runTool("list -p coingecko --template {stale}", $0.variables(for: "coingecko")) }
        #expect(list.output == "true" && list.errors.contains("5 minutes ahead of this machine's clock"))
    }

    @Test("Old prices of a list are one notice, about the rows that are printed; --strict leaves them out and is 75")
    func oldInList() async throws {
        let old = ["c", "d", "e", "f"].enumerated().map { index, name in
            CoinGeckoAnswers.row(name, name, rank: 3 + index, updated: "201\(9 - index)-05-06T00:00:00Z")
        }
        let rows = ([CoinGeckoAnswers.bitcoin] + old).joined(separator: ",")
        func run(_ options: String) async throws -> ToolRun {
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: .json("[\(rows)]"))]) { server in
                await runTool(
                    "list -p coingecko --template {symbol}:{stale}; \(options)", server.variables(for: "coingecko"))
            }
        }
        let all = try await run("--sort symbol")
        #expect(all.output == "BTC:false;C:true;D:true;E:true;F:true;" && all.status == .success)
        let words = "coingecko: the prices of C, D, E and 1 more are older than a day, the oldest of 2016-05-06"
        #expect(all.errors == "crypto: \(words)\n")
        let first = try await run("--sort symbol --limit 2")
        #expect(first.errors == "crypto: coingecko: the price of C dates from 2019-05-06T00:00:00Z, older than a day\n")
        #expect(try await run("--sort symbol --limit 1 --strict").status == .success)
        let strict = try await run("--sort symbol --strict")
        #expect(strict.output == "BTC:false;" && strict.status == .tryLater)
        #expect(strict.errors == "crypto: \(words); try another --provider\n")
    }

    @Test("Market cap and volume have no decimals in a table, and an age is in words")
    func table() async throws {
        let row = CoinGeckoAnswers.row("bitcoin", "btc", updated: "2024-03-01T11:56:30Z")
        let run = try await run("price BTC --no-header --fields market_cap,volume,age,time", row)
        #expect(run.output == "1,319,000,000,000  31,000,000,001  3 min ago  2024-03-01T11:56:30Z\n")
    }

    @Test(
        "A price in a table and in machine formats",
        arguments: [
            ("67234.12", "67,234.12", "67234.12"), ("67234.12000000", "67,234.12", "67234.12"),
            ("0.5213", "0.5213", "0.5213"), ("0.00000812", "0.00000812", "0.00000812"),
            ("1.2e-07", "0.00000012", "0.00000012"), ("0.000012345678", "0.00001235", "0.000012345678"),
            ("1e-9", "0.000000001", "0.000000001"),
            ("1.2E-12", "0.0000000000012", "0.0000000000012"),
            ("\"3.50\"", "3.50", "3.5"), ("1e3", "1,000.00", "1000"),
            (
                "123456789012345678901234567890.123456789", "123,456,789,012,345,678,901,234,567,890.12",
                "123456789012345678901234567890.123456789"
            ),
        ])
    func price(sent: String, shown: String, exact: String) async throws {
        let row = CoinGeckoAnswers.row("coin", "coin", price: sent)
        #expect(try await run("price coin --no-header --fields price", row).output == shown + "\n")
        #expect(try await run("price coin --no-header --fields price --csv", row).output == exact + "\r\n")
    }

    @Test("A number of any length is printed unchanged or refused, never rounded and never with an exponent")
    func longNumbers() async throws {
        let digits = String(repeating: "123456789", count: 22) + "12"
        for (sent, exact) in [
            (digits, digits), ("0.\(digits)", "0.\(digits)"), ("1e400", "1" + String(repeating: "0", count: 400)),
        ] {
            let run = try await run(
                "price coin --no-header --fields price --csv", CoinGeckoAnswers.row("coin", "coin", price: sent))
            if run.status == .success {
                #expect(run.output == exact + "\r\n")
            } else {
                expectFailure(run, .invalidData, says: "current_price is not a number")
            }
        }
    }

    @Test("The sign is shown; green above 0, red below, neither at 0")
    func sign() async throws {
        let line = "price coin --no-header --color always --fields change,change_percent"
        let cases = [
            ("12.5", "0.5", "\u{1B}[32m+12.50\u{1B}[0m  \u{1B}[32m+0.50%\u{1B}[0m\n"),
            ("-12.5", "-0.5", "\u{1B}[31m-12.50\u{1B}[0m  \u{1B}[31m-0.50%\u{1B}[0m\n"), ("0", "0", "0.00  0.00%\n"),
            ("null", "null", "--  --\n"),
        ]
        for (change, percent, shown) in cases {
            let row = CoinGeckoAnswers.row("coin", "coin", change: change, percent: percent)
            #expect(try await run(line, row).output == shown)
        }
    }

    @Test(
        "change = price − open, in percent of open; without an open above 0 all three are unknown",
        arguments: [
            ("67024.00000000", "66000.00000000", "66000,1024,1.55151515"),
            ("67024.00000000", "0.00000000", ",,"), ("67024", "-5", ",,"),
        ])
    func change(last: String, open: String, row: String) async throws {
        let answer = Answer.json(BinanceAnswers.row("BTCEUR", last: last, open: open))
        try await withLoopbackServer([.get(BinanceAnswers.path, answer: answer)]) { server in
            let run = await runTool(
                "price BTC -p binance -c EUR --csv --no-header --fields open,change,change_percent",
                server.variables(for: "binance"))
            #expect(run.output == row + "\r\n")
        }
    }

    @Test("Text of a provider cannot move the cursor, reorder the line or break a row")
    func harmless() async throws {
        let row = CoinGeckoAnswers.row("coin", "coin", name: #"A\u001b[2J\nB\u202eC\u0000,\"D"#)
        let run = try await run("price coin --no-header --fields name,symbol", row, columns: 80)
        #expect(run.outputLines.count == 1)
        #expect(!run.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
        let json = try await self.run("price coin --json --fields name", row)
        #expect(!json.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
        #expect(json.outputLines.count == 3)
    }
}
