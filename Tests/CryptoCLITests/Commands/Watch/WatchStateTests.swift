import CryptoCLI
import Platform
import TestSupport
import Testing

/// The last line of the live view says what the stream is doing.
@Suite("watch: the state in the live view", .quick, .endsHang, .virtualTime)
struct WatchStateTests {
    private static let terminal = Terminal.Size(columns: 80, rows: 24)

    @Test("Before the first tick it says which provider it connects to; a broken connection has its time")
    func states() async throws {
        let (gate, console) = (StepGate(open: 0), TestConsole(size: Self.terminal))
        let run = try await withSteppedWatch(
            "BTC --for 10m",
            [
                .webSocket { peer in
                    try peer.expectText("a subscription") { $0.contains("subscribe") }
                    // The first drawing may be later than the connection.
                    try peer.wait { console.output.contains("connecting to") }
                    try peer.send(text: StreamFrames.coinbase("BTC-USD", "100.5"))
                    try peer.wait { gate.isOpen(0) }
                },
                .everything(.status(503)),
            ], console: console
        ) { watch, _ in
            try await expectEventually("a view before any tick") {
                watch.console.output.contains("connecting to coinbase - 0 s")
            }
            try await show(/coinbase live - 1 symbol/, watch)
            gate.open(1)
            try await show(/coinbase: reconnecting for 1[2-9] s/, watch)
            await watch.clock.pass(.seconds(600))
        }
        #expect(run.status == .success)
        let words = ["connecting to coinbase", "coinbase live", "coinbase: reconnecting", "coinbase closed - 1 symbol"]
        let places = words.compactMap { run.output.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted(), "\(run.output)")
    }

    /// Lets a minute pass at most, until the view has these words.
    private func show(_ words: some RegexComponent, _ watch: SteppedWatch) async throws {
        try await watch.step(upTo: watch.clock.elapsed + .seconds(60), until: "the words in the view") {
            watch.console.output.contains(words)
        }
    }

    @Test("Typed keys are not shown, also after a shell set its modes late; they are at the end")
    func keys() async throws {
        let console = TestConsole(size: Self.terminal)
        let run = try await withSteppedWatch("BTC --for 10m", [.everything(.never)], console: console) { watch, _ in
            try await show(/connecting to coinbase/, watch)
            #expect(!console.echoes)
            console.echoes = true
            try await show(/connecting to coinbase - [3-9] s/, watch)
            #expect(!console.echoes)
            await watch.clock.pass(.seconds(600))
        }
        #expect(run.status != .success && console.echoes)
    }

    @Test("A stream that fails before its first row leaves nothing of the view")
    func failed() async throws {
        let run = try await withSteppedWatch(
            "BTC --retries 0", [.everything(.status(503))], console: TestConsole(size: Self.terminal)
        ) { _, _ in }
        #expect(run.status == .unavailable)
        let rest = run.output.split(separator: "\u{1B}[?2026l").last ?? ""
        #expect(rest.contains("\u{1B}[J") && rest.hasSuffix("\u{1B}[?25h"), "\(run.output)")
    }

    @Test(
        "The view that stays says whether the stream ended by itself or was closed",
        arguments: [
            ("watch BTC", "sample ended - 1 symbol"), ("watch BTC --count 3", "sample closed - 1 symbol"),
            ("aqi Delhi Pune --watch", "sample ended - 2 cities"),
            ("aqi Delhi --watch --count 3", "sample closed - 1 city"),
        ])
    func ended(line: String, state: String) async throws {
        let words = (line + " -p sample").split(separator: " ").map(String.init)
        let run = await runTool(words, console: TestConsole(size: Self.terminal))
        #expect(run.status == .success)
        let last = try #require(run.output.split(separator: "\u{1B}[?2026h").last)
        #expect(last.contains(state) && !last.contains("live"), "\(run.output)")
    }

    @Test("With --interval a view shows the first tick at once", arguments: ["watch BTC", "aqi Delhi --watch"])
    func interval(line: String) async {
        let words = "\(line) --interval 1h -p mock --for 700ms --color never".split(separator: " ").map(String.init)
        let run = await runTool(words, console: TestConsole(size: Self.terminal))
        #expect(run.output.contains("mock live - 1 "), "\(run.output)")
    }

    @Test(
        "A row that does not meet --if is not in the view",
        arguments: [
            ["watch", "BTC", "ETH", "--if", "price < 10000"],
            ["watch", "BTC", "ETH", "--candles", "1m", "--if", "close < 10000"],
            ["aqi", "Pune", "Delhi", "--watch", "--if", "aqi > 200"],
        ])
    func condition(arguments: [String]) async {
        let run = await runTool(arguments + ["-p", "sample"], console: TestConsole(size: Self.terminal))
        #expect(["ETH", "Delhi"].contains(where: run.output.contains), "\(run.output)")
        #expect(!["BTC", "Pune"].contains(where: run.output.contains), "\(run.output)")
    }

    @Test(
        "Where no row meets --if the view says so, with the number of symbols; where some do, how many",
        arguments: [
            ("watch BTC ETH --if price>999999999", "mock live - 2 symbols - no row meets --if yet - "),
            ("watch BTC ETH --if price>10000", "mock live - 1 of 2 symbols - "),
            ("watch BTC --candles 1m --if close<0", "mock live - 1 symbol - no row meets --if yet - "),
            ("aqi Delhi Pune --watch --if aqi<0", "mock live - 2 cities - no row meets --if yet - "),
            ("aqi Delhi --watch --chart --if aqi<0", "mock live - 1 city - no row meets --if yet - "),
        ])
    func unmet(line: String, state: String) async {
        let words = "\(line) -p mock --for 700ms --color never".split(separator: " ").map(String.init)
        let run = await runTool(words, console: TestConsole(size: Self.terminal))
        #expect(run.output.contains(state), "\(run.output)")
    }

    @Test("TERM=dumb gets lines without control characters, and no view")
    func dumb() async throws {
        let run = await runTool(
            ["watch", "BTC", "-p", "sample", "--count", "2"], ["TERM": "dumb"],
            console: TestConsole(size: Self.terminal))
        #expect(run.status == .success)
        #expect(run.outputLines.count == 3, "\(run.output)")
        #expect(run.output.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }, "\(run.output)")
    }
}
