import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Keys in a live view", .quick, .endsHang)
struct WatchKeyTests {
    private static let variables = ["LANG": "C.UTF-8", "TERM": "xterm-256color"]
    private static let size = TerminalSize(columns: 80, rows: 24)

    @Test(
        "q and Esc end the stream in order with status 0, and Ctrl-C as before; the terminal has its modes again",
        .needsBuiltProduct("crypto"), arguments: [("q", 0), ("\u{1B}", 0), ("\u{3}", 130)] as [(String, Int32)])
    func ends(key: String, status: Int32) async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "--until", "price > 1000"],
            shell: #"trap : INT; stty -a >"$0/a"; "$@"; s=$?; stty -a >"$0/b"; cmp "$0/a" "$0/b" || exit 9; exit $s"#,
            variables: Self.variables, input: .dialog([("100.50", key)]), terminal: Self.size,
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        try peer.send(text: StreamFrames.coinbase("BTC-USD", "100.5"))
                        try peer.expectClose(1000)
                    }
                ]
            })
        #expect(outcome.status == .exited(status), "\(outcome.outputText)")
        let last = try #require(outcome.outputText.split(separator: "\u{1B}[?2026h").last)
        #expect(last.contains("100.50") && last.contains("coinbase closed · 1 symbol") && !last.contains("? keys"))
        #expect(outcome.outputText.hasSuffix("\r\n\u{1B}[?25h"))
    }

    @Test(
        "? shows the keys until the next one, s goes on to the next order, and other keys do nothing",
        .needsBuiltProduct("crypto"))
    func view() async throws {
        let outcome = try await runBuilt(
            ["watch", "ETH", "BTC", "-p", "mock", "--color", "never"], Self.variables,
            input: .dialog([
                ("? keys", "x\u{1B}[A\u{1B}OB"), ("? keys", "?"),
                ("q or Esc ends · s sorts · any other key hides this", "\u{1B}[C?"), ("? keys", "s"),
                ("by symbol · ? keys", "ss"), ("by price", "s"), ("2 symbols", "q"),
            ]), terminal: Self.size)
        #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        /// The symbols in the last drawing with these words.
        func symbols(_ words: String) throws -> [Substring] {
            let drawings = outcome.outputText.split(separator: "\u{1B}[?2026h")
            let lines = try #require(drawings.last { $0.contains(words) }).split(whereSeparator: \.isNewline)
            return lines.flatMap { $0.split(separator: " ") }.filter { ["BTC", "ETH"].contains($0) }
        }
        #expect(try symbols("s sorts") == ["ETH", "BTC"])
        #expect(try symbols("by symbol") == ["BTC", "ETH"])
        #expect(try symbols("by price") == ["BTC", "ETH"])
        #expect(try symbols("mock closed") == ["ETH", "BTC"])
    }

    @Test("Lines of stdin are read as before, with the echo off and without keys", .needsBuiltProduct("crypto"))
    func lines() async throws {
        let outcome = try await runBuilt(
            ["watch", "-", "-p", "mock", "--count", "3"], Self.variables,
            input: .dialog([("waiting for symbols on stdin", "add BT\u{7F}TC\n")]), terminal: Self.size)
        #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        #expect(outcome.outputText.contains("BTC") && !outcome.outputText.contains("? keys"))
    }

    @Test("Without a terminal at stdin there are no keys", .needsBuiltProduct("crypto"))
    func noTerminal() async throws {
        let outcome = try await runBuilt(
            ["watch", "BTC", "-p", "mock", "--count", "3"], Self.variables, terminal: Self.size)
        #expect(outcome.status == .exited(0) && !outcome.outputText.contains("? keys"), "\(outcome.outputText)")
    }

    @Test("A view of cities has the keys too, without an order where it is charts", arguments: [false, true])
    func air(isChart: Bool) async throws {
        let console = TestConsole(size: Terminal.Size(columns: 80, rows: 24))
        let words = ["aqi", "Delhi", "Pune", "--watch", "-p", "mock"] + (isChart ? ["--chart"] : [])
        async let run = runTool(words, time: .live, console: console)
        try await expectEventually("a view") { console.output.contains("2 cities") }
        #expect(console.type("?"))
        let keys = isChart ? "q or Esc ends - any other" : "q or Esc ends - s sorts - any other"
        try await expectEventually("the keys") { console.output.contains(keys) }
        #expect(console.type("s"))
        try await expectEventually("an order") { console.output.contains("by city") || isChart }
        #expect(console.type("q"))
        #expect(await run.status == .success, "\(console.output)\(console.errors)")
        #expect(console.echoes && console.output.contains("mock closed - 2 cities"))
    }

    @Test("Keys are not read while the process is stopped, and are after it was continued")
    func stopped() async throws {
        let (console, signals) = (TestConsole(size: Terminal.Size(columns: 80, rows: 24)), SentSignals())
        async let run = runTool(
            ["watch", "BTC", "-p", "mock"], time: .live, console: console, takeSignals: { signals.take($0) })
        try await expectEventually("keys") { console.output.contains("? keys") }
        signals.send(.stop)
        try await expectEventually("the terminal is left") { console.echoes }
        #expect(!console.type("q"))
        signals.send(.resume)
        try await expectEventually("the terminal is taken again") { !console.echoes }
        #expect(console.type("\u{1B}"))
        #expect(await run.status == .success && console.echoes)
    }
}

@Suite("watch --trend", .quick, .endsHang)
struct WatchTrendTests {
    @Test(
        "Where there is no table on a terminal it is refused",
        arguments: [
            ("", ["TERM": "dumb"], "needs a terminal that can draw, which TERM=dumb cannot\n"),
            ("--csv", [:], "--trend: a mini chart is for the table on a terminal, not for csv\n"),
        ] as [(String, [String: String], String)])
    func refused(options: String, variables: [String: String], words: String) async {
        let line = "watch BTC -p sample --trend \(options)".split(separator: " ").map(String.init)
        let console = TestConsole(size: Terminal.Size(columns: 80, rows: 24))
        let run = await runTool(line, variables, console: console)
        #expect(run.status == .usage && run.output.isEmpty && run.errors.hasSuffix(words), "\(run.errors)")
    }
}
