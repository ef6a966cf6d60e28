import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A home with favorites of its own and with two files of others, one with the ticker of the other one too.
private func withFiles(_ body: (FavoritesHome, _ files: String) async throws -> Void) async throws {
    try await withHome("DOGE 5\n") { home in
        try home.directory.write("BTC 0.5 @ 30000\nETH 2 @ 1000\n", to: "work.txt")
        try home.directory.write("# at home\nstock:AAPL 10 @ 100\nBTC 1 @ 20000\nSOL\n", to: "home.list")
        try await body(
            home, "--favorites-file \(home.directory.path("work.txt")),\(home.directory.path("home.list"))")
    }
}

@Suite("--favorites-file: several lists of favorites as groups", .quick, .endsHang)
struct FavoriteGroupTests {
    @Test(
        "Every format shows the group of a row, and each group its symbols in their order",
        arguments: [
            (
                "-f table",
                "GROUP  SYMBOL      PRICE\nwork   BTC     62,440.63\nwork   ETH      3,434.92\n"
                    + "home   AAPL       179.66\nhome   BTC     62,440.63\nhome   SOL        130.02\n"
            ),
            (
                "--csv",
                "group,symbol,price\r\nwork,BTC,62440.63\r\nwork,ETH,3434.92\r\nhome,AAPL,179.66\r\n"
                    + "home,BTC,62440.63\r\nhome,SOL,130.02\r\n"
            ),
            (
                "-f jsonl --if price>9999",
                #"{"group":"work","symbol":"BTC","price":62440.63}"# + "\n"
                    + #"{"group":"home","symbol":"BTC","price":62440.63}"# + "\n"
            ),
            (
                "-f records --if group=='home'&&price>9999", "group: home\nsymbol: BTC\nprice: 62440.63\n"
            ),
            (
                "-f markdown --if symbol=='AAPL'",
                "| group | symbol | price |\n| --- | --- | ---: |\n| home | AAPL | 179.66 |\n"
            ),
        ])
    func formats(options: String, expected: String) async throws {
        try await withFiles { home, files in
            for command in ["price", "list"] {
                let run = await home.run("\(command) \(files) --fields group,symbol,price \(options)")
                #expect(run.status == .success && run.errors.isEmpty && run.output == expected, "\(run.output)")
            }
        }
    }

    @Test("Templates, labels and tags have the group; a price directive has none, so that an asset has one")
    func machines() async throws {
        try await withFiles { home, files in
            let template = await home.run("price \(files) --template {group}/{symbol};")
            #expect(template.output == "work/BTC;work/ETH;home/AAPL;home/BTC;home/SOL;")
            let metrics = await home.run("price \(files) -f prometheus")
            let labels = #"crypto_price{symbol="BTC",id="bitcoin",kind="coin",currency="USD",provider="sample",group="#
            for group in ["work", "home"] { #expect(metrics.output.contains(labels + "\"\(group)\"} 62440.63\n")) }
            let points = await home.run("list --holdings \(files) -f influx --if symbol=='BTC' --fields value")
            let tags = ["work", "home"].map { "crypto,currency=USD,group=\($0),kind=coin,provider=sample,symbol=BTC" }
            #expect(
                points.outputLines == [
                    tags[0] + " value=31220.315 1709294400000000000", tags[1] + " value=62440.63 1709294400000000000",
                ], "\(points.output)")
            for line in ["price", "list --holdings", "watch --count 4"] {
                let directives = await home.run("\(line) \(files) -f ledger")
                #expect(directives.outputLines.count { $0.contains(" BTC ") } == 1, "\(directives.output)")
            }
            let chosen = await home.run("price \(files) -f ledger --if group=='home'")
            #expect(chosen.outputLines.count == 3, "\(chosen.output)")
        }
    }

