import CryptoCLI
import Platform
import TestSupport
import Testing

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
        try await withFavoriteFiles { home, files in
            for command in ["price", "list"] {
                let run = await home.run("\(command) \(files) --fields group,symbol,price \(options)")
                #expect(run.status == .success && run.errors.isEmpty && run.output == expected, "\(run.output)")
            }
        }
    }

    @Test("Templates, labels and tags have the group; a price directive has none, so that an asset has one")
    func machines() async throws {
        try await withFavoriteFiles { home, files in
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
        try await withFavoriteFiles { home, files in
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
        try await withFavoriteFiles { home, files in
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
        try await withFavoriteFiles { home, files in
            let first = await home.run("list \(files) --sort favorite -n 4 --template {symbol}{group};")
            #expect(first.output == "BTC;ETH;SOL;USDT;", "\(first.errors)")
            let others = await home.run("list \(files) --available --template {symbol};")
            #expect(others.output.contains("DOGE;") && !others.output.contains(";SOL;"), "\(others.output)")
            #expect(!(await home.run("list \(files) --available --csv")).output.contains("group"))
        }
    }

    @Test("Each provider's row and a consensus are in each group; candles have no group, and each symbol once")
    func views() async throws {
        try await withFavoriteFiles { home, files in
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
        try await withFavoriteFiles { home, files in
            let path = home.directory.path("rows.csv")
            for _ in 0..<2 {
                let run = await home.run("price \(files) --fields time,group,symbol,provider,currency --append \(path)")
                #expect(run.status == .success, "\(run.errors)")
            }
            let rows = String(decoding: try Files.bytes(path), as: UTF8.self).split(separator: "\r\n")
            #expect(rows.count == 6 && rows.count { $0.contains(",BTC,") } == 2, "\(rows)")
            let other = home.directory.path("x.csv")
            expectFailure(
                await home.run("price \(files) --fields time,symbol,provider,currency --append \(other)"),
                .usage, says: "'group' is missing")
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
