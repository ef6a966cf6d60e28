import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--append: rows that a file does not have yet", .quick, .endsHang)
struct AppendTests {
    static let formats = ["csv", "tsv", "jsonl", "ledger", "beancount"]

    private func text(_ path: String) throws -> String { String(decoding: try Files.bytes(path), as: UTF8.self) }

    /// Appends what a line prints to a file. Returns the run.
    @discardableResult
    private func append(_ line: String, to path: String, _ status: ToolStatus = .success) async -> ToolRun {
        let run = await runTool("\(line) -p sample --append \(path)")
        #expect(run.status == status, "\(run.errors)")
        #expect(run.output.isEmpty)
        return run
    }

    @Test("Days that overlap make a file without gaps and doubles, the same as of one run", arguments: formats)
    func grows(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("prices.\(format)")
            let line = "price BTC ETH --candles 1d"
            for days in [
                "--from 2024-02-20 --to 2024-02-22", "--from 2024-02-21 --to 2024-02-25", "--history 9d",
                "--history 9d",
            ] {
                #expect(await append("\(line) \(days)", to: path).errors.isEmpty)
            }
            let whole = await runTool("\(line) --from 2024-02-20 --to 2024-02-29 -p sample -f \(format)")
            let lines = try text(path).split(whereSeparator: \.isNewline).map(String.init)
            #expect(lines.count == whole.outputLines.count)
            #expect(lines.sorted() == whole.outputLines.sorted())
            #expect(lines.first == whole.outputLines.first)
        }
    }

    @Test("A candle that is not finished is left to a later run")
    func unfinished() async throws {
        try await withTemporaryDirectory { directory in
            let line = "price BTC --at 2024-03-01"
            #expect(await runTool("\(line) -p sample --csv").outputLines.count == 2)
            let path = directory.path("prices.csv")
            await append(line, to: path)
            #expect(!Files.exists(path))
            // The minute is not over in real time when the stream ends.
            let run = await runTool("watch BTC --candles 1m -p sample --append \(path)", time: .live)
            #expect(run.status == .success && run.output.isEmpty, "\(run.errors)")
            #expect(!Files.exists(path))
        }
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

    @Test("A candle of a kept answer that was asked for before its end is left to a later run, and marked")
    func keptUnfinished() async throws {
        // 11:59:50 of an hour; the answer is new for a minute.
        let clock = TestClock(start: Timestamp(seconds: 1_709_294_390))
        let candles = { (close: Int) in
            Exchange.get("/products/BTC-USD/candles", answer: .json("[[1709290800,1,9,2,\(close),5]]"))
        }
        try await withTemporaryDirectory { directory in
            try await withLoopbackServer([candles(3), candles(4)]) { server in
                let path = directory.path("prices.csv")
                let variables = server.variables(for: "coinbase").merging(["XDG_CACHE_HOME": directory.path]) { $1 }
                let line =
                    "price BTC -p coinbase --candles 1h --from 2024-03-01T11:00:00Z --to 2024-03-01T11:30:00Z "
                    + "--fields time,symbol,close,currency,provider,width,complete"
                for (pause, output, hasFile) in [
                    (0, "3,USD,coinbase,1h,false", false), (20, "3,USD,coinbase,1h,false", false),
                    (60, "4,USD,coinbase,1h,true", true),
                ] {
                    clock.advance(by: .seconds(pause))
                    let shown = await runTool("\(line) --csv --no-header", variables, time: clock.source)
                    #expect(shown.outputLines == ["2024-03-01T11:00:00Z,BTC,\(output)"], "\(shown.errors)")
                    let run = await runTool("\(line) --append \(path)", variables, time: clock.source)
                    #expect(run.status == .success, "\(run.errors)")
                    #expect(Files.exists(path) == hasFile)
                }
            }
        }
    }

    @Test(
        "Without --fields the default columns get those by which a row is known",
        arguments: [
            ("price BTC", "time,symbol,name,price,currency,change,change_percent,market_cap,volume,age,provider"),
            ("list -n 1", "time,rank,symbol,name,price,change_percent,volume,market_cap,currency,provider"),
            ("convert 1 BTC SEK", "amount,from,to,result,rate,time,provider"),
            ("watch BTC --count 1", "time,symbol,price,currency,change_percent,provider"),
            ("aqi Delhi", "time,city,aqi,level,description,face,age,provider,scale"),
            ("aqi Delhi --history 2h", "time,city,aqi,level,pm2_5,pm10,provider,scale"),
        ])
    func columns(line: String, columns: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.csv")
            await append(line, to: path)
            let first = try text(path)
            #expect(first.hasPrefix(columns + "\r\n"))
            await append(line, to: path)
            #expect(try text(path) == first)
        }
    }

    @Test("A row of another time, symbol, provider or currency is another row; of another amount too")
    func keys() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.jsonl")
            for (count, line) in [
                "price BTC", "price BTC ETH", "price BTC -c SEK", "price ETH BTC -c SEK", "price BTC --at 2024-02-25",
            ].enumerated() {
                await append(line, to: path)
                let rows = try text(path).split(separator: "\n")
                #expect(rows.count == count + 1)
            }
            let amounts = directory.path("amounts.csv")
            for line in ["convert 1 BTC SEK", "convert 2 BTC SEK EUR", "convert 1.0 BTC SEK EUR"] {
                await append(line, to: amounts)
            }
            let rows = try text(amounts).split(whereSeparator: \.isNewline)
            #expect(rows.count == 5)
        }
    }

    @Test("Candles of another width and air of another scale are other rows", arguments: ["csv", "jsonl"])
    func widths(format: String) async throws {
        let headers = format == "csv" ? 1 : 0
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            for (candles, count) in [("1d", 2), ("4h", 14), ("1d", 14)] {
                let run = await append("price BTC --candles \(candles) --from 2024-02-20 --to 2024-02-21", to: path)
                #expect(run.errors.isEmpty)
                let rows = try text(path).split(whereSeparator: \.isNewline)
                #expect(rows.count == count + headers)
            }
            let air = directory.path("air.\(format)")
            for (scale, count) in [("us", 2), ("in", 4), ("us", 4)] {
                #expect(await append("aqi Delhi --history 2h --scale \(scale)", to: air).errors.isEmpty)
                let rows = try text(air).split(whereSeparator: \.isNewline)
                #expect(rows.count == count + headers)
            }
        }
    }

    @Test(
        "Rows that the file has with other values are left out, counted and the first is shown; their age does not count",
        arguments: ["csv", "tsv", "jsonl"])
    func differing(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            let line = "price BTC --candles 1d --from 2024-02-20 --to 2024-02-22"
            await append(line, to: path)
            // The file of another run: an old answer was used for the first row, and two candles were not complete.
            var rows = try text(path).split(whereSeparator: \.isNewline).map(String.init)
            rows[rows.count - 3] = rows[rows.count - 3].replacing("false", with: "true")
            for index in rows.indices.suffix(2) { rows[index] = rows[index].replacing("true", with: "false") }
            let other = rows.joined(separator: format == "csv" ? "\r\n" : "\n") + (format == "csv" ? "\r\n" : "\n")
            try directory.write(other, to: "rows.\(format)")
            let run = await append(line, to: path)
            let words =
                "2 rows are left out, because the file has other values for the same time and name; the first is '"
            #expect(run.errors.hasPrefix("crypto: \(path): \(words)"), "\(run.errors)")
            #expect(run.errors.contains("2024-02-21T00:00:00Z") && run.errors.split(separator: "\n").count == 1)
            #expect(try text(path) == other)
            #expect(await append("\(line) -q", to: path).errors.isEmpty)
        }
    }

    @Test("Rows are appended also where others failed; where none meets the condition, no file is made")
    func partial() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.csv")
            await append("price NOPE", to: path, .unknownName)
            await append("price BTC --if price<0", to: path, .noMatch)
            #expect(!Files.exists(path))
            await append("price BTC NOPE", to: path, .unknownName)
            let rows = try text(path).split(whereSeparator: \.isNewline)
            #expect(rows.count == 2)
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
        "A file that does not fit is refused with what to do, and stays as it was",
        arguments: [
            (
                "rows.csv", "time,symbol,price,provider\r\n",
                "'FILE' has the columns time,symbol,price,provider, not time,symbol,name,price,"
            ),
            ("rows.csv", "hello", "'FILE' has the columns hello, not time,symbol,name,price,"),
            ("rows.tsv", "time\tsymbol\n", "has the columns time,symbol, not time,symbol,name"),
            (
                "rows.jsonl", "{\"time\":1}\nno json\n",
                "'FILE' does not fit: line 2 is not a JSON object; name another file"
            ),
            ("rows.ledger", "2024-03-01 price BTC 1 USD\n", "'FILE' does not fit: line 1 is of another format"),
            ("rows.beancount", "P 2024-03-01 12:00:00 BTC 1 USD\n", "'FILE' does not fit: line 1 is of another format"),
            ("rows.ledger", "time,symbol\r\n1,2\r\n", "line 1 is of another format"),
            ("rows.beancount", "{\"time\":1}\n", "line 1 is of another format"),
        ])
    func misfit(name: String, content: String, says: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write(content, to: name)
            let run = await runTool("price BTC -p sample --append \(path)")
            expectFailure(run, .usage, says: says.replacing("FILE", with: path))
            #expect(run.errors.hasPrefix("crypto: --append: "))
            #expect(try text(path) == content)
        }
    }

    @Test("A row with too few columns is refused by its line")
    func short() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.csv")
            await append("price BTC", to: path)
            let before = try text(path) + "1,2\r\n"
            try Files.write(Array(before.utf8), to: path)
            let run = await runTool("price ETH -p sample --append \(path)")
            expectFailure(run, .usage, says: "does not fit: line 3 has 2 columns in place of 11; name another file")
            #expect(try text(path) == before)
        }
    }

    @Test(
        "A last line that is torn is kept beside the file, which is said in spite of -q, and its row is appended again",
        arguments: formats)
    func torn(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let (path, torn) = (directory.path("rows.\(format)"), directory.path("rows.\(format).torn"))
            let line = "price BTC --history 3d --candles 1d"
            await append(line, to: path)
            let whole = try Files.bytes(path)
            let end = format == "csv" ? 2 : 1
            let last = whole.dropLast(end).lastIndex(of: 0x0A).map { whole.count - $0 - 1 } ?? whole.count
            var lost = ""
            for missing in [end + 1, end + 5, last - 1] {
                try Files.write(Array(whole.dropLast(missing)), to: path)
                let run = await append(line + " -q", to: path)
                #expect(try Files.bytes(path) == whole, "without \(missing): \(run.errors)")
                let rest = String(decoding: whole.suffix(last).dropLast(missing), as: UTF8.self)
                let notice = "crypto: \(path): the last line is torn and is moved to \(torn): '\(rest.prefix(10))"
                #expect(run.errors.hasPrefix(notice) && run.errorLines.count == 1, "\(run.errors)")
                lost += rest + "\n"
                #expect(try text(torn) == lost)
            }
            // The header, or the only line.
            try Files.write(Array(whole.prefix(9)), to: path)
            await append(line, to: path)
            #expect(try Files.bytes(path) == whole)
        }
    }

    @Test("A whole last line without an end is the user's: it stays, and gets its end", arguments: formats)
    func endless(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            let lines = [
                "csv": "time,symbol,price,provider,currency\r\n2020-01-01T00:00:00Z,MINE,1.5,me,USD",
                "tsv": "time\tsymbol\tprice\tprovider\tcurrency\n2020-01-01T00:00:00Z\tMINE\t1.5\tme\tUSD",
                "jsonl":
                    #"{"time":"2020-01-01T00:00:00Z","symbol":"MINE","price":1.5,"provider":"me","currency":"USD"}"#,
                "ledger": "P 2020-01-01 00:00:00 MINE 1.5 USD", "beancount": "2020-01-01 price MINE 1.5 USD",
            ]
            let mine = try #require(lines[format])
            let hasFields = !["ledger", "beancount"].contains(format)
            let line = "price BTC" + (hasFields ? " --fields time,symbol,price,provider,currency" : "")
            let plain = await runTool("\(line) -p sample -f \(format)").outputLines.last ?? ""
            let end = format == "csv" ? "\r\n" : "\n"
            for cut in format == "csv" ? ["", "\r"] : [""] {
                try Files.write(Array((mine + cut).utf8), to: path)
                #expect(await append(line, to: path).errors.isEmpty)
                #expect(try text(path) == "\(mine)\(end)\(plain)\(end)")
            }
            // The header alone.
            if let header = mine.split(separator: end).first, format != "jsonl", hasFields {
                try Files.write(Array(header.utf8), to: path)
                #expect(await append(line, to: path).errors.isEmpty)
                #expect(try text(path) == "\(header)\(end)\(plain)\(end)")
            }
            #expect(!Files.exists(path + ".torn"))
        }
    }

    @Test("A quote that is not closed is no torn line: the file stays as it was")
    func openQuote() async throws {
        try await withTemporaryDirectory { directory in
            let before =
                "time,symbol,price,provider,currency\r\n2020-01-01T00:00:00Z,\"A,1,me,USD\r\n2020-01-02T00:00:00Z,B,1,me,USD\r\n"
            let path = try directory.write(before, to: "rows.csv")
            let run = await runTool("price BTC -p sample --fields time,symbol,price,provider,currency --append \(path)")
            expectFailure(run, .usage, says: "does not fit: line 2 has a quote that is not closed; name another file")
            #expect(try text(path) == before)
        }
    }

    @Test("A last line without an end that no run wrote is kept", arguments: ["ledger", "beancount"])
    func unended(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let mine = format == "ledger" ? "2024/03/02 shop\n    Equity" : "2024-03-02 open Assets:Coins"
            let path = try directory.write(mine, to: "mine.\(format)")
            #expect(await append("price BTC", to: path).errors.isEmpty)
            let plain = await runTool("price BTC -p sample -f \(format)").output
            #expect(try text(path) == mine + "\n" + plain)
        }
    }

    @Test("A stream appends as it runs, and only what is new", arguments: formats)
    func stream(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("ticks.\(format)")
            await append("watch BTC ETH --count 6", to: path)
            await append("watch BTC ETH", to: path)
            let plain = await runTool("watch BTC ETH -p sample -f \(format)")
            let lines = try text(path).split(whereSeparator: \.isNewline).map(String.init)
            #expect(Set(lines) == Set(plain.outputLines))
            #expect(lines.count == Set(lines).count)
        }
    }

    @Test(
        "It goes with formats of one line a row, and only with rows",
        arguments: [
            ("price BTC --append -", "--append: '-' is not a file: it means stdout, which has no earlier rows"),
            ("price BTC --append - --csv", "--append: '-' is not a file: it means stdout, which has no earlier rows"),
            (
                "price BTC --append x.xls",
                "--append: 'x.xls' has no ending that sets the format; add --format jsonl, csv, tsv, ledger or"
            ),
            (
                "price BTC --append x --json",
                "--append and --json cannot be used together; use jsonl, csv, tsv, ledger or"
            ),
            ("price BTC --append x -f none", "--append and --format none cannot be used together; use jsonl, csv"),
            (
                "price BTC --append x -f prometheus",
                "--append and --format prometheus cannot be used together; use jsonl"
            ),
            ("price BTC --append x --template y", "--template and --append cannot be used together"),
            ("price BTC --append x.csv -o y", "--output and --append cannot be used together"),
            ("price BTC --append x.csv --no-header", "--append and --no-header cannot be used together"),
            ("price BTC --append x.csv --chart", "--append and --chart cannot be used together"),
            ("list --add BTC --append x.csv", "--add and --append cannot be used together"),
            (
                "price BTC --append x.json",
                "--append and format json (the ending of 'x.json') cannot be used together; use jsonl, csv, tsv, ledger or "
                    + "beancount; --format chooses another one"
            ),
            (
                "price BTC --append x.svg",
                "--append and format svg (the ending of 'x.svg') cannot be used together; use"
            ),
            ("aqi Delhi --append x.ledger", "the ending of 'x.ledger': 'ledger' is for prices, which list, price"),
            (
                "price BTC --append x.csv --fields symbol,price",
                "--fields: 'time' is missing, by which --append knows a row"
            ),
            (
                "price BTC --history 3d --append x.csv --fields time,symbol,close,currency,provider",
                "--fields: 'width' is missing, by which --append knows a row"
            ),
            (
                "aqi Delhi --append x.csv --fields time,city,aqi,provider",
                "--fields: 'scale' is missing, by which --append knows a row"
            ),
        ])
    func usage(line: String, says: String) async throws {
        // Where a file can be written, so that only the command line is wrong.
        try await withTemporaryDirectory { directory in
            func placed(_ text: String) -> String { text.replacing("x.", with: directory.path("x.")) }
            expectFailure(await runTool("\(placed(line)) -p sample"), .usage, says: placed(says))
        }
    }

    @Test("What cannot be appended to is 74 before anything is asked for")
    func refused() async throws {
        try await withTemporaryDirectory { directory in
            try directory.write("x", to: "place/inner")
            let cases = [
                (directory.path("place"), "cannot be written: Is a directory"),
                (directory.path("none/rows"), "cannot be written: No such file or directory"),
                ("/dev/null", "cannot be appended to: it is not a regular file"),
            ]
            for (path, says) in cases {
                let run = await runTool("price BTC -p coingecko --csv --append \(path)")
                #expect(run.status == .inputOutput && run.errors == "crypto: \(path): \(says)\n", "\(run.errors)")
            }
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
