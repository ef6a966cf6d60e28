import CryptoCLI
import TestSupport
import Testing

@Suite("--format influx", .quick, .endsHang)
struct LineProtocolTests {
    @Test(
        "Each command has the points of its rows; a stream prints them as they arrive",
        arguments: [
            (
                "price BTC PEPE --fields price",
                """
                crypto,currency=USD,kind=coin,provider=sample,symbol=BTC price=62440.63 1709294400000000000
                crypto,currency=USD,kind=coin,provider=sample,symbol=PEPE price=0.00000405 1709294400000000000
                """
            ),
            (
                "price PEPE --fields price,id,stale --digits 0",
                """
                crypto,currency=USD,id=pepe,kind=coin,provider=sample,symbol=PEPE price=0.00000405,stale=false \
                1709294400000000000
                """
            ),
            (
                "price BTC --at 2024-02-25 --fields close,complete",
                """
                crypto,currency=USD,provider=sample,symbol=BTC,width=1d close=60406.46,complete=true \
                1708819200000000000
                """
            ),
            (
                "convert 3 BTC EUR --fields rate,age",
                "crypto,from=BTC,provider=sample,to=EUR rate=57745.88920744,age=0i 1709294400000000000"
            ),
            ("convert 3 BTC BTC --fields rate", "crypto,from=BTC,to=BTC rate=1 1709294400000000000"),
            (
                "watch BTC --count 2 --fields price",
                """
                crypto,currency=USD,kind=coin,provider=sample,symbol=BTC price=62440.63 1709294400000000000
                crypto,currency=USD,kind=coin,provider=sample,symbol=BTC price=62428.14 1709294401000000000
                """
            ),
            (
                "aqi Delhi --history 1h --fields aqi",
                "aqi,city=Delhi,country=India,provider=sample,scale=in aqi=311 1709294400000000000"
            ),
        ])
    func points(line: String, text: String) async {
        let run = await runTool("\(line) -p sample -f influx")
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == text + "\n")
    }

    @Test("Holdings have points with their value, and a stream of them too; their total has no provider")
    func holdings() async throws {
        try await withHome("BTC 2 @ 30000\nPEPE 1000\n") { home in
            let tags = "crypto,currency=USD,kind=coin,provider=sample,symbol=BTC"
            for line in ["list --holdings", "watch --holdings --count 1"] {
                let run = await home.run("\(line) -f influx --fields value,gain")
                #expect(run.outputLines.first == "\(tags) value=124881.26,gain=64881.26 1709294400000000000")
            }
            let total = await home.run("list --holdings --total -f influx --fields value,price")
            #expect(total.output == "crypto,currency=USD,symbol=total value=124881.26405 1709294400000000000\n")
        }
    }

    @Test("A row of which no number is known is left out, with a notice")
    func leftOut() async throws {
        let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
        let run = try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 1, answer: rows)]) { server in
            await runTool("list -p coingecko -f influx --fields bid,name", server.variables(for: "coingecko"))
        }
        #expect(run.status == .success && run.output.isEmpty)
        #expect(run.errors.hasSuffix("crypto: influx: 1 row is left out, without a number\n"), "\(run.errors)")
    }

    @Test(
        "What has no points is refused before any request",
        arguments: [
            (
                "price --fields help -f influx",
                "--format influx is for prices and air quality, which these rows are not"
            ),
            ("list --fields price,trend -f influx", "--fields: 'trend' is neither a number nor a text, as a field"),
            ("price BTC --append x.lp", "--append and format influx (the ending of 'x.lp') cannot be used together"),
            (
                "price BTC --chart -f influx",
                "--format influx and --chart cannot be used together; the format of a chart"
            ),
        ])
    func refused(line: String, says: String) async {
        expectFailure(await runTool(line), .usage, says: says)
    }
}

/// The same points, as an independent parser reads them: the module line-protocol-parser of PyPI.
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
