import CryptoCLI
import Platform
import Rendering
import Synchronization
import TestSupport
import Testing

@Suite("price --chart: colours, images and time zones", .quick)
struct PriceChartStyleTests {
    private static let size = Terminal.Size(columns: 80, rows: 24)
    private static let colorful = ["COLORTERM": "truecolor", "LANG": "C.UTF-8", "TERM": "xterm-256color"]

    private func run(
        _ line: String, _ variables: [String: String] = colorful, background: ChartColor? = nil
    ) async -> ToolRun {
        await runTool(
            line.split(separator: " ").map(String.init), variables,
            console: TestConsole(size: Self.size, background: { background }))
    }

    @Test(
        "On a terminal that says its background, or whose variable does, the part below the line is dimmer",
        arguments: [
            ("#101010", "", "[48;2;59;27;28m"), ("#ffffff", "", "[48;2;250;218;219m"), ("", "15;0", "[48;2;46;14;15m"),
            ("", "0;15", "[48;2;250;218;219m"), ("#ffffff", "15;0", "[48;2;250;218;219m"), ("", "", nil),
            ("", "0;default", nil),
        ] as [(String, String, String?)])
    func background(color: String, variable: String, fill: String?) async {
        var variables = Self.colorful
        if !variable.isEmpty { variables["COLORFGBG"] = variable }
        let run = await run("price BTC --chart -p sample", variables, background: ChartColor(color))
        #expect(run.output.contains("\u{1B}[31m") == (fill == nil) && run.output.contains("vol"))
        #expect(run.output.contains("[48;2;") == (fill != nil), "\(run.output)")
        if let fill { #expect(run.output.contains(fill), "\(run.output)") }
    }

    @Test("NO_COLOR and a terminal of 16 colours have no fill; TERM=dumb has no colours")
    func fewColors() async {
        let background = ChartColor("#000000")
        let plain = await run("price BTC --chart -p sample", ["NO_COLOR": "1"], background: background)
        #expect(!plain.output.contains("\u{1B}"))
        let basic = await run("price BTC --chart -p sample", ["TERM": "xterm"], background: background)
        #expect(basic.output.contains("\u{1B}[31m") && !basic.output.contains("[48;"))
        let dumb = await run("price BTC --chart -p sample", ["TERM": "dumb"], background: background)
        #expect(!dumb.output.contains("\u{1B}"))
    }

    @Test(
        "-f svg is one file of all symbols, with exact values in its texts",
        arguments: [
            (
                "BTC ETH --history 7d",
                [
                    "<title>Bitcoin (BTC), 62,440.63 USD on Feb 29 · ", "<title>Ethereum (ETH), ",
                    "A line of 7 values from 2024-02-23T00:00:00Z",
                ]
            ),
            ("ETH --candles 1w --history 60d", ["USD on Feb 25 ·", "last 3,582.02 Feb 25"]),
            (
                "BTC --candlesticks",
                [
                    "class=\"body rise\"", "class=\"body fall\"", "<desc>30 candles from ", "class=\"volume\"",
                ]
            ),
            ("BTC ETH SOL --overlay", ["<desc>3 lines from ", "● BTC</text>"]),
            ("BTC --if close>300", [" · if close&gt;300"]),
        ])
    func svg(options: String, texts: [String]) async {
        let run = await run("price \(options) --chart -p sample -f svg")
        #expect(run.status == .success && run.output.hasSuffix("</svg>\n"))
        #expect(run.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
        for text in texts { #expect(run.output.contains(text), "\(text)\n\(run.output)") }
    }

    @Test("A chart of air as SVG says which values --if has left")
    func condition() async {
        let run = await run("aqi Delhi --chart -p sample --if aqi>300 -f svg")
        #expect(run.output.contains(" · if aqi&gt;300"))
    }

    @Test("A curve of one value is a dot in the image")
    func short() async {
        let day = await run("price BTC ETH --chart --overlay --from 2024-02-28 --to 2024-02-28 -p sample -f svg")
        #expect(day.output.ranges(of: "<circle class=\"point\"").count == 2, "\(day.output)")
    }

    @Test("A terminal that is dumb is not asked for its background, nor is one for which nothing is drawn")
    func notAsked() async {
        for (line, variables) in [
            ("price BTC --chart -p sample --color always", ["TERM": "dumb", "COLORTERM": "truecolor"]),
            ("price QQQQ --chart -p sample", Self.colorful), ("price BTC -p sample", Self.colorful),
            ("price BTC --chart -p sample -f svg", Self.colorful),
        ] {
            let asked = Mutex(0)
            let console = TestConsole(
                size: Self.size,
                background: {
                    asked.withLock { $0 += 1 }
                    return nil
                })
            _ = await runTool(line.split(separator: " ").map(String.init), variables, console: console)
            #expect(asked.withLock(\.self) == 0, "\(line)")
        }
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
}