    @Test("The group is the first column of default fields, and the last key of json; without the option there is none")
    func fields() async throws {
        try await withFiles { home, files in
            for (line, first) in [
                ("price", "group,symbol,name,price,"), ("list", "group,rank,symbol,"),
                ("list --holdings", "group,symbol,price,"), ("price --each", "group,symbol,provider,"),
                ("price --consensus --min-sources 1", "group,symbol,price,"), ("watch --count 1", "group,time,symbol,"),
                ("watch --holdings --count 1", "group,symbol,price,"), ("watch --gaps --count 1", "event,group,time,"),
            ] {
                let run = await home.run("\(line) \(files) --csv")
                #expect(run.output.hasPrefix(first), "\(line): \(run.output)\(run.errors)")
                let json = await home.run("\(line) \(files) -f jsonl --if group=='work'")
                #expect(json.output.contains(#","group":"work""#), "\(line): \(json.output)\(json.errors)")
                let schema = await home.run("\(line) \(files) --schema")
                #expect(schema.output.contains(#""group""#), "\(line)")
                let help = await home.run("\(line) \(files) --fields help -f tsv")
                #expect(help.output.contains("group\ttext\ttrue\t"), "\(line): \(help.output)")
            }
            for line in [
                "price DOGE", "list --favorites", "list --holdings", "watch DOGE --count 1", "price --favorites",
            ] {
                for format in ["--csv", "-f jsonl", "-f records", "-f influx", "-f prometheus", "--schema"]
                where !(line.hasPrefix("watch") && format.hasSuffix("prometheus")) {
                    #expect(!(await home.run("\(line) \(format)")).output.contains("group"), "\(line) \(format)")
                }
            }
            let named = await home.run("price DOGE -f jsonl --fields symbol,group")
            #expect(named.output == #"{"symbol":"DOGE","group":null}"# + "\n")
        }
    }

