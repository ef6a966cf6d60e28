import CryptoCLI
import DecimalArithmetic
import Rendering
import TestSupport
import Testing

@Suite("price --chart", .quick)
struct HistoryChartTests {
    private static let thursday = 19_782

    private static func klines(_ rows: [(day: Int, close: String)]) -> Exchange {
        let texts = rows.map { row in
            "[\(row.day * 86_400_000),\"9\",\"90000\",\"8\",\"\(row.close)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]"
        }
        return .get(
            "/api/v3/klines", query: ["symbol": "BTCUSDT"], answer: .json("[" + texts.joined(separator: ",") + "]"))
    }

    private func run(_ line: String, _ rows: [(day: Int, close: String)]) async throws -> ToolRun {
        try await withLoopbackServer([Self.klines(rows)]) { server in
            let variables = server.variables(for: "binance").merging(["LC_ALL": "C.UTF-8", "COLUMNS": "60"]) { $1 }
            return await runTool("price BTC -c USDT -p binance --chart \(line)", variables)
        }
    }

    @Test("Without --history a chart shows a month with prices, dates, min, max and last, as wide as COLUMNS")
    func month() async throws {
        let rows = (0..<30).map { (day: Self.thursday - 29 + $0, close: "\(60_000 + ($0 * 7919) % 5000)") }
        let run = try await run("", rows)
        #expect(run.status == .success, "\(run.errors)")
        let closing = try #require(rows.last?.close)
        let title = "BTC  \(closing.prefix(2)),\(closing.suffix(3)).00 USDT on Feb 29"
        #expect(run.outputLines.first?.hasPrefix(title) == true, "\(run.output)")
        #expect(run.outputLines[1].hasSuffix("% since Jan 31  UTC  binance"), "\(run.output)")
        #expect(run.outputLines.allSatisfy { $0.count <= 60 })
        let closes = rows.compactMap { Int($0.close) }
        let last = run.outputLines.suffix(3).joined(separator: "   ")
        for (word, value) in [("max", closes.max()), ("min", closes.min()), ("last", closes.last)] {
            let shown = "\(try #require(value) / 1000),\(String(try #require(value) % 1000 + 1000).dropFirst())"
            #expect(last.contains("\(word) \(shown)"), "\(last)")
        }
        #expect(run.output.contains("Jan 31") && last.contains("Feb 29"))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test("Prices that differ little have the decimals that tell them apart, unless --digits says how many")
    func closePrices() async {
        let run = await runTool("price USDT --chart --history 8h -p sample", ["NO_COLOR": "1"])
        #expect(run.output.hasPrefix("Tether (USDT)  1.0003 USD  -0.05% since "), "\(run.output)")
        #expect(
            run.outputLines.last == "^ max 1.0011 08:00   v min 1.0003 12:00   o last 1.0003 12:00", "\(run.output)")
        let rounded = await runTool("price USDT --chart --history 8h -p sample --digits 2", ["NO_COLOR": "1"])
        #expect(rounded.output.hasPrefix("Tether (USDT)  1.00 USD  ") && rounded.output.contains("max 1.00 08:00"))
        let month = await runTool("price USDT --chart -p sample", ["NO_COLOR": "1"])
        #expect(month.output.hasPrefix("Tether (USDT)  1.0003 USD on Feb 29  "), "\(month.output)")
        #expect(month.output.contains("max 1.0226 ") && month.output.contains("1.025 +"), "\(month.output)")
    }

