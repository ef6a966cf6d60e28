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
}