    @Test("A symbol in several files is asked for once, and a line with an error is named by file and number")
    func asked() async throws {
        try await withHome { home in
            try home.directory.write("BTC\n", to: "a.txt")
            try home.directory.write("eth\nbtc\n", to: "b.txt")
            let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum)
            let files = "--favorites-file \(home.directory.path("a.txt")),\(home.directory.path("b.txt"))"
            for line in ["price", "list"] {
                // A second request fails.
                try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: rows)]) { server in
                    let run = await home.run(
                        "\(line) \(files) -p coingecko --retries 0 --csv --no-header --fields group,symbol,price",
                        server.variables(for: "coingecko"))
                    #expect(run.outputLines == ["a,BTC,67024.5", "b,ETH,3434.92", "b,BTC,67024.5"], "\(run.errors)")
                }
            }
            try home.directory.write("ETH\n\nNOSUCH\n", to: "b.txt")
            let unknown = await home.run("price \(files) --csv --no-header --fields group,symbol")
            #expect(unknown.status == .unknownName && unknown.outputLines == ["a,BTC", "b,ETH"])
            let place = home.directory.path("b.txt")
            #expect(unknown.errors.hasPrefix("crypto: \(place):3: unknown symbol 'NOSUCH'"), "\(unknown.errors)")
            try home.directory.write("ETH\n\n0.5 ETH\n", to: "b.txt")
            let malformed = await home.run("watch \(files)")
            #expect(malformed.status == .configuration && malformed.output.isEmpty)
            #expect(malformed.errors.hasPrefix("crypto: \(place):3: '0.5 ETH': 'ETH' is not an amount"))
        }
    }

    @Test("--sort and --reverse sort within a group, --limit cuts what is left, and --search finds in all")
    func sorted() async throws {
        try await withFiles { home, files in
            for (options, expected) in [
                ("--sort price", "work/ETH;work/BTC;home/SOL;home/AAPL;home/BTC;"),
                ("--sort price --reverse", "work/BTC;work/ETH;home/BTC;home/AAPL;home/SOL;"),
                ("--reverse", "work/ETH;work/BTC;home/SOL;home/BTC;home/AAPL;"),
                ("--sort price -n 3", "work/ETH;work/BTC;home/SOL;"), ("--search bit", "work/BTC;home/BTC;"),
                ("--holdings --sort price", "work/ETH;work/BTC;home/AAPL;home/BTC;"),
            ] {
                let run = await home.run("list \(files) \(options) --template {group}/{symbol};")
                #expect(run.output == expected, "\(options) \(run.errors)")
            }
        }
    }

    @Test("--available and --sort favorite know the favorites of all files, and their rows are of no group")
    func others() async throws {
        try await withFiles { home, files in
            let first = await home.run("list \(files) --sort favorite -n 4 --template {symbol}{group};")
            #expect(first.output == "BTC;ETH;SOL;USDT;", "\(first.errors)")
            let others = await home.run("list \(files) --available --template {symbol};")
            #expect(others.output.contains("DOGE;") && !others.output.contains(";SOL;"), "\(others.output)")
            #expect(!(await home.run("list \(files) --available --csv")).output.contains("group"))
        }
    }

    @Test("Each provider's row and a consensus are in each group; candles have no group, and each symbol once")
    func views() async throws {
        try await withFiles { home, files in
            let each = await home.run("price \(files) --each -p sample,mock --csv --fields group,symbol,provider")
            let own = each.outputLines.filter { $0.contains("BTC") }
            #expect(own == ["work,BTC,sample", "work,BTC,mock", "home,BTC,sample", "home,BTC,mock"], "\(each.errors)")
            let agreed = await home.run("price \(files) --consensus --min-sources 1 --template {group}/{symbol};")
            #expect(agreed.output == "work/BTC;work/ETH;home/AAPL;home/BTC;home/SOL;", "\(agreed.errors)")
            let past = await home.run("price \(files) --at 2024-02-25 --template {symbol};")
            #expect(past.output == "BTC;ETH;AAPL;SOL;", "\(past.errors)")
            let line = "price \(files) --at 2024-02-25 --fields group"
            expectFailure(await home.run(line), .usage, says: "unknown field 'group'")
        }
    }

    @Test("--once knows the rows of each group")
    func once() async throws {
        try await withOnceHome { once in
            try once.home.write("BTC\n", to: "a.txt")
            try once.home.write("ETH\n", to: "b.txt")
            let files = "--favorites-file \(once.home.path("a.txt")),\(once.home.path("b.txt"))"
            for command in ["price", "list"] {
                let line = "\(command) \(files) -p sample --if price>9999 --once --template {group}/{symbol};"
                #expect([await once.run(line).output, await once.run(line).output] == ["a/BTC;", ""])
            }
            try once.home.write("ETH\nBTC\n", to: "b.txt")
            let line = "price \(files) -p sample --if price>9999 --once --template {group}/{symbol};"
            #expect([await once.run(line).output, await once.run(line).output] == ["b/BTC;", ""])
        }
    }

    @Test("--append knows a row by its group too, and needs the field; the cache and a record have the same rows")
    func files() async throws {
        try await withFiles { home, files in
            let path = home.directory.path("rows.csv")
            for _ in 0..<2 {
                let run = await home.run("price \(files) --fields time,group,symbol,provider --append \(path)")
                #expect(run.status == .success, "\(run.errors)")
            }
            let rows = String(decoding: try Files.bytes(path), as: UTF8.self).split(separator: "\r\n")
            #expect(rows.count == 6 && rows.count { $0.contains(",BTC,") } == 2, "\(rows)")
            expectFailure(
                await home.run("price \(files) --fields time,symbol,provider --append \(home.directory.path("x.csv"))"),
                .usage, says: "group")
            let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: .exactly(2), answer: answer)]) { server in
                try home.directory.write("BTC 1\n", to: "home.list")
                try home.directory.write("BTC 2\n", to: "work.txt")
                var variables = server.variables(for: "coingecko")
                variables["XDG_CACHE_HOME"] = home.directory.path("cache")
                let line =
                    "list --holdings --total \(files) -p coingecko --csv --fields group,symbol,value,share_percent"
                let first = await home.run(line, variables)
                #expect(
                    first.outputLines.dropFirst() == [
                        "work,subtotal,134049,66.66666667", "home,subtotal,67024.5,33.33333333", ",total,201073.5,100",
                    ], "\(first.errors)")
                let record = home.directory.path("record")
                for options in ["--offline", "--record \(record)", "--replay \(record)"] {
                    let again = await home.run("\(line) \(options)", variables)
                    #expect(again.output == first.output, "\(options) \(again.errors)")
                }
            }
        }
    }
}

// MARK: - Holdings

