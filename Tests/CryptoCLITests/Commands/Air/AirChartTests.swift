import CryptoCLI
import TestSupport
import Testing

@Suite("aqi: charts as SVG", .quick)
struct AirChartTests {
    private static func svg(_ options: String) async -> String {
        await runTool("aqi --provider sample --chart -f svg \(options)").output
    }

    @Test("The charts of several cities are in one file, in the order of the rows, with the bands of all")
    func severalCities() async {
        let sorted = await Self.svg("--sort aqi")
        let names = sorted.ranges(of: "class=\"head\">").map { sorted[$0.upperBound...].prefix(4) }
        #expect(names.count == 12 && names.first == "Chen" && names.last == "Delh")
        let cities = await Self.svg("Delhi Chennai --history 30d")
        for words in [">Satisfactory</text>", ">Very Poor</text>", "fill=\"#a2bd60\"", "fill=\"#d74d3e\""] {
            #expect(cities.contains(words))
        }
    }

    @Test("A chart with hours to come has the rule of the present, and one without them has none")
    func present() async {
        let forecast = await Self.svg("Delhi Pune --history 2h --forecast 2h")
        #expect(forecast.ranges(of: "stroke-dasharray").count == 2 && forecast.contains("┊ now 12:00"))
        #expect(!(await Self.svg("Delhi Pune").contains("stroke-dasharray")))
    }

    @Test("The highest band of an open scale ends with the axis, above its own range")
    func highestBand() async {
        let svg = await Self.svg("Delhi --scale eu")
        let edges = svg.split(separator: "\n").filter { $0.contains("class=\"band\"") }.compactMap { line in
            line.firstMatch(of: /\by="([0-9.]+)"/).flatMap { Double($0.1) }
        }
        // The plot begins below the two lines of the title.
        #expect(svg.contains(">140</text>") && edges.min() == 72, "\(svg)")
    }
}

@Suite("the built tool: charts", .needsBuiltProduct("crypto"), .quick)
struct AirChartBuiltTests {
    @Test("the clock below a chart is that of TZ")
    func zone() async throws {
        let outcome = try await runBuilt(
            ["aqi", "Delhi", "--chart", "--provider", "sample"], ["TZ": "IST-5:30", "LANG": "C.UTF-8"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.contains("● last 311 Mar 1 17:30"))
        #expect(
            outcome.outputText.hasPrefix("Delhi, India  AQI 311 (in)  Very Poor  -5 since Feb 29 18:30  IST  sample\n"))
    }

    @Test("on a terminal it is coloured and no wider than that")
    func terminal() async throws {
        let outcome = try await runBuilt(
            ["aqi", "Delhi", "--chart", "--provider", "sample"],
            ["TZ": "UTC0", "LANG": "C.UTF-8", "TERM": "xterm-256color"],
            terminal: TerminalSize(columns: 50, rows: 12))
        #expect(outcome.status == .exited(0))
        let lines = outcome.outputText.split(whereSeparator: \.isNewline)
        #expect(lines.count < 12 && outcome.outputText.contains("\u{1B}[38;5;167m"))
        #expect(lines.contains { $0.contains("└─") && $0.contains("─┬─") && $0.count == 50 })
    }
}
