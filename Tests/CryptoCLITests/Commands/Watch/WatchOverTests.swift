import CryptoCLI
import Synchronization
import TestSupport
import Testing

@Suite("watch, aqi --watch: a stream that is over ends", .quick, .endsHang)
struct WatchOverTests {
    private static let notice = ["crypto: sample: the stream is over"]
    private static let fields = "--csv --no-header --fields symbol,price"

    @Test(
        "what arrived is printed, the unfinished too, then the end is reported: 0, or 1 where a condition was not met",
        arguments: [
            ("watch BTC --count 11", ToolStatus.success, 10, true), ("watch BTC --count 10", .success, 10, false),
            ("watch BTC ETH stock:NVDA", .success, 30, true), ("watch BTC BTC/EUR ETH/SEK", .success, 30, true),
            ("watch BTC --interval 1m", .success, 1, true),
            ("watch BTC ETH --interval 1m --count 2", .success, 2, true),
            ("watch --top 3 --count 31", .success, 30, true), ("watch BTC --for 1h", .success, 10, true),
            ("watch BTC --until price>1e9", .noMatch, 10, true), ("watch BTC --until price>0", .success, 1, false),
            ("watch BTC --if price>1e9", .noMatch, 0, true), ("watch BTC NOPE", .unknownName, 10, true),
        ])
    func ends(line: String, status: ToolStatus, rows: Int, isOver: Bool) async {
        let run = await runTool("\(line) -p sample \(Self.fields)", time: StillClock().source)
        #expect(run.status == status)
        #expect(run.outputLines.count == rows, "\(run.output)")
        #expect(run.errorLines.filter { !$0.contains("NOPE") } == (isOver ? Self.notice : []), "\(run.errors)")
    }

    @Test("the same bytes every run, several currencies of one market included")
    func sameBytes() async {
        let line = "watch BTC BTC/EUR ETH/SEK -p sample --json"
        let first = await runTool(line).output
        #expect(!first.isEmpty)
        for _ in 0..<10 { #expect(await runTool(line).output == first) }
    }

    @Test("an added symbol whose stream is over does not end the run before the list of --top is here")
    func besideTop() async {
        for _ in 0..<10 {
            let lines = Mutex(["add SHIB\n"])
            let run = await runTool(
                ["watch", "-", "--top", "2", "-p", "sample", "--fields", "symbol", "--csv", "--no-header"],
                input: { .success(lines.withLock { Array(($0.popLast() ?? "").utf8) }) })
            let counts = Dictionary(grouping: run.outputLines) { $0 }.mapValues(\.count)
            #expect(counts == ["SHIB": 10, "BTC": 10, "ETH": 10])
        }
    }

    @Test("the candle that is under way comes out, of each symbol")
    func candles() async {
        let run = await runTool(
            "watch BTC ETH -p sample --candles 1m --count 3 --csv --no-header --fields time,symbol,open,close",
            time: StillClock().source)
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "2024-03-01T12:00:00Z,BTC,62440.63,62483.93", "2024-03-01T12:00:00Z,ETH,3434.92,3441.79",
            ])
        #expect(run.errorLines == Self.notice)
    }

    @Test("watch - ends when stdin is at its end too; what is added after others are over is played")
    func input() async throws {
        let line = "BTC - -p sample --csv --no-header --fields symbol"
        let run = try await withLiveWatch(line, [], clock: StillClock()) { watch, _ in
            try await expectEventually("the first") { watch.console.output.split(separator: "\r\n").count == 10 }
            watch.input.type("add ETH\n")
            try await expectEventually("the second") { watch.console.output.split(separator: "\r\n").count == 20 }
            #expect(watch.console.errors.isEmpty)
        }
        #expect(run.status == .success)
        #expect(run.outputLines == [String](repeating: "BTC", count: 10) + [String](repeating: "ETH", count: 10))
        #expect(run.errorLines == Self.notice)
    }

    @Test("--quiet leaves the notice out")
    func quiet() async {
        let run = await runTool("watch BTC -p sample -q \(Self.fields)", time: StillClock().source)
        #expect(run.status == .success && run.errors.isEmpty)
    }

    @Test(
        "aqi --watch ends so, too",
        arguments: [
            ("Delhi Pune", ToolStatus.success, 20), ("Delhi --count 11", .success, 10),
            ("Delhi --interval 1h", .success, 1), ("Delhi --until aqi>1000", .noMatch, 10),
            ("Delhi --if aqi>1000", .noMatch, 0), ("Delhi Nowhere", .unknownName, 10),
        ])
    func air(line: String, status: ToolStatus, rows: Int) async {
        let run = await runTool(
            "aqi \(line) --watch -p sample --csv --no-header --fields city,aqi", time: StillClock().source)
        #expect(run.status == status)
        #expect(run.outputLines.count == rows, "\(run.output)")
        #expect(run.errorLines.filter { !$0.contains("Nowhere") } == Self.notice, "\(run.errors)")
    }

    @Test(
        "on a terminal the picture stays, and its last line says that the stream is over; without rows a notice does",
        .needsBuiltProduct("crypto"),
        arguments: [("", 80, true), ("", 22, true), ("--if price>1e9", 80, false)])
    func terminal(options: String, columns: UInt16, hasRows: Bool) async throws {
        let outcome = try await runBuilt(
            "watch BTC -p sample \(options)".split(separator: " ").map(String.init),
            ["LANG": "C.UTF-8", "TERM": "xterm-256color"],
            terminal: TerminalSize(columns: columns, rows: 24))
        let text = outcome.outputText
        #expect(outcome.status == .exited(hasRows ? 0 : 1))
        #expect(text.contains("62,483.93") == hasRows, "\(text)")
        #expect(text.contains("crypto: sample: the stream is over") == !hasRows, "\(text)")
        let last = text.split(whereSeparator: \.isNewline).last { $0.contains("sample") }
        #expect(last?.contains("sample ended") == hasRows, "\(text)")
    }
}