extension FavoriteGroupTests {
    @Test("Each group of holdings ends with a subtotal and all with a total; shares are those of the total of all")
    func totals() async throws {
        try await withFiles { home, files in
            let fields = "--fields group,symbol,value,share_percent"
            let table = await home.run("list --holdings \(files) -f markdown \(fields)")
            #expect(
                table.outputLines == [
                    "| group | symbol | value | share_percent |", "| --- | --- | ---: | ---: |",
                    "| work | BTC | 31,220.32 | 30.51 |", "| work | ETH | 6,869.84 | 6.71 |",
                    "| work | subtotal | 38,090.16 | 37.22 |", "| home | AAPL | 1,796.60 | 1.76 |",
                    "| home | BTC | 62,440.63 | 61.02 |", "| home | subtotal | 64,237.23 | 62.78 |",
                    "|  | total | 102,327.38 | 100.00 |",
                ], "\(table.output)")
            let left = await home.run("list --holdings \(files) -f table --if symbol=='ETH' --fields group,symbol")
            let ends = ["work subtotal", "home subtotal", "total"]
            #expect(
                left.outputLines.dropFirst().map { $0.split(separator: " ").joined(separator: " ") }
                    == ["work ETH"] + ends, "\(left.output)")
            #expect(!(await home.run("list --holdings \(files) --csv")).output.contains("total"))
        }
    }

    @Test("--total prints the subtotals and the total in every format; of one file only the total, which is its own")
    func sums() async throws {
        try await withFiles { home, files in
            let fields = "--csv --no-header --fields group,symbol,value,cost,gain,gain_percent,share_percent"
            let run = await home.run("list --holdings --total \(files) \(fields)")
            #expect(
                run.outputLines == [
                    "work,subtotal,38090.155,17000,21090.155,124.05973529,37.22381355",
                    "home,subtotal,64237.23,21000,43237.23,205.89157143,62.77618645",
                    ",total,102327.385,38000,64327.385,169.28259211,100",
                ], "\(run.output)")
            let json = await home.run("list --holdings --total \(files) --json --fields group,symbol --if value>50000")
            #expect(
                json.output == "[\n" + #"{"group":"home","symbol":"subtotal"},"# + "\n"
                    + #"{"group":null,"symbol":"total"}"# + "\n]\n", "\(json.output)")
            let one = await home.run(
                "list --holdings --total --favorites-file \(home.directory.path("work.txt")) \(fields)")
            #expect(one.output == "work,total,38090.155,17000,21090.155,124.05973529,100\r\n", "\(one.errors)")
            try home.directory.write("BTC\n", to: "home.list")
            let empty = await home.run("list --holdings \(files) -f markdown --fields group,symbol")
            #expect(empty.outputLines.suffix(2) == ["| work | ETH |", "| work | total |"], "\(empty.output)")
        }
    }

    @Test(
        "On a terminal the group stays beside the symbol, and the sums are in their column",
        arguments: [
            (40, "GROUP SYMBOL PRICE VALUE", "home subtotal 64,237.23", "total 102,327.38"),
            (
                80, "GROUP SYMBOL PRICE CHANGE % VALUE GAIN GAIN % CURRENCY",
                "home subtotal 64,237.23 +43,237.23 +205.89% USD", "total 102,327.38 +64,327.38 +169.28% USD"
            ),
        ])
    func widths(columns: Int, titles: String, subtotal: String, total: String) async throws {
        try await withFiles { home, files in
            let run = await runTool(
                "list --holdings \(files) -p sample --color never", ["XDG_CONFIG_HOME": home.directory.path],
                columns: columns)
            let lines = run.outputLines.map { $0.split(separator: " ").joined(separator: " ") }
            #expect(lines.first == titles && lines.suffix(2) == [subtotal, total], "\(run.output)")
            #expect(run.outputLines.allSatisfy { $0.count <= columns })
        }
    }
}

// MARK: - Streams

