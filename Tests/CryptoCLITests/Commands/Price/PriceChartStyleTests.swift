import CryptoCLI
import Platform
import Rendering
import Synchronization
import TestSupport
import Testing

@Suite("price --chart: colours, candles and several symbols", .quick)
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

    @Test("Without a terminal a chart has no colours, no amounts, and asks no terminal")
    func piped() async {
        let run = await runTool("price BTC --chart -p sample", ["LANG": "C.UTF-8"])
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("vol"))
        let forced = await runTool("price BTC --chart -p sample --color always", ["COLORFGBG": "15;0"])
        #expect(forced.output.contains("\u{1B}[31m") && !forced.output.contains("[48;"))
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

    @Test("--candlesticks draws the candles of the period, in text and in SVG")
    func candlesticks() async {
        let text = await run("price BTC --chart --candlesticks -p sample --color never")
        #expect(text.status == .success && text.output.contains("█") && text.output.contains("┃"), "\(text.output)")
        // The highest price, not the highest close.
        let highs = await runTool(["price", "BTC", "--history", "30d", "-p", "sample", "--template", "{high}\n"])
        let highest = highs.outputLines.compactMap { Double($0) }.max() ?? 0
        let digits = text.outputLines.last?.split(separator: "max ").last?.prefix { $0 != " " }.filter { $0 != "," }
        #expect(digits.flatMap { Double($0) } == highest, "\(text.output)")
        let file = await run("price BTC --chart --candlesticks -p sample -f svg")
        #expect(file.output.contains("class=\"body rise\"") && file.output.contains("class=\"body fall\""))
        #expect(file.output.contains("<desc>30 candles from ") && file.output.contains("class=\"volume\""))
    }

    @Test("--overlay draws all symbols in one chart as percent since their first candle, with a legend")
    func overlay() async {
        let text = await run("price BTC ETH SOL --chart --overlay -p sample --color never")
        #expect(text.outputLines.first == "BTC, ETH, SOL  change in USD since Jan 31  UTC  sample", "\(text.output)")
        let single = await run("price BTC --chart -p sample --color never")
        let change = single.output.split(separator: " since ").first?.split(separator: " ").last ?? ""
        #expect(text.outputLines.last?.hasPrefix("● BTC \(change)   ▲ ETH +") == true, "\(text.output)")
        #expect(text.output.contains("0% ┤"))
        let file = await run("price BTC ETH SOL --chart --overlay -p sample -f svg")
        #expect(file.output.contains("<desc>3 lines from ") && file.output.contains("● BTC</text>"))
    }

    @Test("A pair has its currency in the legend, a symbol twice is one curve, and two currencies are in no title")
    func pairs() async {
        let run = await run("price BTC BTC/EUR btc USD/SEK --chart --overlay -p sample --color never")
        #expect(run.outputLines.first?.hasPrefix("BTC, BTC/EUR, USD/SEK  change since Jan 31") == true, "\(run.output)")
        #expect(run.outputLines.last?.contains("▲ BTC/EUR ") == true && run.output.contains("■ USD/SEK "))
    }

    @Test("A curve of one value is a dot in the image; one that begins later says since when")
    func short() async {
        let day = await run("price BTC ETH --chart --overlay --from 2024-02-28 --to 2024-02-28 -p sample -f svg")
        #expect(day.output.ranges(of: "<circle class=\"point\"").count == 2, "\(day.output)")
        let late = await run("price BTC USD/SEK --chart --overlay --history 2d -p sample --color never")
        #expect(late.outputLines.last?.contains("BTC ") == true && late.output.contains(" since Feb 28 13:00"))
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

    @Test("If one symbol of --overlay fails the others are drawn, and the status is that of the failure")
    func partly() async {
        let run = await run("price BTC NOPE --chart --overlay -p sample --color never")
        #expect(run.status == .unknownName && run.outputLines.first?.hasPrefix("BTC  change in USD since ") == true)
        #expect(run.errors.contains("'NOPE'"))
        let none = await self.run("price NOPE --chart --overlay -p sample")
        #expect(none.status == .unknownName && none.output.isEmpty)
    }

    @Test(
        "--candlesticks and --overlay need --chart, and do not go together",
        arguments: [
            ("--candlesticks", "--candlesticks needs --chart"), ("--overlay", "--overlay needs --chart"),
            ("--chart --overlay --candlesticks", "--candlesticks and --overlay cannot be used together"),
        ])
    func refused(options: String, words: String) async {
        expectFailure(await runTool("price BTC -p sample \(options)"), .usage, says: words)
    }
}
