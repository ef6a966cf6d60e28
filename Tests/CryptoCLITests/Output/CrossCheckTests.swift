import TestSupport
import Testing

@Suite("Other programs read the output", .quick)
struct CrossCheckTests {
    private static let python = Executables.inPath("python3")
    private static let jq = Executables.inPath("jq")
    private static let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/", "PYTHONIOENCODING": "utf-8"]

    /// Every row as fields and values, with null as empty text, as in csv.
    private static let script = """
        import csv, io, json, sys
        table, document = sys.stdin.buffer.read().decode().split("\\0")
        rows = list(csv.DictReader(io.StringIO(table, newline=""), strict=True))
        objects = json.loads(document, parse_float=str, parse_int=str)
        def text(value):
            if isinstance(value, list):
                return " ".join(value)
            return "" if value is None else str(value).lower() if isinstance(value, bool) else value
        expected = [{key: text(value) for key, value in row.items()} for row in objects]
        print(len(rows), len(rows[0]), rows == expected)
        """

    private static let names = [
        "time", "symbol", "id", "name", "kind", "market", "price", "currency", "open", "high", "low", "change",
        "change_percent", "volume", "market_cap", "rank", "bid", "ask", "provider", "age", "stale", "via",
        "change_percent_1h", "change_percent_7d", "trend", "chain",
    ].joined(separator: ",")

    private func compare(_ line: [String], _ variables: [String: String] = [:]) async throws -> String {
        let python = try #require(Self.python)
        let table = await runTool(line + ["--csv", "--fields", Self.names], variables)
        let document = await runTool(line + ["--json"], variables)
        let input = Array((table.output + "\0" + document.output).utf8)
        let outcome = try await ToolProcess.run(
            python, ["-c", Self.script], environment: Self.environment, input: .bytes(input))
        #expect(outcome.errorText.isEmpty)
        return outcome.outputText
    }

    @Test("python3 reads the same from csv and json", .needs("python3", python != nil))
    func pythonReads() async throws {
        #expect(try await compare(["list", "-p", "sample", "-c", "SEK"]) == "50 26 True\n")
    }

    @Test("Names that csv and json must escape are read unchanged", .needs("python3", python != nil))
    func pythonReadsOddNames() async throws {
        let rows = [#"a,\"b\""#, #"line\nbreak"#, #"\\back\\"#, "Ж 币 🪙", "", " =1+1"].enumerated().map { index, name in
            CoinGeckoAnswers.row("coin-\(index)", "c\(index)", name: name)
        }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 2, answer: answer)]) { server in
            let said = try await compare(["list", "-p", "coingecko"], server.variables(for: "coingecko"))
            #expect(said == "6 26 True\n")
        }
    }

    @Test("jq reads json and jsonl", .needs("jq", jq != nil))
    func jqReads() async throws {
        let jq = try #require(Self.jq)
        let symbols = await runTool(["list", "-p", "sample", "--template", #"{symbol}\n"#])
        for (format, filter) in [("json", ".[].symbol"), ("jsonl", ".symbol")] {
            let run = await runTool(["list", "-p", "sample", "-f", format])
            let outcome = try await ToolProcess.run(jq, ["-r", filter], input: .bytes(Array(run.output.utf8)))
            #expect(outcome.status == .exited(0))
            #expect(outcome.outputText == symbols.output)
        }
    }
}