    @Test("The title fits the width, and its change is from the first to the last value of the curve")
    func title() async throws {
        let rows = await runTool("price BTC --history 30d -p sample --template {close};")
        let prices = rows.output.split(whereSeparator: { ",;".contains($0) }).map(String.init)
        let first = try #require(prices.first.flatMap { ExactDecimal($0) })
        let close = try #require(prices.last.flatMap { ExactDecimal($0) })
        let change = Presentation.percent.text(of: Number(try (close - first).percentage(of: first)))
        let price = Presentation.price.text(of: Number(close))
        for (width, title) in [
            (80, ["Bitcoin (BTC)  \(price) USD on Feb 29  \(change) since Jan 31  UTC  sample"]),
            (71, ["Bitcoin (BTC)  \(price) USD on Feb 29", "\(change) since Jan 31  UTC  sample"]),
            (40, ["Bitcoin (BTC)  \(price) USD on Feb 29", "\(change) since Jan 31  UTC  sample"]),
        ] {
            let run = await runTool("price BTC --chart -p sample", ["NO_COLOR": "1"], columns: width)
            #expect(Array(run.outputLines.prefix(title.count)) == title)
        }
    }

    @Test(
        "The title says since when: a day, with the clock for hours, with the year for years; one value has its time only",
        arguments: [
            ("--history 6h", "USD  +"), ("--history 6h", "% since Mar 1 07:00  UTC"),
            ("--history 2d", "% since Feb 28 13:00  UTC"),
            ("--from 2024-02-29T00:00:00Z --to 2024-02-29T05:59:59Z", "USD at Feb 29 06:00  "),
            ("--history 360d --candles 1w", "USD on 2024-02-25  "), ("--history 1h", "USD  Mar 1 12:00  UTC"),
            ("--history 360d --candles 1w", "% since 2023-03-12  UTC"),
            ("--history 1d --candles 1d", "USD  Feb 29  UTC"), ("--history 1w --candles 1w", "USD  Feb 25  UTC"),
        ])
    func since(options: String, words: String) async {
        let run = await runTool("price BTC --chart -p sample \(options)", ["NO_COLOR": "1"], columns: 80)
        #expect(run.outputLines.prefix(2).joined(separator: "  ").contains(words), "\(run.output)")
    }

    @Test("The close of a week has the date of its last day, as the same close has among those of days")
    func week() async {
        let weeks = await runTool("price ETH --chart --candles 1w --history 60d -p sample", columns: 80)
        let words = "o last 3,582.02 Feb 25"
        #expect(weeks.outputLines.last?.hasSuffix(words) == true, "\(weeks.output)")
        #expect(weeks.output.contains("  Feb 18  Feb 25\n"), "\(weeks.output)")
        let days = await runTool("price ETH --chart --from 2024-02-01 --to 2024-02-25 -p sample", columns: 80)
        #expect(days.outputLines.last?.hasSuffix(words) == true, "\(days.output)")
        let svg = await runTool("price ETH --chart --candles 1w --history 60d -p sample -f svg")
        #expect(svg.output.contains("USD on Feb 25 ·") && svg.output.contains("last 3,582.02 Feb 25"))
    }

    @Test(
        "Times are as exact as the values: a day alone, or with the year or the clock, or the clock",
        arguments: [
            ("--history 7d --candles 1d", "o last 62,440.63 Feb 29", "Feb 23"),
            ("--history 1d --candles 1d", "o last 62,440.63 Feb 29", "Feb 29"),
            ("--history 2d", " Mar 1 12:00", "18:00"),
            ("--history 6h", " 12:00", "07:00"), ("--history 1h", " Mar 1 12:00", "Mar 1 12:00"),
            ("--history 360d --candles 1w", " 2024-02-25", "2023-05"),
        ])
    func times(options: String, last: String, first: String) async {
        let run = await runTool("price BTC --chart -p sample \(options)", ["NO_COLOR": "1", "COLUMNS": "80"])
        #expect(run.outputLines.last?.hasSuffix(last) == true, "\(run.output)")
        let rule = run.outputLines.firstIndex { $0.contains("+-") } ?? 0
        let labels = run.outputLines.dropFirst(rule + 1).first ?? ""
        #expect(labels.drop { $0 == " " }.hasPrefix(first + "  ") || labels.hasSuffix(" " + first), "\(labels)")
        #expect(first.contains(":") || !labels.contains(":"), "\(labels)")
    }