extension FavoriteGroupTests {
    private static let rates = Exchange.get(
        "/v1/latest", times: .any, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))

    /// Sends these prices of BTC and waits for the end.
    private static func bitcoin(_ prices: [String]) -> Exchange {
        .webSocket { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            for price in prices { try peer.send(text: StreamFrames.coinbase("BTC-USD", "\"\(price)\"")) }
            try peer.expectClose(1000)
        }
    }

    @Test(
        "watch subscribes to a symbol once and prints each tick in each group, also converted",
        arguments: [
            ("", ["60000,USD", "60001,USD"]), ("-c SEK", ["600000,SEK", "600010,SEK"]),
            ("--on-change 1", ["60000,USD"]),
        ])
    func stream(options: String, prices: [String]) async throws {
        try await withTemporaryDirectory { home in
            try home.write("BTC 1\n", to: "a.txt")
            try home.write("BTC 2\n", to: "b.txt")
            let files = "--favorites-file \(home.path("a.txt")),\(home.path("b.txt"))"
            let count = prices.count * 2 + (options.hasPrefix("--on") ? 2 : 0)
            let run = try await withLiveWatch(
                "\(files) -p coinbase,frankfurter \(options) --count \(count) --fields group,price,currency --csv --no-header",
                [Self.rates, Self.bitcoin(["60000", "60001"] + (options.hasPrefix("--on") ? ["70000"] : []))]
            ) { _, _ in }
            let rows = prices.flatMap { ["a,\($0)", "b,\($0)"] }
            #expect(run.status == .success && Array(run.outputLines.prefix(rows.count)) == rows, "\(run.output)")
        }
    }

    @Test("A polled stock is in each group, and so are its values; the total of all is that of the shares")
    func polled() async throws {
        try await withTemporaryDirectory { home in
            try home.write("stock:AAPL 1\n", to: "a.txt")
            try home.write("stock:AAPL 3\n", to: "b.txt")
            let files = "--favorites-file \(home.path("a.txt")),\(home.path("b.txt"))"
            let run = try await withLiveWatch(
                "--holdings \(files) -p yahoo --count 2 --fields group,value,share_percent --csv --no-header",
                [YahooAnswers.quote("AAPL")]
            ) { _, _ in }
            #expect(run.outputLines.count == 2 && run.outputLines.last?.hasSuffix(",75") == true, "\(run.errors)")
            #expect(run.outputLines.first?.hasSuffix(",25") == true, "\(run.output)")
        }
    }

    @Test("Conditions, intervals, directions, commands and lines of stdin know the groups; candles have none")
    func rows() async throws {
        try await withFiles { home, files in
            let some = await home.run("watch \(files) --if group=='home'&&symbol=='BTC' --count 3 --template {group};")
            #expect(some.output == "home;home;home;", "\(some.errors)")
            let seldom = await home.run("watch \(files) --interval 1h --template {group}/{symbol};")
            let all: Set = ["work/BTC", "work/ETH", "home/AAPL", "home/BTC", "home/SOL"]
            #expect(Set(seldom.output.split(separator: ";").map(String.init)) == all, "\(seldom.output)")
            let moved = await home.run("watch \(files) --fields group,symbol,direction --csv --no-header")
            for group in ["work", "home"] {
                let own = moved.outputLines.filter { $0.hasPrefix("\(group),BTC,") }
                #expect(own.count == 10 && own.first == "\(group),BTC," && own[1] == "\(group),BTC,down", "\(own)")
            }
            let until = await home.run("watch \(files) --until group=='home'&&symbol=='SOL' --template {symbol};")
            #expect(until.output.hasSuffix("SOL;"), "\(until.errors)")
            let candles = await home.run("watch \(files) --candles 1m --template {symbol};")
            #expect(candles.output.split(separator: ";").count { $0 == "BTC" } == 1, "\(candles.output)")
            let input = await home.run("watch - \(files) --count 5 --template {group}/{symbol};")
            #expect(Set(input.output.split(separator: ";").map(String.init)).isSubset(of: all), "\(input.output)")
        }
    }

    @Test("--exec gets the group", .needsBuiltProduct("crypto"))
    func command() async throws {
        try await withFiles { home, files in
            let words = ["watch"] + files.split(separator: " ").map(String.init)
            let outcome = try await runBuilt(
                words + ["-p", "sample", "-f", "none", "--when", "symbol == 'BTC'", "--exec", "echo $TICK_GROUP"],
                ["XDG_CONFIG_HOME": home.directory.path])
            #expect(outcome.status == .exited(0))
            for group in ["work", "home"] { #expect(outcome.errorText.contains("\(group)\n"), "\(outcome.errorText)") }
        }
    }

    @Test("A live table keeps groups together, each with its subtotal if they are holdings, and the total below")
    func picture() async throws {
        try await withFiles { home, files in
            let held = ["work BTC", "work ETH", "work subtotal", "home AAPL", "home BTC", "home subtotal"]
            let all = ["work BTC", "work ETH", "home AAPL", "home BTC", "home SOL"]
            for (options, expected) in [("--holdings", held), ("", all)] {
                let console = TestConsole(size: Terminal.Size(columns: 120, rows: 24))
                let line = "watch \(options) \(files) -p sample --color never"
                let run = await runTool(
                    line.split(separator: " ").map(String.init),
                    ["TERM": "xterm", "XDG_CONFIG_HOME": home.directory.path], console: console)
                // The rows of the last drawing, without what moves the cursor.
                let frame = run.output.tail(after: "GROUP").replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
                let rows = frame.split(whereSeparator: \.isNewline).compactMap { line -> String? in
                    let words = line.split(separator: " ")
                    let symbol = words.first { ["BTC", "ETH", "AAPL", "SOL", "subtotal"].contains($0) }
                    return symbol.map { "\(words[0]) \($0)" }
                }
                #expect(rows == expected, "\(run.output)")
                #expect(run.output.contains("total ") == !options.isEmpty)
                #expect(run.output.contains(options.isEmpty ? "5 symbols" : "4 symbols"), "\(run.output)")
            }
        }
    }
}

