import CryptoCLI
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Formats of other programs: ledger, beancount, prometheus", .quick, .endsHang)
struct ForeignFormatTests {
    /// bean-check may be a script of pyenv, which needs both.
    private static let environment = Dictionary(
        uniqueKeysWithValues: [String](["PATH", "HOME"]).compactMap { name in
            getenv(name).map { (name, String(cString: $0)) }
        } + [("LC_ALL", "C.UTF-8")])

    private static let ledger = Executables.inPath("ledger")
    private static let hledger = Executables.inPath("hledger")
    private static let beanCheck = Executables.inPath("bean-check")
    private static let promtool = Executables.inPath("promtool")

    /// Command lines whose output is price directives.
    private static let priced = [
        "list -p sample", "list -p sample --market all -c SEK", "price BTC PEPE stock:AAPL -p sample",
        "price BTC -p sample --history 3d", "price BTC -p sample --history 30d -c SEK",
        "convert 3 BTC SEK EUR -p sample",
        "watch BTC ETH -p sample", "watch BTC -p sample --candles 1m",
        "price BTC -p sample,mock --consensus --min-sources 2",
    ]

    @Test("Two coins that become one commodity of beancount are named, and 64 with --strict before any row")
    func collision() async throws {
        let rows = ["+x", "-x"].enumerated().map { CoinGeckoAnswers.row("coin\($0)", $1, price: "1", rank: $0 + 1) }
        let list = Exchange.get(
            CoinGeckoAnswers.path, times: .any, answer: .json("[\(rows.joined(separator: ","))]"))
        try await withLoopbackServer([list]) { server in
            let line = "list -p coingecko -f beancount"
            let run = await runTool(line, server.variables(for: "coingecko"))
            #expect(run.status == .success && run.outputLines.count == 2)
            #expect(run.errors.hasSuffix("; +X and -X become one commodity, X-X\n"), "\(run.errors)")
            expectFailure(
                await runTool("\(line) --strict", server.variables(for: "coingecko")), .usage,
                says: "beancount: +X and -X become one commodity, X-X, which --strict does not accept")
            let ledger = await runTool("list -p coingecko -f ledger --strict", server.variables(for: "coingecko"))
            #expect(ledger.status == .success, "\(ledger.errors)")
        }
    }

