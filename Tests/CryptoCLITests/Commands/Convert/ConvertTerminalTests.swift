import CryptoCLI
import Synchronization
import TestSupport
import Testing

@Suite("convert -: at a terminal", .quick)
struct ConvertTerminalTests {
    /// Runs `convert -` with one line per read. Returns what stdout held before each read, and the run.
    private func run(_ lines: [String], columns: Int?) async -> (before: [String], run: ToolRun) {
        let console = TestConsole()
        let before = Mutex<[String]>([])
        let run = await runTool(
            ["convert", "-", "EUR", "SEK", "-p", "sample", "--fields", "amount,to,result", "--color", "never"],
            columns: columns,
            console: console,
            input: {
                let count = before.withLock { before in
                    before.append(console.output)
                    return before.count
                }
                return .success(count <= lines.count ? Array(lines[count - 1].utf8) : [])
            })
        return (before.withLock { $0 }, run)
    }

    @Test("Each line is answered by a row before the next is read; the header is printed once")
    func lineByLine() async {
        let (before, run) = await run(["1\n", "x\n", "2\n"], columns: 80)
        let rows = before.map { $0.split(separator: "\n").map(String.init) }
        #expect(rows.map(\.count) == [0, 2, 2, 3])
        #expect(rows.last?.first?.hasPrefix("AMOUNT") == true && rows.last?.last?.contains("22.3") == true)
        #expect(run.output == before.last && run.status == .invalidData)
    }

    @Test("Off a terminal the table is printed at the end")
    func piped() async {
        let (before, run) = await run(["1\n", "2\n"], columns: nil)
        #expect(before == ["", "", ""])
        #expect(run.outputLines.count == 3)
    }
}
