import CryptoCLI
import Synchronization
import TestSupport
import Testing

@Suite("watch, aqi --watch: a stream that is over ends", .quick, .endsHang)
struct WatchOverTests {
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

    @Test("watch - ends when stdin is at its end too; what is added after others are over is played")
    func input() async throws {
        let line = "BTC - -p sample --csv --no-header --fields symbol"
        let run = try await withLiveWatch(line, []) { watch, _ in
            try await expectEventually("the first") { watch.console.output.split(separator: "\r\n").count == 10 }
            watch.input.type("add ETH\n")
            try await expectEventually("the second") { watch.console.output.split(separator: "\r\n").count == 20 }
            #expect(watch.console.errors.isEmpty)
        }
        #expect(run.status == .success)
        #expect(run.outputLines == [String](repeating: "BTC", count: 10) + [String](repeating: "ETH", count: 10))
        #expect(run.errors == "crypto: sample: the stream is over\n")
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
