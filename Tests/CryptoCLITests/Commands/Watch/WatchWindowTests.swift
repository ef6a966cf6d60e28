import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: what a price did in the last stretch of time", .quick, .endsHang)
struct WatchWindowTests {
    @Test("without a time of its own a tick counts when it arrives; a clock that is set back begins anew")
    func arrivals() async throws {
        let feed = TextFeed()
        let tick = { (price: String) in #"{"type":"ticker","product_id":"BTC-USD","price":"\#(price)"}"# }
        let run = try await withSteppedWatch(
            "BTC --count 6 --template {price},{move(1h)},{low(1h)};", [feed.exchange]
        ) { watch, _ in
            for (price, jump) in [("10", 0), ("9", 3599), ("12", 1), ("15", 3600), ("1", -3600)] {
                watch.clock.setWallClock(ahead: Int64(jump))
                try await feed.send(tick(price))
            }
            watch.clock.setWallClock(ahead: 3600)
            feed.end(with: tick("3"))
        }
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "10,,;9,,;12,20,9;15,25,12;1,,;3,200,1;")
    }
}

@Suite("aqi --watch: what an index did in the last stretch of time", .quick, .endsHang)
struct AirWindowTests {
    /// Sends values of Delhi, an hour after one another, and one of Pune.
    private func run(_ values: [Int], _ arguments: String...) async throws -> ToolRun {
        let clock = TestClock()
        let script: WebSocketScript = { peer in
            for value in values {
                let rows = #"[{"city":"Delhi","aqi":\#(value)},{"city":"Pune","aqi":\#(value * 2)}]"#
                try peer.send([.text(rows), .ping()])
                try peer.expectPong()
                clock.advance(by: .seconds(3600))
            }
            try peer.expectClose(1000)
        }
        return try await withWebSocketServer([script]) { server in
            await runTool(
                ["aqi", "-p", "city-ws", "--watch"] + arguments, server.airVariables,
                time: TimeSource(
                    now: { clock.now }, elapsed: TimeSource.live.elapsed, sleep: TimeSource.live.sleep))
        }
    }

    @Test("conditions and templates have windows of the index of each city")
    func index() async throws {
        let template = "{city} {aqi} {move(2h)} {mean(2h):.1};"
        let run = try await run([100, 110, 90, 132], "--if", "aqi < 150", "--count", "4", "--template", template)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "Delhi 100  ;Delhi 110  ;Delhi 90 -10 105.0;Delhi 132 20 100.0;")
        let until = try await self.run(
            [100, 110, 90, 132], "--until", "move(2h) > 15", "--csv", "--fields", "city,aqi")
        #expect(until.status == .success && until.outputLines.last == "Delhi,132", "\(until.output)\(until.errors)")
    }
}

@Suite("the built tool: watch with windows", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchWindowBuiltTests {
    /// Prices at these times, each drawn before the next comes.
    private static func prices(_ times: [String]) -> WebSocketScript {
        { peer in
            try peer.expectText("a subscription") { $0.contains("subscribe") }
            for (price, time) in zip(["100.5", "101.5", "111.25", "90.75"], times) {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T\(time)Z"))
                // The picture is drawn ten times a second.
                try peer.wait(.milliseconds(250))
            }
            try peer.waitUntilClientLeaves()
        }
    }

    private static let seconds = prices(["12:00:10", "12:00:14", "12:00:18", "12:00:22"])
    private static let minutes = prices(["12:00:10", "12:01:14", "12:02:18", "12:03:22"])

    @Test("a table on a terminal shows what moved, of candles also by the unfinished one", arguments: [false, true])
    func picture(hasCandles: Bool) async throws {
        let options = hasCandles ? ["--candles", "1m", "--if", "move(2m) > 5"] : ["--if", "move(8s) > 5"]
        let outcome = try await runBuiltWatch(
            ["BTC", "--for", "2s"] + options, variables: ["LANG": "C.UTF-8", "TERM": "xterm-256color"],
            lists: hasCandles ? [.get("/products/BTC-USD/candles", times: .any, answer: .json("[]"))] : [],
            terminal: TerminalSize(columns: 100, rows: 24),
            scripts: { _ in [hasCandles ? Self.minutes : Self.seconds] })
        #expect(outcome.status == .exited(0))
        let text = outcome.outputText
        #expect(text.contains("111.25") && !text.contains("101.50") && !text.contains("100.50"), "\(text)")
    }

    @Test("--when starts its command when the change becomes large; there are no variables of functions")
    func command() async throws {
        let command = #"echo "$TICK_PRICE $(env | grep -c '^TICK_MOVE')""#
        let outcome = try await runBuiltWatch(
            ["BTC", "-f", "none", "--when", "move(8s) > 5", "--exec", command, "--until", "move(8s) < 0"],
            scripts: { _ in [Self.seconds] })
        #expect(outcome.status == .exited(0))
        #expect(outcome.errorText == "111.25 0\n")
    }
}
