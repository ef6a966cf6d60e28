import CryptoCLI
import Platform
import Synchronization
import TestSupport
import Testing

private let header = "amount,from,to,result,rate,time"
private let rate = "10.348007028576713216"
private let moment = "2024-03-01T12:00:00Z"

@Suite("convert -: lines of stdin", .quick)
struct ConvertLineTests {
    private func run(
        _ operands: String, _ text: String, _ options: String = "--csv --no-header --fields amount,from,to,result",
        pieces: Int = .max
    ) async -> ToolRun {
        await run(operands, Array(text.utf8), options, pieces: pieces)
    }

    private func run(
        _ operands: String, _ bytes: [UInt8],
        _ options: String = "--csv --no-header --fields amount,from,to,result", pieces: Int = .max
    ) async -> ToolRun {
        let line = "convert - \(operands) -p sample \(options)".split(separator: " ").map(String.init)
        return await runTool(line, input: input(bytes, pieces: pieces))
    }

    static let sameLines = [
        "1\n2\n", "\u{FEFF}1\n2\n", "1\r\n2\r\n", "1\n2", "1\r\n2\r", "\n\n1\n  \n\t2 \n\n", "  1\n2\r\n\r\n",
    ]

    @Test(
        "CRLF, blank lines, blanks, a byte order mark and a missing last newline make no difference",
        arguments: sameLines)
    func sameLine(_ text: String) async {
        for pieces in [Int.max, 1, 2, 3] {
            let run = await run("EUR SEK", text, pieces: pieces)
            #expect(run.output == "1,EUR,SEK,11.1893\r\n2,EUR,SEK,22.3786\r\n")
            #expect(run.status == .success)
            #expect(run.errors.isEmpty)
        }
    }

