import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("aqi --watch --chart", .quick, .endsHang)
struct AirWatchChartTests {
    /// Sends a value at each of these seconds of the tool's clock, and waits until it has come.
    private func run(
        _ seconds: [Int], _ arguments: String..., cities: [String] = ["Delhi"]
    ) async throws -> ToolRun {
        let clock = TestClock()
        let script: WebSocketScript = { peer in
            var now = 0
            for (index, second) in seconds.enumerated() {
                clock.advance(by: .seconds(second - now))
                now = second
                let rows = cities.map { #"{"city":"\#($0)","aqi":\#(index + 1)}"# }.joined(separator: ",")
                try peer.send([.text("[\(rows)]"), .ping()])
                try peer.expectPong()
            }
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                [
                    "aqi", "-p", "city-ws", "--watch", "--chart", "--count", "\(seconds.count * cities.count)",
                ] + arguments, server.airVariables,
                time: TimeSource(
                    now: { clock.now }, elapsed: TimeSource.live.elapsed, sleep: TimeSource.live.sleep))
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

    @Test("a terminal that cannot move its cursor is named as the reason")
    func dumb() async {
        let console = TestConsole(size: Terminal.Size(columns: 80, rows: 24))
        let run = await runTool(
            ["aqi", "Delhi", "--watch", "--chart", "-p", "sample"], ["TERM": "dumb"], console: console)
        expectFailure(
            run, .usage, says: "needs a terminal that can draw, which TERM=dumb cannot; for one chart at the end")
    }

    @Test(
        "off a terminal a stream without an end would never draw, so it is refused with what to add",
        arguments: [
            ("", "--watch with --chart needs a terminal; for one chart at the end of the stream add --count <n>, "),
            (" -f svg", "--format svg and --watch draw once, at the end of the stream; add --count <n>, --for <time>"),
            (" --interval 1m", "needs a terminal"),
        ])
    func endless(options: String, words: String) async {
        expectFailure(await runTool("aqi Delhi --watch --chart -p sample\(options)"), .usage, says: words)
        let dumb = await runTool("aqi Delhi --watch --chart -p sample\(options)", ["TERM": "dumb"], columns: 80)
        expectFailure(dumb, .usage, says: words)
        for end in ["--count 3", "--for 1m", "--until aqi<1"] {
            let run = await runTool(
                ["aqi", "Delhi", "--watch", "--chart", "-p", "sample"] + end.split(separator: " ").map(String.init),
                time: .live)
            #expect(run.output.hasPrefix("Delhi, India  AQI "), "\(end): \(run.errors)")
        }
    }

    @Test("without a value there is no chart")
    func none() async throws {
        let quiet: WebSocketScript = { peer in try peer.expectClose(1000) }
        let run = try await withWebSocketServer([quiet]) { server in
            await runTool(
                "aqi -p city-ws --watch --chart --for 300ms", server.airVariables, time: .live)
        }
        expectFailure(run, .tryLater, says: "no reading came in the time of --for")
    }
}
