import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("--if, --search and --until without a match", .quick)
struct NoMatchTests {
    private static let terminal = Terminal.Size(columns: 80, rows: 24)

    private func run(_ arguments: [String], onTerminal: Bool = true) async -> ToolRun {
        await runTool(
            arguments + ["-p", "sample"], console: TestConsole(size: onTerminal ? Self.terminal : nil),
            input: { .success([]) })
    }

    @Test(
        "On a terminal, where the exit status is not seen, a line names the options",
        arguments: [
            (["list", "--search", "zzz"], "no row matches --search 'zzz'"),
            (["list", "--if", "price > 1e9"], "no row matches --if 'price > 1e9'"),
            (
                ["list", "--search", "bit", "--if", "price > 1e9"],
                "no row matches --search 'bit' and --if 'price > 1e9'"
            ),
            (
                ["list", "--market", "futures", "--search", "zzz"],
                "no row matches --market 'futures' and --search 'zzz'"
            ),
            (["price", "BTC", "--if", "price > 1e9"], "no row matches --if 'price > 1e9'"),
            (["price", "BTC", "--history", "3d", "--if", "close < 1"], "no row matches --if 'close < 1'"),
            (["price", "BTC", "--history", "3d", "--chart", "--if", "close < 1"], "no row matches --if 'close < 1'"),
            (
                ["list", "--if", "symbol == \"btc\""],
                "no row matches --if 'symbol == \"btc\"'; text matches in the same case only"
            ),
            (["convert", "1", "BTC", "SEK", "--if", "result < 1"], "no row matches --if 'result < 1'"),
            (["aqi", "Delhi", "--if", "aqi < 1"], "no row matches --if 'aqi < 1'"),
            (["aqi", "Delhi", "-f", "jsonl", "--if", "aqi < 1"], "no row matches --if 'aqi < 1'"),
            (["watch", "BTC", "--if", "price > 1e9"], "no row matches --if 'price > 1e9'"),
            (["watch", "BTC", "--until", "price > 1e9"], "no row matches --until 'price > 1e9'"),
            (["aqi", "Delhi", "--watch", "--if", "aqi < 1"], "no row matches --if 'aqi < 1'"),
        ])
    func terminal(_ arguments: [String], _ notice: String) async {
        let run = await run(arguments)
        #expect(run.status == .noMatch)
        #expect(run.errorLines.filter { !$0.contains("the stream is over") } == ["crypto: " + notice])
        let quiet = await self.run(arguments + ["--quiet"])
        #expect(quiet.status == .noMatch && quiet.errors.isEmpty)
    }

    @Test("Off a terminal, and in a format that shows that there are no rows or prints nothing, nothing is said")
    func silent() async {
        let arguments = ["list", "--if", "price > 1e9"]
        let piped = await run(arguments, onTerminal: false)
        #expect(piped.status == .noMatch && piped.output.isEmpty && piped.errors.isEmpty)
        for format in ["json", "csv", "tsv", "none"] {
            let run = await run(arguments + ["-f", format])
            #expect(run.status == .noMatch && run.errors.isEmpty)
        }
    }
}