    @Test("Lines with hidden characters, or that are not UTF-8, are reported, and the others are converted")
    func binary() async {
        for line in ["1\u{0}", "\u{FEFF}\u{FEFF}1"] {
            let run = await run("EUR SEK", "1\n\n\(line)\n2")
            #expect(run.output == "1,EUR,SEK,11.1893\r\n2,EUR,SEK,22.3786\r\n" && run.status == .invalidData)
            #expect(run.errors.hasPrefix("crypto: line 3: ") && run.errorLines.count == 1, "\(run.errors)")
            #expect(run.errors.contains("is not an amount") && !run.errors.contains("\u{0}"), "\(run.errors)")
            let alone = await self.run("EUR SEK", line)
            #expect(alone.status == .invalidData && alone.output.isEmpty)
        }
        let bad: [[UInt8]] = [[0xFF, 0xFE, 0x31], [0xC0, 0xB1], [0x31, 0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]
        for bytes in bad {
            let run = await run("EUR SEK", [0x31, 0x0A] + bytes + [0x0A, 0x32, 0x0A])
            #expect(run.status == .invalidData)
            #expect(run.outputLines == ["1,EUR,SEK,11.1893", "2,EUR,SEK,22.3786"])
            #expect(run.errors == "crypto: line 2: not valid UTF-8\n")
        }
    }

    @Test("A line over 4096 bytes is reported in a short message, however it is split; one of 4096 bytes is accepted")
    func longLines() async {
        for pieces in [Int.max, 4096, 1000, 7] {
            let fits = String(repeating: " ", count: 4095) + "1\n"
            let long = String(repeating: "9", count: 4097)
            let run = await run("EUR SEK", fits + long + "\n2\n" + long, pieces: pieces)
            #expect(run.status == .invalidData)
            #expect(run.outputLines == ["1,EUR,SEK,11.1893", "2,EUR,SEK,22.3786"])
            #expect(run.errorLines == ["crypto: line 2: over 4096 bytes", "crypto: line 4: over 4096 bytes"])
        }
    }

    @Test("A line without an end is refused early: of 256 MB little more than 1 MB is read")
    func endless() async {
        let reads = Mutex(0)
        let piece = [UInt8](repeating: 0x39, count: 1 << 16)
        let run = await runTool(["convert", "-", "EUR", "SEK", "-p", "sample"]) {
            reads.withLock { count in
                count += 1
                return .success(count == 1 ? Array("1\n".utf8) : count <= 4096 ? piece : [])
            }
        }
        #expect(run.status == .invalidData)
        #expect(run.outputLines.count == 2)
        #expect(run.errors == "crypto: line 2: does not end within 1048576 bytes; nothing is read after it\n")
        #expect(reads.withLock { $0 } <= 20)
    }

    @Test("A line of 1 MB is too long, but the next one is converted")
    func almostEndless() async {
        let run = await run("EUR SEK", String(repeating: "9", count: 1 << 20) + "\n2\n", pieces: 1 << 16)
        #expect(run.outputLines == ["2,EUR,SEK,22.3786"])
        #expect(run.errorLines == ["crypto: line 1: over 4096 bytes"])
    }

    @Test("The first 20 malformed lines are reported, then one message says that there are more")
    func manyBadLines() async {
        let exactly = await run("EUR SEK", (1...20).map { "\($0)x\n" }.joined())
        #expect(exactly.errorLines == (1...20).map { "crypto: line \($0): '\($0)x' is not an amount" })
        let more = await run("EUR SEK", (1...3000).map { "\($0)x\n" }.joined() + "1\n")
        #expect(more.status == .invalidData)
        #expect(more.output == "1,EUR,SEK,11.1893\r\n")
        #expect(more.errorLines.count == 21)
        #expect(more.errorLines.last == "crypto: further invalid lines are not reported")
    }

    @Test("Operands that are not currencies exit with 66 before stdin is read", arguments: ["USD YEN", "yen USD SEK"])
    func badOperands(_ operands: String) async {
        let line = "convert - \(operands) -p sample".split(separator: " ").map(String.init)
        let run = await runTool(line) {
            Issue.record("stdin was read")
            return .success([])
        }
        expectFailure(run, .unknownName, says: "did you mean 'JPY'?")
    }

    @Test("Of several bad lines the first one sets the exit status", arguments: ["abc", "1e3", "1 USD"])
    func firstFailure(malformed: String) async {
        for unknown in ["1 USD YEN", "1 XYZQ SEK", "1 USD XYZQ", "1 USD S!K", "1 NOPE USD"] {
            let malformedFirst = await run("EUR SEK", "1\n\(malformed)\n\(unknown)\n2")
            let unknownFirst = await run("EUR SEK", "1\n\(unknown)\n\(malformed)\n2")
            #expect(malformedFirst.status == .invalidData && unknownFirst.status == .unknownName)
            for run in [malformedFirst, unknownFirst] {
                #expect(run.output == "1,EUR,SEK,11.1893\r\n2,EUR,SEK,22.3786\r\n")
                #expect(run.errorLines.count == 2, "\(run.errors)")
            }
        }
    }

    @Test("10,000 lines are printed in order, each as if alone")
    func manyLines() async {
        let count = 10_000
        let text = (1...count).map { "\($0).25\n" }.joined()
        let many = await run("USD SEK", text, "--csv", pieces: 1 << 12)
        #expect(many.status == .success)
        let rows = many.output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        #expect(rows.count == count + 2)
        #expect(rows.first == header)
        for number in [1, 2, 9, 99, 100, 1000, 4097, 9999, count] {
            let alone = await runTool("convert \(number).25 USD SEK -p sample --csv --no-header")
            #expect(alone.output == rows[number] + "\r\n")
        }
    }
}

/// stdin with these bytes, in pieces of limited length.
func input(_ bytes: [UInt8], pieces: Int = .max) -> @Sendable () -> Result<[UInt8], SystemError.Failure> {
    let rest = Mutex(bytes[...])
    return {
        rest.withLock { rest in
            defer { rest = rest.dropFirst(pieces) }
            return .success(Array(rest.prefix(pieces)))
        }
    }
}

extension ConvertLineTests {
    @Test("A row is written before the next line is read")
    func writtenBeforeWaiting() async {
        let console = TestConsole()
        let reads = Mutex<[String]>([])
        let run = await runTool(
            ["convert", "-", "USD", "SEK", "-p", "sample", "--csv"], console: console,
            input: {
                reads.withLock { $0.append(console.output) }
                return .success(reads.withLock { $0.count } == 1 ? Array("1\n".utf8) : [])
            })
        #expect(run.status == .success)
        #expect(reads.withLock { $0.count } == 2)
        #expect(reads.withLock { $0.last }?.hasSuffix("1,USD,SEK,\(rate),\(rate),\(moment)\r\n") == true)
    }
}