// MARK: - Files

extension FavoriteGroupTests {
    @Test(
        "What is wrong with the files is said before a request",
        arguments: [
            ("nope.txt", .configuration, "--favorites-file: there is no file '{home}/nope.txt'"),
            ("crypto", .configuration, "{home}/crypto: cannot be read: Is a directory"),
            ("empty.txt", .usage, "--favorites-file: no symbol is in '{home}/empty.txt'"),
            ("empty.txt,{home}/none", .usage, "no symbol is in '{home}/empty.txt', '{home}/none'"),
            ("work.txt,-", .usage, "--favorites-file: '-' is not a file; /dev/stdin is the one of stdin"),
            ("work.txt,{home}/work.txt", .usage, "--favorites-file: '{home}/work.txt' is named twice"),
            (
                "work.txt,{home}/crypto/work", .usage,
                "'{home}/work.txt' and '{home}/crypto/work' would both be the group 'work'"
            ),
            ("work.txt,", .usage, "has an empty element"),
            ("work.txt,~/x", .configuration, "there is no file '~/x'; a shell expands '~' only at the start"),
            ("work.txt BTC", .usage, "--favorites-file takes no symbols"),
        ] as [(String, ToolStatus, String)])
    func wrong(files: String, status: ToolStatus, says: String) async throws {
        try await withFiles { home, _ in
            try home.directory.write("# nothing\n", to: "empty.txt")
            try home.directory.write("", to: "none")
            let root = home.directory.path
            for command in ["price", "list", "watch"] {
                let line = "\(command) --favorites-file \(root)/\(files.replacing("{home}", with: root))"
                expectFailure(await home.run(line), status, says: says.replacing("{home}", with: root))
            }
        }
    }

    @Test(
        "Options that cannot be used together exit with 64",
        arguments: [
            ("list --of 5", "--of and --favorites-file cannot be used together"),
            ("watch --top 5", "--favorites-file and --top cannot be used together"),
            ("list --add BTC", "--add changes one file, but --favorites-file names 2"),
            ("list --move 1 BTC", "--move changes one file, but --favorites-file names 2"),
            ("price --consensus -p sample,mock --history 3d", "--consensus"),
        ])
    func usage(line: String, says: String) async throws {
        try await withFiles { home, files in
            expectFailure(await home.run("\(line) \(files)"), .usage, says: says)
        }
    }

