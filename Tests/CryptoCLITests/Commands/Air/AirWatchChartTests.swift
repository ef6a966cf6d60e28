import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("aqi --watch --chart", .quick, .endsHang, .virtualTime)
struct AirWatchChartTests {
    private static let size = Terminal.Size(columns: 80, rows: 24)
    private static let variables = ["LANG": "C.UTF-8", "TERM": "xterm-256color"]

    /// Sends a value at each of these seconds. On a terminal the next one waits until a drawing has the words of its
    /// message.
    private func run(
        _ seconds: [Int], _ arguments: String..., cities: [String] = ["Delhi"], terminal: Terminal.Size? = nil,
        drawn: [String] = [], message: (@Sendable (Int) -> String)? = nil
    ) async throws -> ToolRun {
        let console = TestConsole(size: terminal)
        let variables = terminal == nil ? [:] : Self.variables
        let script: WebSocketScript = { peer in
            var now = 0
            for (index, second) in seconds.enumerated() {
                try peer.wait(.seconds(second - now))
                now = second
                let rows = cities.map { #"{"city":"\#($0)","aqi":\#(index + 1)}"# }.joined(separator: ",")
                try peer.send(text: message?(index) ?? "[\(rows)]")
                if index < drawn.count { try peer.wait { console.output.contains(drawn[index]) } }
            }
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                [
                    "aqi", "-p", "city-ws", "--watch", "--chart", "--count", "\(seconds.count * cities.count)",
                ] + arguments, server.airVariables.merging(variables) { $1 }, console: console)
        }
    }

    @Test(
        "the first two values, then one when 30 s have passed since the last recorded one: 0, 1, 31, 61, and the current one"
    )
    func records() async throws {
        let run = try await run(Array(0...70), "-f", "svg")
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(run.output.contains(">AQI 71 (in) · Satisfactory · +70 since Mar 1 12:00 · UTC · city-ws · "))
        #expect(
            run.output.contains(
                "<desc>A line of 5 values from 2024-03-01T12:00:00Z to 2024-03-01T12:01:10Z: "
                    + "max 71 12:01:10, min 1 12:00:00, last 71 12:01:10</desc>"))
    }

    @Test("25 records at most, the oldest out")
    func capacity() async throws {
        let run = try await run((0..<40).map { $0 * 30 }, "-f", "svg")
        #expect(run.output.contains("<desc>A line of 25 values from 2024-03-01T12:07:30Z to 2024-03-01T12:19:30Z: "))
    }

    @Test("a chart a city over one connection, drawn when the stream ends")
    func charts() async throws {
        let run = try await run([0, 60, 120], cities: ["Delhi", "Agra"])
        #expect(run.status == .success)
        let heads = run.outputLines.filter { $0.contains("AQI") }
        #expect(
            heads
                == ["Agra", "Delhi"].map { "\($0)  AQI 3 (in)  Good  +2 since Mar 1 12:00  UTC  city-ws" })
        #expect(run.output.contains("50 +") && run.output.contains("o last 3 12:02"))
    }

    @Test("on a terminal a chart is drawn in place, within its lines, when its readings span half a minute")
    func picture() async throws {
        let run = try await run(
            [0, 29, 30, 60], terminal: Self.size, drawn: ["AQI 301 (in)", "AQI 302 (in)", "● last 303 "],
            message: { #"[{"city":"Delhi","aqi":\#([301, 302, 303, 12][$0])}]"# })
        #expect(run.status == .success && run.errors.isEmpty)
        for words in ["400 ", "● last 12 ", "city-ws live · 1 city", "Very Poor", "-289 since Mar 1 12:00"] {
            #expect(run.output.contains(words), "\(words) in \(run.output)")
        }
        for drawing in run.output.split(separator: "\u{1B}[?2026h") {
            #expect(drawing.utf8.count { $0 == 13 } < Self.size.rows)
            #expect(drawing.contains("┤") != drawing.contains("a chart follows") || !drawing.contains("AQI"))
        }
    }

    @Test("two charts in 24 lines have labels that are rows apart, none twice, and a title, a time and a legend each")
    func twoCharts() async throws {
        let message = #"[{"city":"Agra","aqi":\#(264)},{"city":"Delhi","aqi":342}]"#
        let run = try await run(
            [0, 30], "--color", "never", cities: ["Agra", "Delhi"], terminal: Self.size,
            message: { $0 == 0 ? message : message.replacing("342", with: "311").replacing("264", with: "41") })
        #expect(run.status == .success)
        let last = try #require(run.output.split(separator: "\u{1B}[?2026h").last)
        let rows = last.split(whereSeparator: \.isNewline)
        let places = rows.indices.filter { rows[$0].contains("┤") }
        #expect(places.count >= 4 && zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= 2 }, "\(last)")
        for (label, count) in [("400 ┤", 1), ("300 ┤", 2), ("  0 ┤", 1)] {
            #expect(last.ranges(of: label).count == count, "\(last)")
        }
        #expect(rows.count { $0.contains("└") && $0.contains("┬") } == 2, "\(last)")
        for words in ["Agra  AQI 41 (in)  Good  ", "Delhi  AQI 311 (in)  Very Poor  ", "Very Poor 301–400"] {
            #expect(last.contains(words), "\(words) in \(last)")
        }
        // An empty line is above the second title.
        let second = try #require(rows.firstIndex { $0.contains("Delhi  AQI") })
        #expect(!rows[second - 1].contains { $0.isLetter && !"KB".contains($0) }, "\(last)")
    }

    @Test(
        "the number stands in its own place on a narrow terminal too; what is unknown is no number",
        arguments: [
            (39, "Delhi  AQI 311 (in)  Very Poor  😷"), (30, "Delhi  AQI 311 (in)  Very Poor"),
        ])
    func narrow(columns: Int, words: String) async throws {
        let run = try await run(
            [0], "--color", "never", terminal: Terminal.Size(columns: columns + 1, rows: 24),
            message: { _ in #"[{"city":"Delhi","aqi":311}]"# })
        let last = try #require(run.output.split(separator: "\u{1B}[?2026h").last)
        #expect(last.contains(words) && !last.contains("┤") && !last.contains("a chart follows"), "\(last)")
        let none = try await self.run(
            [0], "--color", "never", terminal: Self.size,
            message: { _ in #"[{"city":"Delhi","aqi":null}]"# })
        #expect(!none.output.contains("a chart follows") && none.output.contains("Delhi"), "\(none.output)")
    }

    @Test("a terminal that cannot move its cursor is named as the reason")
    func dumb() async {
        let console = TestConsole(size: Terminal.Size(columns: 80, rows: 24))
        let run = await runTool(
            ["aqi", "Delhi", "--watch", "--chart", "-p", "sample"], ["TERM": "dumb"], console: console)
        expectFailure(
            run, .usage, says: "needs a terminal that can draw, which TERM=dumb cannot; for one chart at the end")
    }

    @Test("off a terminal, a chart is drawn when the time of --for is over")
    func lasting() async {
        let run = await runTool("aqi Delhi --watch --chart -p sample --for 1m")
        #expect(run.output.hasPrefix("Delhi, India  AQI "), "\(run.errors)")
    }

    @Test("without a value there is no chart")
    func none() async throws {
        let quiet: WebSocketScript = { peer in try peer.expectClose(1000) }
        let run = try await withWebSocketServer([quiet]) { server in
            await runTool(
                "aqi -p city-ws --watch --chart --for 300ms", server.airVariables)
        }
        expectFailure(run, .tryLater, says: "no reading came in the time of --for")
    }
}
