import CryptoCLI
import TestSupport
import Testing

@Suite("price - with more lines than a page", .quick)
struct PricePagesTests {
    private func run(_ line: String, _ text: String) async -> ToolRun {
        await runTool(line.split(separator: " ").map(String.init), input: input(Array(text.utf8)))
    }

    @Test("a page of 1,000 lines is printed at a time: in order, with one header, and with the numbers of the lines")
    func longInput() async {
        var lines = (1...2500).map { $0.isMultiple(of: 2) ? "ETH" : "BTC" }
        lines[1700] = "ACME"
        lines[2100] = "BTC 2024-02-20"
        let run = await run("price - -p sample --fields symbol --csv", lines.joined(separator: "\n"))
        #expect(run.outputLines == ["symbol"] + lines.filter { $0 == "BTC" || $0 == "ETH" })
        #expect(run.status == .unknownName)
        #expect(run.errorLines.first?.contains("line 1701: unknown symbol 'ACME'") == true, "\(run.errors)")
        #expect(
            run.errorLines.last
                == "crypto: line 2101: a date, but none of the first 1000 lines has one, so rows are prices")
        let json = await self.run("price - -p sample --fields symbol --json", String(repeating: "BTC\n", count: 1000))
        #expect(json.outputLines.count == 1002 && json.output.hasSuffix("{\"symbol\":\"BTC\"}\n]\n"))
        let dated = await self.run(
            "price - -p sample --fields time --csv --no-header", String(repeating: "BTC 2024-02-20\n", count: 1200))
        #expect(dated.outputLines == Array(repeating: "2024-02-20T00:00:00Z", count: 1200), "\(dated.errors)")
    }

    @Test("what needs all lines at once reads at most 10,000", arguments: ["--history 3d", "--consensus"])
    func mostAtOnce(options: String) async {
        let run = await run("price - -p sample \(options)", String(repeating: "BTC\n", count: 10_001))
        expectFailure(run, .usage, says: "reads at most 10000 lines of stdin; split them, as 'split -l 10000' does")
    }

    @Test("a row of an earlier page is not appended to a file again")
    func appended() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("a.csv")
            let run = await run(
                "price - -p sample --append \(file)", String(repeating: "BTC 2024-02-20\n", count: 1200))
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            let bytes = try Files.bytes(file)
            #expect(bytes.count { $0 == 0x0A } == 2)
        }
    }
}