    @Test("Files without amounts hold nothing, which is an error only if it is so of all")
    func nothing() async throws {
        try await withFiles { home, files in
            try home.directory.write("BTC\n", to: "work.txt")
            let some = await home.run("list --holdings \(files) --template {group};")
            #expect(some.output == "home;home;" && some.status == .success, "\(some.errors)")
            let line = "--holdings --favorites-file \(home.directory.path("work.txt"))"
            for command in ["list", "watch"] {
                expectFailure(
                    await home.run("\(command) \(line)"), .usage,
                    says: "--favorites-file: no line of '\(home.directory.path("work.txt"))' has an amount")
            }
        }
    }

    @Test("--add, --remove and --move change the one file, and --add makes it; the user's own one stays")
    func edits() async throws {
        try await withFiles { home, _ in
            func text(_ name: String) throws -> String {
                String(decoding: try Files.bytes(home.directory.path(name)), as: UTF8.self)
            }
            func run(_ options: String, _ name: String) async -> ToolRun {
                await home.run("list \(options) --favorites-file \(home.directory.path(name))")
            }
            #expect(await run("--add SOL --amount 3", "work.txt").status == .success)
            #expect(await run("--move 1 SOL", "work.txt").status == .success)
            #expect(await run("--remove BTC", "work.txt").status == .success)
            let changed = try text("work.txt")
            #expect(changed == "SOL 3\nETH 2 @ 1000\n")
            #expect(await run("--add ADA", "new.txt").status == .success)
            let made = try text("new.txt")
            #expect(made == "ADA\n" && home.text == "DOGE 5\n")
            expectFailure(await run("--remove ADA", "other.txt"), .configuration, says: "there is no file")
            expectFailure(
                await run("--add ADA", "none/x"), .inputOutput, says: "none/x: cannot be written: No such file")
            #expect(!Files.exists(home.directory.path("none")))
        }
    }

    @Test("In a variable or the config file it says where the favorites are, and a list stays a list")
    func settings() async throws {
        try await withFiles { home, files in
            let paths = String(files.split(separator: " ")[1])
            let list = ["CRYPTO_LIST_FAVORITES_FILE": paths]
            let plain = await home.run("list")
            #expect(await home.run("list", list).output == plain.output)
            #expect(await home.run("list --of 5 --json", list).output == home.run("list --of 5 --json").output)
            #expect(await home.run("list BTC", list).output == home.run("list BTC").output)
            #expect(await home.run("list --favorites --template {group}; -n 1", list).output == "work;")
            expectFailure(
                await home.run("list --remove BTC", list), .usage,
                says: "--remove changes one file, but CRYPTO_LIST_FAVORITES_FILE names 2")
            try home.directory.write("[price]\n--favorites-file \(paths)\n", to: "crypto/config")
            #expect(await home.run("price BTC --template {symbol};").output == "BTC;")
            #expect(await home.run("price --template {group};").output == "work;work;home;home;home;")
            try home.directory.write("[price]\n--favorites-file /nope\n", to: "crypto/config")
            let config = home.directory.path("crypto/config")
            expectFailure(
                await home.run("price"), .configuration,
                says: "\(config):2: --favorites-file: there is no file '/nope'")
        }
    }

    @Test("A pipe is read once, also where a symbol of it is unknown")
    func descriptor() async throws {
        try await withFiles { home, _ in
            // The text is there before it is read, so that no thread waits for another one.
            var ends: [Int32] = [0, 0]
            #expect(unsafe pipe(&ends) == 0)
            let text = "BTC\nNOSUCH\n"
            #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
            close(ends[1])
            let run = await home.run("price --favorites-file /dev/fd/\(ends[0]) --template {group}/{symbol};")
            close(ends[0])
            #expect(run.output == "\(ends[0])/BTC;" && run.status == .unknownName, "\(run.errors)")
            #expect(run.errors.hasPrefix("crypto: unknown symbol 'NOSUCH'"), "\(run.errors)")
        }
    }
}

extension String {
    /// The text after the last place of another one.
    fileprivate func tail(after text: String) -> String {
        ranges(of: text).last.map { String(self[$0.upperBound...]) } ?? self
    }
}
