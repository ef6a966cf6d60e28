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

    @Test("Amounts use the currencies of the operands; a line may have its own, and several targets")
    func shapes() async {
        let amounts = await run("USD SEK EUR", "1\n-2\n")
        #expect(
            amounts.outputLines == [
                "1,USD,SEK,\(rate)", "1,USD,EUR,0.92481272542310182188",
                "-2,USD,SEK,-20.696014057153426431",
                "-2,USD,EUR,-1.8496254508462036438",
            ])
        let own = await run("", "1 usd SEK\n2\tBTC  EUR SEK\n")
        #expect(own.status == .success, "\(own.errors)")
        #expect(
            own.outputLines == [
                "1,USD,SEK,\(rate)", "2,BTC,EUR,115491.77841488", "2,BTC,SEK,1292272.15621752",
            ])
        let mixed = await run("USD SEK", "1\n1 EUR SEK\n1\n")
        #expect(mixed.outputLines == ["1,USD,SEK,\(rate)", "1,EUR,SEK,11.1893", "1,USD,SEK,\(rate)"])
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

    @Test("Each format writes all lines as one document")
    func formats() async {
        let object = #"{"amount":1,"to":"SEK"}"#
        let written: [(String, String)] = [
            ("--json", "[\n\(object),\n\(object)\n]\n"), ("-f jsonl", "\(object)\n\(object)\n"),
            ("--csv", "amount,to\r\n1,SEK\r\n1,SEK\r\n"), ("-f table", "AMOUNT  TO\n     1  SEK\n     1  SEK\n"),
            ("--template {amount}{to};", "1SEK;1SEK;"),
        ]
        for (format, text) in written {
            let run = await run("EUR SEK", "1\n1\n", "\(format)" + (format.contains("{") ? "" : " --fields amount,to"))
            #expect(run.output == text, "\(format)")
        }
    }

    @Test(
        "An empty stdin, or one with blank lines only, is no error and makes no request",
        arguments: ["", "\n", "\r\n \n"])
    func nothing(_ text: String) async {
        for (format, output) in [("--csv", "\(header)\r\n"), ("--json", "[]\n"), ("-f jsonl", ""), ("-f table", "")] {
            // Not the sample: without a request it does not matter that the providers do not exist.
            let line = "convert - USD SEK \(format)".split(separator: " ").map(String.init)
            let run = await runTool(line, input: input(Array(text.utf8)))
            #expect(run.status == .success)
            #expect(run.output == output)
            #expect(run.errors.isEmpty)
        }
    }

    /// Malformed lines, and words of their messages.
    static let malformedLines: [(String, String)] = [
        ("abc", "'abc' is not an amount"), ("1e3", "'1e3' is not an amount; write it without an exponent"),
        ("1_000", "write it without '_'"), ("1,5 USD SEK", "write a decimal point"),
        (".5", "write '0.5'"), ("+1", "write it without '+'"), ("- USD SEK", "'-' is not an amount"),
        ("12345678901234567890123456789012345", "; 34 digits at most"),
        ("1 USD", "'1 USD' is not 'AMOUNT' or 'AMOUNT FROM TO'"),
        ("\u{1B}[2J", "is not an amount"), ("1\u{0}", "is not an amount"),
        ("\u{FEFF}\u{FEFF}1", "is not an amount"), ("abc\r", "'abc' is not an amount"), ("1 USD\r", "'1 USD' is not"),
    ]

    /// Lines with an unknown code, and words of their messages.
    static let unknownLines: [(String, String)] = [
        ("1 USD YEN", "did you mean 'JPY'?"), ("1 XYZQ SEK", "unknown currency 'XYZQ'"),
        ("1 USD XYZQ", "unknown currency 'XYZQ'"), ("1 USD S!K", "unknown currency 'S!K'"),
        ("1 NOPE USD", "unknown currency 'NOPE'"),
    ]

    /// Each of these lines, the words of its message and the exit status.
    static let badLines: [(String, String, ToolStatus)] =
        malformedLines.map { ($0.0, $0.1, ToolStatus.invalidData) }
        + unknownLines.map { ($0.0, $0.1, ToolStatus.unknownName) }

    @Test(
        "A bad line is reported with its number, the others are converted: 65 if malformed, 66 for an unknown code",
        arguments: badLines)
    func badLine(_ line: String, _ words: String, _ status: ToolStatus) async {
        let run = await run("EUR SEK", "1\n\n\(line)\n2")
        #expect(run.status == status)
        #expect(run.output == "1,EUR,SEK,11.1893\r\n2,EUR,SEK,22.3786\r\n")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("crypto: line 3: "))
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        let alone = await self.run("EUR SEK", line)
        #expect(alone.status == status)
        #expect(alone.output.isEmpty)
    }

    @Test("Binary input: lines that are not UTF-8 are reported, the others converted")
    func binary() async {
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

    @Test(
        "An unknown code exits with 66, as an operand and in a line",
        arguments: ["1 USD XYZQ", "1 NOPE USD", "1 USD YEN"])
    func unknownCodes(line: String) async {
        #expect(await run("USD XYZQ", "1\n").status == .unknownName)
        #expect(await run("USD SEK", line + "\n").status == .unknownName)
    }

    @Test("Of several bad lines the first one sets the exit status", arguments: ["abc", "1e3", "1 USD"])
    func firstFailure(malformed: String) async {
        for (unknown, _) in Self.unknownLines {
            let malformedFirst = await run("EUR SEK", "1\n\(malformed)\n\(unknown)\n2")
            let unknownFirst = await run("EUR SEK", "1\n\(unknown)\n\(malformed)\n2")
            #expect(malformedFirst.status == .invalidData && unknownFirst.status == .unknownName)
            for run in [malformedFirst, unknownFirst] {
                #expect(run.output == "1,EUR,SEK,11.1893\r\n2,EUR,SEK,22.3786\r\n")
                #expect(run.errorLines.count == 2, "\(run.errors)")
            }
        }
    }

    @Test("--if filters lines; exit 1 if none meets it, 65 if one is malformed")
    func condition() async {
        let some = await run("EUR SEK", "1\n2\n3\n", "--csv --no-header --fields amount --if amount>1")
        #expect(some.output == "2\r\n3\r\n")
        #expect(some.status == .success)
        let none = await run("EUR SEK", "1\n2\n", "--json --if amount>5")
        #expect(none.output == "[]\n")
        #expect(none.status == .noMatch)
        #expect(await run("EUR SEK", "1\nx\n", "--json --if amount>5").status == .invalidData)
    }

    @Test("--explain of lines has the legs below each result, also on a narrow terminal", arguments: [40, 80, nil])
    func explain(_ columns: Int?) async {
        let run = await runTool(
            ["convert", "-", "-p", "sample", "--explain", "--color", "never"], columns: columns,
            input: input(Array("5 BTC SEK\n1 PEPE BTC\n1 USD USD\n".utf8), pieces: .max))
        let time = columns == 40 ? [] : ["TIME"]
        let moment = columns == 40 ? [] : [moment]
        let head =
            columns == 40 ? ["AMOUNT", "FROM", "TO", "RESULT"] : ["AMOUNT", "FROM", "TO", "RESULT", "RATE", "TIME"]
        let words = run.outputLines.map { $0.split(separator: " ").map(String.init) }
        #expect(words.map(\.count) == (columns == 40 ? [4, 4, 4, 4, 4, 4, 4, 4, 4] : [6, 6, 5, 5, 6, 5, 5, 5, 6]))
        #expect(words.first == head)
        guard words.count == 9 else { return }
        #expect(words[1].prefix(4) == ["5", "BTC", "SEK", "3,230,680.39"])
        #expect(words[2] == ["FROM", "TO", "RATE", "PROVIDER"] + time)
        #expect(words[3] == ["BTC", "SEK", "646,136.078", "sample"] + moment)
        #expect(words[6] == ["PEPE", "USD", "0.00000405000", "sample"] + moment)
        #expect(words[7].prefix(2) == ["USD", "BTC"])
        #expect(words[8].prefix(4) == ["1", "USD", "USD", "1.00"])
        #expect(run.outputLines[2].hasPrefix("    FROM") && run.outputLines[7].hasPrefix("    USD"))
        if let columns { #expect(run.outputLines.allSatisfy { $0.count <= columns }) }
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
            let alone = await convert("\(number).25 USD SEK", "--csv --no-header")
            #expect(alone.output == rows[number] + "\r\n")
        }
    }
}

extension ConvertLineTests {
    @Test("A line that comes again, however late, is not appended to a file again")
    func appended() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("a.csv")
            let run = await runTool(
                ["convert", "-", "-p", "sample", "--append", file],
                input: input(Array("1 BTC USD\n2 BTC USD\n1 BTC USD\n".utf8), pieces: 10))
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            let lines = try Files.bytes(file).count { $0 == 0x0A }
            #expect(lines == 3)
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