    @Test("Each command with prices has the directives of its rows; a stream prints them as they arrive")
    func directives() async {
        let expected = [
            ("price BTC PEPE", "P 2024-03-01 12:00:00 BTC 62440.63 USD\nP 2024-03-01 12:00:00 PEPE 0.00000405 USD\n"),
            ("list BTC -c SEK", "P 2024-03-01 12:00:00 BTC 646136.07810876 SEK\n"),
            ("price BTC --at 2024-02-25", "P 2024-02-25 00:00:00 BTC 60406.46 USD\n"),
            ("convert 3 BTC EUR BTC", "P 2024-03-01 12:00:00 BTC 57745.88920744 EUR\n"),
            (
                "watch BTC --count 2",
                "P 2024-03-01 12:00:00 BTC 62440.63 USD\nP 2024-03-01 12:00:01 BTC 62428.14 USD\n"
            ),
        ]
        for (line, text) in expected {
            let run = await runTool("\(line) -p sample -f ledger")
            #expect(run.output == text)
            #expect(run.errors.isEmpty)
            let days = text.split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return "\(words[1]) price \(words[3...].joined(separator: " "))\n"
            }
            #expect(await runTool("\(line) -p sample -f beancount").output == days.joined())
        }
        let quoted = await runTool("list -p sample --market futures -n 1 -f ledger")
        #expect(quoted.output == "P 2024-03-01 12:00:00 \"BTC-PERP\" 62475.5 USD\n")
        #expect(
            quoted.errors == "crypto: ledger: some names are written as ledger allows: BTC-PERP as \"BTC-PERP\"\n")
        #expect(await runTool("list -p sample --market futures -n 1 -f ledger --quiet").errors.isEmpty)
        let none = await runTool("price BTC -p sample -f ledger --if price<0")
        #expect(none.status == .noMatch && none.output.isEmpty)
    }

    @Test("--digits rounds prices, but none to 0, and not the rates of convert")
    func digits() async {
        let ledger = await runTool("price BTC PEPE -p sample --digits 0 -f ledger")
        #expect(ledger.output == "P 2024-03-01 12:00:00 BTC 62441 USD\nP 2024-03-01 12:00:00 PEPE 0.00000405 USD\n")
        let beancount = await runTool("price PEPE -p sample --digits 2 -f beancount")
        #expect(beancount.output == "2024-03-01 price PEPE 0.00000405 USD\n")
        let metrics = await runTool("price PEPE -p sample --digits 0 -f prometheus --fields price,change_percent")
        #expect(metrics.output.contains("} 0.00000405\n") && metrics.output.contains("} 25\n"), "\(metrics.output)")
        let rate = await runTool("convert 3 BTC SEK -p sample --digits 1 --csv --no-header --explain")
        #expect(
            rate.output
                == "3,BTC,SEK,1938408.2,646136.07810876,2024-03-01T12:00:00Z,BTC→SEK 646136.07810876 sample\r\n")
        let table = await runTool("convert 3 BTC SEK -p sample --digits 0 --fields result,rate --no-header")
        #expect(table.output == "1,938,408  646,136\n")
        let path = await runTool("convert 3 BTC SEK -p sample --digits 0 --json --fields path")
        #expect(path.output.contains(#""rate":646136.07810876,"#), "\(path.output)")
    }

    @Test("Holdings have metrics, and so has their total, which no price directive shows")
    func holdings() async throws {
        try await withHome("BTC 2 @ 30000\nPEPE 1000\n") { home in
            let run = await home.run("list --holdings -f prometheus")
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            #expect(
                run.outputLines.contains { $0.hasPrefix(#"crypto_value{symbol="BTC","#) && $0.hasSuffix(" 124881.26") })
            #expect(
                run.outputLines.contains { $0.hasPrefix(#"crypto_gain{symbol="BTC","#) && $0.hasSuffix(" 64881.26") })
            #expect(!run.output.contains(#"symbol="total""#))
            let total = await home.run("list --holdings --total -f prometheus --fields value,price")
            #expect(
                total.outputLines.filter { !$0.hasPrefix("#") }
                    == [#"crypto_value{symbol="total",currency="USD"} 124881.26405"#])
            for format in ["ledger", "beancount"] {
                expectFailure(
                    await home.run("list --holdings --total -f \(format)"), .usage,
                    says: "--format \(format) is for prices, and a total has none")
            }
        }
    }

    @Test(
        "A format that cannot show the rows is refused before any request",
        arguments: [
            ("aqi Delhi -f ledger", "--format: 'ledger' is for prices, which list, price, convert and watch print"),
            ("aqi Delhi -f beancount", "--format: 'beancount' is for prices, which list, price, convert and watch"),
            (
                "watch BTC -f prometheus",
                "--format: 'prometheus' is for current values, which list, price, convert and aqi print"
            ),
            ("aqi --watch -f prometheus", "--format prometheus and --watch cannot be used together"),
            ("convert - BTC SEK -f prometheus", "--format prometheus cannot be used with '-'"),
            (
                "price BTC --history 3d -f prometheus",
                "--format prometheus is for current values, which these rows are not"
            ),
            (
                "aqi Delhi --history 24h -f prometheus",
                "--format prometheus is for current values, which these rows are not"
            ),
            ("price --provider help -f beancount", "--format beancount is for prices, which these rows are not"),
            (
                "price --fields help -f prometheus",
                "--format prometheus is for current values, which these rows are not"
            ),
            ("list --fields price -f ledger", "--fields and --format ledger cannot be used together"),
            (
                "list --fields price,trend -f prometheus",
                "--fields: 'trend' is neither a number nor a text, as a metric"
            ),
            (
                "price BTC --chart -f ledger",
                "--format ledger and --chart cannot be used together; the format of a chart"
            ),
        ])
    func refused(line: String, says: String) async {
        expectFailure(await runTool(line), .usage, says: says)
    }

    /// Runs a program on the output of a command line, in a file with this name and text before it.
    private func read(
        _ line: String, by program: String, _ arguments: [String], in name: String, after text: String = ""
    ) async throws -> ToolOutcome {
        let run = await runTool(line)
        #expect(run.status == .success, "\(line): \(run.errors)")
        #expect(!run.output.isEmpty)
        return try await withTemporaryDirectory { directory in
            let path = try directory.write(text + run.output, to: name)
            return try await ToolProcess.run(
                program, arguments.map { $0 == "FILE" ? path : $0 }, environment: Self.environment)
        }
    }

    private static let purchase = "D 1.00 USD\n2024/03/02 shop\n    Assets:Coins  2 BTC\n    Equity\n\n"

    @Test("ledger accepts the directives", .needs("ledger", ledger != nil), arguments: priced)
    func ledgerReads(line: String) async throws {
        let outcome = try await read(
            "\(line) -f ledger", by: try #require(Self.ledger), ["-f", "FILE", "balance", "Assets"], in: "x.ledger",
            after: Self.purchase)
        #expect(outcome.status == .exited(0) && outcome.errorText.isEmpty, "\(outcome.errorText)")
        #expect(outcome.outputText.contains("2 BTC"))
    }

    @Test("ledger values a holding by the exact price", .needs("ledger", ledger != nil))
    func ledgerValues() async throws {
        let outcome = try await read(
            "price BTC -p sample -f ledger", by: try #require(Self.ledger),
            ["-f", "FILE", "balance", "Assets", "-X", "USD"], in: "x.ledger", after: Self.purchase)
        #expect(outcome.outputText.contains("124881.26 USD"), "\(outcome.outputText)")
    }

    @Test("hledger accepts the directives", .needs("hledger", hledger != nil), arguments: priced)
    func hledgerReads(line: String) async throws {
        let outcome = try await read(
            "\(line) -f ledger", by: try #require(Self.hledger), ["-f", "FILE", "prices"], in: "x.ledger")
        #expect(outcome.status == .exited(0) && outcome.errorText.isEmpty, "\(outcome.errorText)")
        let rows = await runTool("\(line) -f ledger").outputLines.count
        #expect(outcome.outputText.split(separator: "\n").count == rows)
    }

    @Test("bean-check accepts the directives", .needs("bean-check", beanCheck != nil), arguments: priced)
    func beancountReads(line: String) async throws {
        let outcome = try await read(
            "\(line) -f beancount", by: try #require(Self.beanCheck), ["--no-cache", "FILE"], in: "x.beancount")
        #expect(outcome.status == .exited(0) && outcome.errorText.isEmpty, "\(outcome.errorText)")
    }

    /// Names that no format takes as they are.
    private static let oddNames = ["1inch", "$wif", "a b", "x;y", "q'q", "币安", "true", "null", "t", "a.", "p|q", "x@y"]

    @Test("The programs accept the names of all coins")
    func names() async throws {
        let rows = Self.oddNames.enumerated().map { CoinGeckoAnswers.row("coin-\($0)", $1, name: "x") }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        let runs = try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 2, answer: answer)]) { server in
            let line = "list -p coingecko -q -f"
            return [
                await runTool("\(line) ledger", server.variables(for: "coingecko")).output,
                await runTool("\(line) beancount", server.variables(for: "coingecko")).output,
            ]
        }
        #expect(runs.allSatisfy { $0.split(separator: "\n").count == Self.oddNames.count }, "\(runs)")
        let readers: [(Int, String?, [String])] = [
            (0, Self.ledger, ["-f", "FILE", "balance"]), (0, Self.hledger, ["-f", "FILE", "prices"]),
            (1, Self.beanCheck, ["--no-cache", "FILE"]),
        ]
        try await withTemporaryDirectory { directory in
            for (index, program, arguments) in readers {
                guard let program else { continue }
                let path = try directory.write(runs[index], to: "names\(index).ledger")
                let outcome = try await ToolProcess.run(
                    program, arguments.map { $0 == "FILE" ? path : $0 }, environment: Self.environment)
                #expect(outcome.status == .exited(0) && outcome.errorText.isEmpty, "\(program): \(outcome.errorText)")
            }
        }
    }

    @Test(
        "promtool finds nothing to object to", .needs("promtool", promtool != nil),
        arguments: [
            "list -p sample -c SEK", "list -p sample --market futures", "price BTC ETH -p sample",
            "list -p sample --fields price,stale,name,rank,change_percent,age,bid", "convert 3 BTC SEK EUR -p sample",
            "aqi -p sample", "aqi -p sample --fields pm2_5,pm10,level,latitude",
            "price BTC -p sample,mock --consensus --min-sources 2",
        ])
    func promtoolReads(line: String) async throws {
        let run = await runTool("\(line) -f prometheus")
        #expect(run.status == .success && run.errors.isEmpty)
        let outcome = try await ToolProcess.run(
            try #require(Self.promtool), ["check", "metrics"], environment: Self.environment,
            input: .bytes(Array(run.output.utf8)))
        #expect(outcome.status == .exited(0) && outcome.errorText.isEmpty, "\(outcome.errorText)")
    }

    @Test("A row without a price has no sample of it, and no timestamp stands behind a value")
    func unknown() async throws {
        let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
        let run = try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 1, answer: rows)]) { server in
            await runTool("list -p coingecko -f prometheus --fields price,bid", server.variables(for: "coingecko"))
        }
        #expect(run.outputLines.contains { $0.hasPrefix("crypto_price{symbol=\"BTC\",id=\"bitcoin\"") })
        #expect(!run.output.contains("crypto_bid"))
        let samples = run.outputLines.filter { !$0.hasPrefix("#") }
        #expect(samples.allSatisfy { $0.split(separator: "} ").last?.contains(" ") == false }, "\(samples)")
    }
}