    @Test(
        "Charts of days and weeks have the dates of UTC, as their table; those of shorter candles are local",
        .needsBuiltProduct("crypto"),
        arguments: [
            ("--history 7d --candles 1d", "since Feb 23  UTC", "Feb 29"),
            ("--history 30d --candles 1w", "since Feb 4  UTC", "Feb 25"),
            ("--history 6h", "since Mar 1 02:00  EST", "07:00"),
        ])
    func zone(options: String, since: String, last: String) async throws {
        let words = "price BTC --chart --provider sample \(options)".split(separator: " ").map(String.init)
        for format in [[], ["--format", "svg"]] {
            let outcome = try await runBuilt(words + format, ["TZ": "EST5", "LANG": "C.UTF-8", "NO_COLOR": "1"])
            #expect(outcome.status == .exited(0))
            let text = outcome.outputText
            let isSVG = !format.isEmpty
            #expect(isSVG || text.contains(since) && text.hasSuffix(" \(last)\n"), "\(text)")
            #expect(!isSVG || text.contains(last), "\(text)")
        }
    }

    @Test("Days without a candle are a gap in the line")
    func gap() async throws {
        let whole = (0..<30).map { (day: Self.thursday - 29 + $0, close: "60000") }
        let gappy = whole.filter { !(10..<20).contains($0.day - whole[0].day) }
        let dots = { (text: String) in text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } }
        let (full, broken) = (try await run("", whole).output, try await run("", gappy).output)
        #expect(dots(broken) < dots(full))
        #expect(dots(broken) > 0)
    }

    @Test("-f svg is one file of all symbols, with exact values in its texts")
    func svg() async throws {
        let run = await runTool("price BTC ETH --chart -f svg --history 7d -p sample")
        #expect(run.status == .success)
        #expect(run.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
        #expect(run.output.hasSuffix("</svg>\n"))
        #expect(run.output.contains("<title>Bitcoin (BTC), 62,440.63 USD on Feb 29 · "))
        #expect(run.output.contains("<title>Ethereum (ETH), "))
        #expect(run.output.contains("A line of 7 values from 2024-02-23T00:00:00Z"))
    }

    @Test("The title says which values --if has left", arguments: ["price BTC", "aqi Delhi"])
    func condition(command: String) async {
        let name = command.hasPrefix("aqi") ? "aqi" : "close"
        let words =
            command.split(separator: " ").map(String.init) + ["--chart", "-p", "sample", "--if", "\(name) > 300"]
        let run = await runTool(words, ["NO_COLOR": "1"], columns: 80)
        #expect(run.outputLines.prefix(2).contains { $0.hasSuffix("  if \(name) > 300") }, "\(run.output)")
        #expect(await runTool(words + ["-f", "svg"]).output.contains(" · if \(name) &gt; 300"))
    }

    @Test("If one symbol fails the others are drawn; --if leaves out candles and exits with 1 if none is left")
    func partly() async throws {
        let some = await runTool("price BTC NOPE --chart -p sample --history 7d", ["COLUMNS": "60"])
        #expect(some.status == .unknownName)
        #expect(some.outputLines.first?.hasPrefix("Bitcoin (BTC)  ") == true)
        #expect(some.errors.contains("'NOPE'"))
        let none = await runTool(["price", "BTC", "--chart", "-p", "sample", "--if", "close > 1000000"])
        #expect(none.status == .noMatch)
        #expect(none.output.isEmpty)
    }

    @Test(
        "Options that do not go with a chart are refused",
        arguments: [
            ("--json", "--json and --chart cannot be used together"), ("--at 2024-02-01", "--at is one day"),
            ("--consensus", "--consensus uses current prices"), ("--template {close}", "--template and --chart"),
        ])
    func refused(option: String, words: String) async {
        expectFailure(await runTool("price BTC -p sample --chart \(option)"), .usage, says: words)
        let svg = await runTool("price BTC -p sample -f svg")
        expectFailure(svg, .usage, says: "--format svg is for charts")
    }
}
