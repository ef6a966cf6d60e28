import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--append: rows that a file does not have yet", .quick, .endsHang, .virtualTime)
struct AppendTests {
    static let formats = ["csv", "tsv", "jsonl", "ledger", "beancount"]
    private static let columns = "time,symbol,price,provider,currency\r\n"

    private func text(_ path: String) throws -> String { String(decoding: try Files.bytes(path), as: UTF8.self) }

    /// Appends what a line prints to a file. Returns the run.
    @discardableResult
    private func append(_ line: String, to path: String) async -> ToolRun {
        let run = await runTool("\(line) -p sample --append \(path)")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.isEmpty)
        return run
    }

    @Test("A candle that ends while the answers arrive is left to a later run too")
    func finishedMeanwhile() async throws {
        let coins = "ABCDEFGHI".map { "XY\($0)" }
        // 23:59:59, and an answer takes two seconds.
        let clock = TestClock(start: Timestamp(seconds: 1_709_251_199))
        try await withTemporaryDirectory { directory in
            let exchanges: [Exchange] = coins.map {
                .get(
                    "/products/\($0)-USD/candles",
                    answer: .making { _ in
                        clock.advance(by: .seconds(2))
                        return .json("[[1709164800,1,2,1,2,5]]")
                    })
            }
            try await withLoopbackServer(exchanges) { server in
                let path = directory.path("prices.csv")
                let run = await runTool(
                    "price \(coins.joined(separator: " ")) --at 2024-02-29 -p coinbase --append \(path)",
                    server.variables(for: "coinbase"), time: clock.source)
                #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
                #expect(clock.now >= Timestamp(seconds: 1_709_251_200))
                #expect(!Files.exists(path))
            }
        }
    }

    @Test("A file keeps its mode, its line ends and its other lines, and a symbolic link leads to it")
    func keeps() async throws {
        try await withTemporaryDirectory { directory in
            let journal =
                "; mine\n2024/03/02 shop\n    Assets  1 BTC\n    Equity\n\nP 2024-03-01  12:00:00\tBTC 62440.63 USD\n"
            let path = try directory.write(journal, to: "real.ledger")
            chmod(path, 0o640)
            symlink("real.ledger", directory.path("link.ledger"))
            await append("price BTC ETH", to: directory.path("link.ledger"))
            #expect(try text(path) == journal + "P 2024-03-01 12:00:00 ETH 3434.92 USD\n")
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        }
    }

    @Test("A csv file that a spreadsheet wrote is read: with a byte order mark, quotes and other line ends")
    func spreadsheet() async throws {
        try await withTemporaryDirectory { directory in
            let before =
                "\u{FEFF}\"time\",\"symbol\",name,price,provider,currency\n\"2024-03-01T12:00:00Z\",\"BTC\",\"a \"\"b\"\",\nc\",1,sample,USD\n\n"
            let path = try directory.write(before, to: "rows.csv")
            await append("price BTC ETH --fields time,symbol,name,price,provider,currency", to: path)
            #expect(try text(path) == before + "2024-03-01T12:00:00Z,ETH,Ethereum,3434.92,sample,USD\r\n")
        }
    }

    @Test(
        "A file that does not fit stays as it was, also with CR LF or without an end of its last line",
        arguments: [
            ("rows.csv", "time,symbol,price,provider\r\n", "has the columns time,symbol,price,provider, not time,"),
            ("rows.csv", "hello", "'FILE' has the columns hello, not time,symbol,name,price,"),
            ("rows.ledger", "time,symbol\r\n1,2\r\n", "line 1 is of another format"),
            ("rows.csv", columns + "1,2,3,4,5,6\r\n", "line 2 has 6 columns in place of 5; name another file"),
            (
                "rows.csv", columns + "2020-01-01T00:00:00Z,\"A,1,me,USD\r\n2020-01-02T00:00:00Z,B,1,me,USD\r\n",
                "does not fit: line 2 has a quote that is not closed; name another file"
            ),
        ])
    func misfit(name: String, content: String, says: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write(content, to: name)
            let fields = content.hasPrefix(Self.columns) ? " --fields time,symbol,price,provider,currency" : ""
            let run = await runTool("price BTC -p sample --append \(path)\(fields)")
            expectFailure(run, .usage, says: says.replacing("FILE", with: path))
            #expect(run.errors.hasPrefix("crypto: --append: "))
            #expect(try text(path) == content)
        }
    }

    @Test("A torn last line is written again as a whole if the run has its row", arguments: formats)
    func torn(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            let line = "price BTC --history 3d --candles 1d"
            await append(line, to: path)
            let whole = try Files.bytes(path)
            let end = format == "csv" ? 2 : 1
            let last = whole.dropLast(end).lastIndex(of: 0x0A).map { whole.count - $0 - 1 } ?? whole.count
            // Without a part of the line end, the end of the row, and all but nine bytes: the header, or the only line.
            for missing in [1, end, end + 1, end + 5, last - 1, whole.count - 9] {
                try Files.write(Array(whole.dropLast(missing)), to: path)
                #expect(await append(line, to: path).errors.isEmpty)
                #expect(try Files.bytes(path) == whole, "without \(missing)")
            }
        }
    }

    /// A row of the user's in each format, and the same row after a process that was killed.
    private static let mine: [String: (row: String, torn: String)] = [
        "csv": ("\(columns)2020-01-01T00:00:00Z,MINE,1.5,me,USD", "\(columns)2020-01-01T00:00:00Z,\"MI, N"),
        "tsv": (
            "time\tsymbol\tprice\tprovider\tcurrency\n2020-01-01T00:00:00Z\tMINE\t1.5\tme\tUSD",
            "time\tsymbol\tprice\tprovider\tcurrency\n2020-01-01T00:00:00Z\tMI"
        ),
        "jsonl": (
            #"{"time":"2020-01-01T00:00:00Z","symbol":"MINE","price":1.5,"provider":"me","currency":"USD"}"#,
            #"{"time":"2020-01-01T00:00:00Z","symbol":"MI"#
        ),
        "ledger": ("P 2020-01-01 00:00:00 MINE 1.5 USD", "P 2020-01-01 00:00:00 MI"),
        "beancount": ("2020-01-01 price MINE 1.5 USD", "2020-01-01 price MI"),
    ]

    @Test("Any other last line without an end stays and gets one, which is said in spite of -q", arguments: formats)
    func endless(format: String) async throws {
        let mine = try #require(Self.mine[format])
        let hasFields = !["ledger", "beancount"].contains(format)
        let fields = hasFields ? " --fields time,symbol,price,provider,currency" : ""
        let (bitcoin, ether) = (
            await runTool("price BTC\(fields) -p sample -f \(format)").outputLines.last ?? "",
            await runTool("price ETH\(fields) -p sample -f \(format)").outputLines.last ?? ""
        )
        let end = format == "csv" ? "\r\n" : "\n"
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            for (before, missing) in [
                (mine.row, end), (mine.row + (format == "csv" ? "\r" : ""), "\n"),
                (mine.torn, (format == "csv" ? "\"" : "") + end),
            ] {
                try Files.write(Array(before.utf8), to: path)
                let run = await append("price BTC\(fields) -q", to: path)
                let last = before.split(whereSeparator: \.isNewline).last ?? ""
                let notice = "the last line had no line end and gets one; it may be torn: '\(last.prefix(20))"
                #expect(run.errors.hasPrefix("crypto: \(path): \(notice)"), "\(run.errors)")
                #expect(run.errorLines.count == 1)
                #expect(try text(path) == "\(before)\(missing)\(bitcoin)\(end)")
                // The next run ignores the line.
                #expect(await append("price BTC ETH\(fields)", to: path).errors.isEmpty)
                #expect(try text(path) == "\(before)\(missing)\(bitcoin)\(end)\(ether)\(end)")
            }
            #expect(!Files.exists(path + ".torn"))
        }
    }

    @Test("A last line without an end that no run wrote is kept", arguments: ["ledger", "beancount"])
    func unended(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let mine = format == "ledger" ? "2024/03/02 shop\n    Equity" : "2024-03-02 open Assets:Coins"
            let path = try directory.write(mine, to: "mine.\(format)")
            #expect(await append("price BTC", to: path).errorLines.count == 1)
            let plain = await runTool("price BTC -p sample -f \(format)").output
            #expect(try text(path) == mine + "\n" + plain)
        }
    }

    @Test(
        "A file without the permission is 74",
        .needs("a user other than root, who can write everywhere", geteuid() != 0))
    func readOnly() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("", to: "rows.csv")
            chmod(path, 0o444)
            let run = await runTool("price BTC -p sample --append \(path)")
            #expect(run.status == .inputOutput && run.errors.contains("Permission denied"))
        }
    }
}
