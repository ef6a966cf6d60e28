import CryptoCLI
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
                + #""change_percent_1h":null,"change_percent_7d":null,"trend":null}"# + "\n")
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
