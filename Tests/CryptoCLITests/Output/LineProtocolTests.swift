import CryptoCLI
import TestSupport
import Testing

/// Points, as an independent parser reads them: the module line-protocol-parser of PyPI.
@Suite(
    "--format influx: against python3's line-protocol-parser",
    .needs("python3 with its module line_protocol_parser") { await PythonPoints.python.value != nil }, .quick, .endsHang
)
struct LineProtocolPythonTests {
    @Test(
        "A point has all numbers of its row in JSON, its tags and its time",
        arguments: [
            "list", "list --market all -c SEK", "list --market futures", "price BTC ETH stock:AAPL USD/SEK",
            "price BTC --history 3d", "price BTC --history 30d -c SEK", "convert 3 BTC SEK EUR BTC", "aqi",
            "aqi Delhi --history 24h", "aqi --watch --count 20", "watch BTC ETH", "watch BTC --candles 1m",
            "price BTC --consensus --min-sources 2 -p sample,mock",
        ])
    func rows(line: String) async throws {
        let line = line.contains(" -p ") ? line : "\(line) -q -p sample"
        let runs = [await runTool("\(line) -f influx"), await runTool("\(line) -f jsonl")]
        #expect(runs.allSatisfy { $0.status == .success && $0.errors.isEmpty }, "\(runs)")
        try await compare(runs[0].output, with: runs[1].output)
    }

    @Test("Names of coins come back as they were sent")
    func names() async throws {
        let names = ["1inch", "$wif", "a b", "x,y", "a=b", "q'q", "q\\\"q", "币安", "#1", "a\\\\b", ",", "="]
        let rows = names.enumerated().map { CoinGeckoAnswers.row("coin-\($0)", $1, name: "x") }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        let runs = try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 2, answer: answer)]) { server in
            var runs: [String] = []
            for format in ["influx", "jsonl"] {
                let line = "list -p coingecko -q -f \(format) --fields symbol,time,price,currency,kind,provider"
                runs.append(await runTool(line, server.variables(for: "coingecko")).output)
            }
            return runs
        }
        #expect(runs[0].split(separator: "\n").count == names.count)
        try await compare(runs[0], with: runs[1])
    }

    private func compare(_ points: String, with rows: String) async throws {
        #expect(!points.isEmpty)
        let python = try #require(await PythonPoints.python.value)
        let outcome = try await ToolProcess.run(
            python, ["-c", PythonPoints.script], environment: PythonModule.environment,
            input: .bytes(Array("\(points)\0\(rows)".utf8)))
        #expect(
            outcome.status == .exited(0) && outcome.outputText == "same\n", "\(outcome.outputText)\(outcome.errorText)")
    }
}

private enum PythonPoints {
    static let python = Task { await PythonModule.interpreter(importing: "line_protocol_parser") }

    /// Reads points and rows of JSON, with a zero byte between, and says where they differ.
    static let script = #"""
        import json, re, sys
        from datetime import datetime
        from line_protocol_parser import parse_line
        points, rows = [text.strip("\n").split("\n") for text in sys.stdin.read().split("\0")]
        names = ["symbol", "currency", "provider", "kind", "city", "country", "scale", "from", "to"]
        assert len(points) == len(rows), (len(points), len(rows))
        for line, text in zip(points, rows):
            point, row = parse_line(line), json.loads(text, parse_float=str, parse_int=str)
            whole = re.compile("[0-9]+").fullmatch
            seconds = datetime.fromisoformat(row["time"].split(".")[0].rstrip("Z") + "+00:00").timestamp()
            fraction = (row["time"].rstrip("Z").split(".") + [""])[1]
            time = int(seconds) * 10**9 + int(fraction.ljust(9, "0"))
            assert point["time"] == time, (point, row)
            assert point["tags"] == {name: row[name] for name in names if row.get(name)}, (point, row)
            numbers = json.loads(text)
            numbers = {k: v for k, v in numbers.items() if isinstance(v, (int, float)) and not isinstance(v, bool)}
            assert point["fields"] == numbers, (point["fields"], numbers)
            # With all digits.
            texts = dict(part.split("=") for part in line.rsplit(" ", 2)[1].split(","))
            for name, value in texts.items():
                assert value == row[name] + ("i" if name in ("age", "rank") else ""), (name, value, row[name])
        print("same")
        """#
}
