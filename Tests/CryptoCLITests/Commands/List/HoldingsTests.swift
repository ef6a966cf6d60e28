import CryptoCLI
import TestSupport
import Testing

@Suite("list --holdings: what the favorites are worth", .quick)
struct HoldingsTests {
    private static let sums =
        "--csv --no-header --fields symbol,price,amount,value,share_percent,cost,gain,gain_percent"

    @Test("Value, share, cost, gain and gain percent of favorites with an amount, in their order")
    func rows() async throws {
        try await withHome("stock:AAPL 10 @ 100\nSOL\nBTC 0.5 @ 30000 USD # cold\nPEPE 1000000.5\n") { home in
            let run = await home.run("list --holdings \(Self.sums)")
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            // 1796.6 + 31220.315 + 4.050002025 = 33020.965002025
            #expect(
                run.outputLines == [
                    "AAPL,179.66,10,1796.6,5.44078588,1000,796.6,79.66",
                    "BTC,62440.63,0.5,31220.315,94.54694918,15000,16220.315,108.13543333",
                    "PEPE,0.00000405,1000000.5,4.050002025,0.01226494,,,",
                ])
        }
    }

    /// The price of a share, and its splits.
    private static func share(_ price: String, _ splits: (time: Int, new: String, old: String)...) -> Exchange {
        let splits = splits.map {
            #""\#($0.time)":{"date":\#($0.time),"numerator":\#($0.new),"denominator":\#($0.old)}"#
        }
        return .get(
            "/v8/finance/chart/NVDA", times: .any,
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"NVDA","gmtoffset":-18000,"#
                    + #""regularMarketPrice":\#(price),"regularMarketTime":1709294370,"chartPreviousClose":1},"#
                    + #""timestamp":[],"events":{"splits":{\#(splits.joined(separator: ","))}},"#
                    + #""indicators":{"quote":[{}]}}],"error":null}}"#))
    }

    private static func owned(_ line: String, _ share: Exchange) async throws -> ToolRun {
        try await withLoopbackServer([share]) { server in
            var run: ToolRun?
            try await withHome(line + "\n") { home in
                run = await home.run(
                    "list --holdings -p yahoo --template {amount},{value},{cost},{gain}; --retries 0",
                    server.variables(for: "yahoo"))
            }
            return try #require(run)
        }
    }

    @Test(
        "A lot of a share with a date is adjusted exactly for the splits since, and those alone",
        arguments: [
            ("1 @ 631.6 USD 2024-02-01", "10,700,631.6,68.4;"), ("1 @ 63.16 USD 2024-02-02", "1,70,63.16,6.84;"),
            ("1.5 @ 10 USD 2023-12-31", "5,350,15,335;"), ("1.5 2024-01-01T12:00:00Z", "5,350,,;"),
        ])
    func dated(lot: String, row: String) async throws {
        // 1:3 on 2024-01-15, 10:1 on 2024-02-02.
        let share = Self.share("70", (1_705_329_000, "1", "3"), (1_706_884_200, "10", "1"))
        let run = try await Self.owned("stock:NVDA \(lot)", share)
        #expect(run.output == row && run.errors.isEmpty && run.status == .success, "\(run.errors)")
    }

    @Test("Without its splits, a lot with a date has no amount of today: the row fails")
    func noSplits() async throws {
        let share = Exchange.get("/v8/finance/chart/NVDA", times: .any, answer: .json("{}", status: 500))
        let run = try await Self.owned("stock:NVDA 1 @ 5 USD 2024-02-01", share)
        #expect(run.output.isEmpty && run.status == .unavailable, "\(run.errors)")
    }

    @Test("A cost more than four times away from the price is explained by the split between, in a notice")
    func undated() async throws {
        let share = Self.share("70", (1_706_884_200, "10", "1"))
        let far = try await Self.owned("stock:NVDA 1 @ 631.6 USD", share)
        #expect(far.output == "1,70,631.6,-561.6;" && far.status == .success)
        #expect(
            far.errors
                == "crypto: stock:NVDA: the cost of 631.6 USD is more than four times away from the price, and a "
                + "10:1 split lies between, of 2024-02-02; if the shares were bought before it, end the line with the day of "
                + "the purchase, as in 'stock:NVDA 1 @ 631.6 USD 2024-02-01'\n")
        for line in ["1 @ 280 USD", "1 @ 1 USD", "1 @ 631.6 USD 2024-02-02"] {
            #expect(try await Self.owned("stock:NVDA \(line)", share).errors.isEmpty, "\(line)")
        }
        let reverse = try await Self.owned("stock:NVDA 1 @ 7 USD", Self.share("70", (1_706_884_200, "1", "10")))
        #expect(reverse.errors.contains("a 1:10 split lies between"), "\(reverse.errors)")
    }

    @Test("The default fields, and those of json, which has the fields of holdings only with --holdings")
    func fields() async throws {
        try await withHome("BTC 2\n") { home in
            let run = await home.run("list --holdings --csv")
            #expect(
                run.outputLines == [
                    "symbol,price,change_percent,amount,value,share_percent,gain,gain_percent,currency",
                    "BTC,62440.63,2.08044852,2,124881.26,100,,,USD",
                ])
            let json = await home.run("list --holdings --json")
            #expect(
                json.output.hasSuffix(
                    #","amount":2,"value":124881.26,"share_percent":100,"cost":null,"gain":null,"gain_percent":null}"#
                        + "\n]\n"), "\(json.output)")
            #expect(!(await home.run("list --favorites --json")).output.contains("amount"))
            expectFailure(await home.run("list --fields value"), .usage, says: "unknown field 'value'")
            let help = await home.run("list --holdings --fields help -f tsv --no-header")
            #expect(
                help.outputLines.suffix(6).map { $0.prefix { $0 != "\t" } } == [
                    "amount", "value", "share_percent", "cost", "gain", "gain_percent",
                ])
            #expect(!(await home.run("list --fields help")).output.contains("gain"))
        }
    }

    @Test("The lots of a symbol are one row; the cost of one without a price of its own is unknown")
    func lots() async throws {
        try await withHome("BTC 1 @ 10\nETH 1 @ 1\nbtc 0.5 @ 40 USD\nBTC\nETH 2\n") { home in
            let run = await home.run("list --holdings \(Self.sums)")
            #expect(
                run.outputLines.map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2) }
                    .map { [$0[2], $0[5], $0[6]] } == [["1.5", "30", "93630.945"], ["3", "", ""]], "\(run.output)")
        }
    }

    @Test("--total prints one row, the sum, in every format; its gain is that of the holdings with a cost")
    func total() async throws {
        let line = "list --holdings --total"
        try await withHome("BTC 0.5 @ 30000\nstock:AAPL 10 @ 100\n") { home in
            let run = await home.run("\(line) --csv")
            #expect(
                run.outputLines == [
                    "symbol,price,change_percent,amount,value,share_percent,gain,gain_percent,currency",
                    "total,,,,33016.915,100,17016.915,106.35571875,USD",
                ])
            let json = await home.run("\(line) --json --fields time,symbol,id,kind,price,provider,age,stale,value,cost")
            #expect(
                json.output
                    == "[\n" + #"{"time":"2024-03-01T12:00:00Z","symbol":"total","id":null,"kind":null,"price":null,"#
                    + #""provider":null,"age":0,"stale":false,"value":33016.915,"cost":16000}"# + "\n]\n")
            #expect(await home.run("\(line) --if value>33016 --template {value}").output == "33016.915")
            #expect(await home.run("\(line) --if value>33017 -f none").status == .noMatch)
            #expect(await home.run("\(line) -f table").outputLines.count == 2)
        }
        try await withHome("BTC 0.5 @ 30000\nstock:AAPL 10\n") { home in
            let run = await home.run("\(line) --csv --no-header --fields value,cost,gain")
            #expect(run.output == "33016.915,15000,16220.315\r\n")
            #expect(run.errors == "crypto: stock:AAPL: without a cost, and so left out of the total gain\n")
        }
    }

    @Test("The total is that of all holdings, whatever is left out; --if, --sort, --limit and --search choose rows")
    func chosen() async throws {
        try await withHome("BTC 1 @ 70000\nETH 2 @ 1000\nSOL 3 @ 130\n") { home in
            #expect(await home.symbols("--holdings --if gain_percent<-10") == "BTC;")
            #expect(await home.symbols("--holdings --sort price") == "SOL;ETH;BTC;")
            #expect(await home.symbols("--holdings --sort name --reverse -n 2") == "SOL;ETH;")
            #expect(await home.symbols("--holdings --search eth") == "ETH;")
            let run = await home.run("list --holdings --if value>60000 --fields symbol,value,share_percent -f markdown")
            #expect(
                run.outputLines == [
                    "| symbol | value | share_percent |", "| --- | ---: | ---: |", "| BTC | 62,440.63 | 89.58 |",
                    "| total | 69,700.53 | 100.00 |",
                ])
            let none = await home.run("list --holdings --if value>90000")
            #expect(none.status == .noMatch && none.output.isEmpty)
        }
    }

    @Test("A table and markdown end with the total; no other format does")
    func totalLine() async throws {
        try await withHome("BTC 1\nETH 2\n") { home in
            for (format, lines) in [("table", 4), ("markdown", 5), ("csv", 3), ("tsv", 3), ("jsonl", 2)] {
                let run = await home.run("list --holdings -f \(format)")
                #expect(run.outputLines.count == lines, "\(run.output)")
                #expect(run.output.contains("total") == (format == "table" || format == "markdown"))
            }
        }
    }

    @Test(
        "The total is the last line at every width, and has no sum of what cannot be added",
        arguments: [
            (40, "SYMBOL PRICE VALUE CURRENCY", ["total", "62,741.72", "USD"]),
            (
                80, "SYMBOL PRICE CHANGE % VALUE SHARE % GAIN GAIN % CURRENCY",
                ["total", "62,741.72", "100.00", "+42,440.63", "+212.20%", "USD"]
            ),
            (
                120, "SYMBOL PRICE CHANGE % AMOUNT VALUE SHARE % GAIN GAIN % CURRENCY",
                ["total", "62,741.72", "100.00", "+42,440.63", "+212.20%", "USD"]
            ),
        ])
    func widths(columns: Int, titles: String, total: [Substring]) async throws {
        try await withHome("BTC 1 @ 20000\nETH 0.087654321987654321\n") { home in
            let run = await runTool(
                ["list", "--holdings", "-p", "sample", "--color", "never"], ["XDG_CONFIG_HOME": home.directory.path],
                columns: columns)
            #expect(run.status == .success && run.outputLines.filter { $0.count > columns }.isEmpty, "\(run.output)")
            #expect(run.outputLines[0].split(separator: " ").joined(separator: " ") == titles, "\(run.output)")
            let last = run.outputLines.last?.split(separator: " ").filter { $0 != "--" }
            #expect(last == total, "\(run.output)")
        }
    }

    @Test(
        "On a terminal the total alone has only columns with a sum, and not its share of itself",
        arguments: [
            ("BTC 1\nETH 2\n", 80, "SYMBOL VALUE CURRENCY", "total 69,310.47 USD"),
            ("BTC 1 @ 30000\n", 80, "SYMBOL VALUE GAIN GAIN % CURRENCY", "total 62,440.63 +32,440.63 +108.14% USD"),
            ("BTC 1 @ 30000\n", 40, "SYMBOL VALUE GAIN % CURRENCY", "total 62,440.63 +108.14% USD"),
        ])
    func totalColumns(favorites: String, columns: Int, titles: String, row: String) async throws {
        try await withHome(favorites) { home in
            let variables = ["XDG_CONFIG_HOME": home.directory.path]
            let run = await runTool(
                ["list", "--holdings", "--total", "-p", "sample", "--color", "never"], variables, columns: columns)
            #expect(
                run.outputLines.map { $0.split(separator: " ").joined(separator: " ") } == [titles, row],
                "\(run.output)")
            let elsewhere = await runTool("list --holdings --total -p sample", variables)
            #expect(elsewhere.outputLines.first?.contains("SHARE %") == true)
        }
    }

    @Test("Without holdings there is one line on stderr, and the option is refused", arguments: [nil, "BTC\n"])
    func empty(text: String?) async throws {
        try await withHome(text) { home in
            for options in ["", " --total"] {
                let run = await home.run("list --holdings\(options) --json")
                #expect(run.status == .usage && run.output.isEmpty)
                #expect(
                    run.errors
                        == "crypto: --holdings: you hold nothing; 'crypto list --add BTC --amount 0.5' adds a holding\n"
                )
            }
        }
    }

    @Test(
        "Options that cannot be used together exit with 64",
        arguments: [
            ("--holdings BTC", "--holdings takes no symbols"),
            ("--holdings --favorites", "--favorites and --holdings cannot be used together"),
            ("--holdings --available", "--available and --holdings cannot be used together"),
            ("--holdings --of 5", "--of and --holdings cannot be used together"),
            ("--total", "--total needs --holdings"),
            ("--holdings --total --search bit", "--total and --search cannot be used together"),
            ("--holdings --total --market spot", "--total and --market cannot be used together"),
        ])
    func usage(options: String, words: String) async throws {
        try await withHome("BTC 1\n") { home in
            expectFailure(await home.run("list \(options)"), .usage, says: words)
        }
    }

    @Test("--once reports a holding once, and the total of its own")
    func once() async throws {
        try await withOnceHome { once in
            try once.home.write("BTC 1 @ 9\nETH 1 @ 9000\n", to: "crypto/favorites")
            for (options, symbol) in [("--if gain<0", "ETH"), ("--total --if gain>0", "total")] {
                let line = "list --holdings \(options) -p sample --once --template {symbol}"
                let runs = [await once.run(line), await once.run(line)]
                #expect(runs.map(\.output) == [symbol, ""], "\(runs[0].errors)")
                #expect(runs.map(\.status) == [.success, .noMatch])
            }
        }
    }
}

// MARK: - Currencies

extension HoldingsTests {
    @Test(
        "Money is held at the rates and costs what it is worth, unless a cost is given; a coin with the code of a currency is the coin"
    )
    func money() async throws {
        try await withHome("SEK 1000 @ 1 SEK\nUSD 10\nMNT 2\nISK/EUR 5\n") { home in
            let run = await home.run(
                "list --holdings --csv --no-header --fields symbol,kind,price,currency,value,cost,provider")
            #expect(run.status == .success, "\(run.errors)")
            let convert = await home.run("convert 1000 SEK USD --template {result},{rate}")
            let parts = convert.output.split(separator: ",")
            #expect(
                Array(run.outputLines.prefix(3)) == [
                    "SEK,fiat,\(parts[1]),USD,\(parts[0]),\(parts[0]),sample", "USD,fiat,1,USD,10,10,",
                    "MNT,coin,1.02,USD,2.04,,sample",
                ], "\(run.output) \(convert.output)")
            #expect(run.outputLines.last?.hasPrefix("ISK,fiat,0.00") == true, "\(run.output)")
        }
    }

    @Test(
        "Favorites may be currencies: list and price show them, --add takes them; as an argument they are not symbols")
    func currencies() async throws {
        try await withHome { home in
            #expect(await home.run("list --add SEK --amount 5").status == .success)
            #expect(await home.run("list --add kes").status == .unknownName)
            #expect(home.text == "SEK 5\n")
            let line = "--favorites -c NOK --csv --no-header --fields symbol,kind,currency"
            for command in ["list", "price"] {
                #expect(await home.run("\(command) \(line)").output == "SEK,fiat,NOK\r\n")
            }
            expectFailure(await home.run("price SEK"), .unknownName, says: "SEK is a currency: try 'crypto convert")
        }
    }

    @Test("With --currency costs are converted at today's rate; the price of a pair stays in its currency")
    func converted() async throws {
        try await withHome("BTC 1 @ 30000 USD\nETH/EUR 1 @ 3000 EUR\nSOL 1 @ 0.002 BTC\n") { home in
            let run = await home.run(
                "list --holdings -c SEK --csv --no-header --fields symbol,value,cost,currency")
            #expect(run.status == .success, "\(run.errors)")
            let cost = await home.run("convert 30000 USD SEK --template {result}").output
            let coin = await home.run("convert 0.002 BTC SEK --template {result}").output
            let value = await home.run("price BTC -c SEK --template {price}").output
            #expect(run.outputLines[0].hasSuffix(",\(cost),SEK"), "\(run.output) \(value)")
            #expect(run.outputLines[1].hasSuffix(",3000,EUR"))
            #expect(run.outputLines[2].hasSuffix(",\(coin),SEK"))
            let total = await home.run("list --holdings --total -c SEK --template {currency}")
            #expect(total.output == "SEK")
        }
    }

    @Test("A cost in an unknown currency is reported, and is unknown")
    func unknownCost() async throws {
        try await withHome("BTC 2 @ 1 NOSUCH\nETH 1 @ 1\n") { home in
            let run = await home.run("list --holdings --csv --no-header --fields symbol,value,cost")
            #expect(run.status == .unknownName)
            #expect(run.outputLines == ["BTC,124881.26,", "ETH,3434.92,1"])
            #expect(
                run.errors.hasPrefix("crypto: no conversion from NOSUCH to USD for your holdings: unknown currency"),
                "\(run.errors)")
        }
    }
}

// MARK: - Without a price

extension HoldingsTests {
    @Test("A holding without a price is named, the total is unknown, and the status is that of the failure")
    func unknown() async throws {
        try await withHome("BTC 1 @ 5\nNOSUCH 5 @ 1\nETH 1\n") { home in
            let run = await home.run("list --holdings --csv --no-header --fields symbol,value,share_percent,gain")
            #expect(run.status == .unknownName)
            #expect(run.outputLines == ["BTC,62440.63,,62435.63", "ETH,3434.92,,"])
            #expect(run.errors.contains("unknown symbol 'NOSUCH'"))
            let table = await home.run("list --holdings --fields symbol,amount,value,gain")
            #expect(table.outputLines.last?.split(separator: " ") == ["total", "--", "--"], "\(table.output)")
            let total = await home.run("list --holdings --total --json --fields symbol,value,cost,gain,gain_percent")
            #expect(total.status == .unknownName)
            #expect(
                total.output
                    == "[\n" + #"{"symbol":"total","value":null,"cost":null,"gain":null,"gain_percent":null}"# + "\n]\n"
            )
        }
        try await withHome("NOSUCH 1\n") { home in
            for options in ["", " --total"] {
                let run = await home.run("list --holdings\(options) --json")
                #expect(run.status == .unknownName && run.output.isEmpty)
            }
        }
    }

    @Test("What nothing is held of has no gain by itself, and does not make the gain of the total unknown")
    func none() async throws {
        try await withHome("BTC 0\nETH 1 @ 1000\nETH 0\n") { home in
            let line = "list --holdings --csv --no-header --fields symbol,amount,value,cost,gain,gain_percent"
            #expect(await home.run(line).outputLines == ["BTC,0,0,,,", "ETH,1,3434.92,1000,2434.92,243.492"])
            #expect(await home.run(line + " --total").outputLines == ["total,,3434.92,1000,2434.92,243.492"])
        }
        try await withHome("BTC 0\n") { home in
            let line = "list --holdings --csv --no-header --fields symbol,value,share_percent,gain,gain_percent"
            #expect(await home.run(line).outputLines == ["BTC,0,,,"])
        }
    }

    @Test("A coin that its provider has no price of is named, with 65")
    func unpriced() async throws {
        let rows = CoinGeckoAnswers.rows(
            CoinGeckoAnswers.row("bitcoin", "btc", price: "100"), CoinGeckoAnswers.row("ethereum", "eth", price: nil))
        try await withHome("BTC 1\nETH 1\n") { home in
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: .any, answer: rows)]) { server in
                let run = await home.run(
                    "list --holdings -p coingecko --retries 0 --csv --no-header --fields symbol,value,share_percent",
                    server.variables(for: "coingecko"))
                #expect(run.status == .invalidData, "\(run.errors)")
                #expect(run.output == "BTC,100,\r\n")
                #expect(run.errors.contains("ETH"))
            }
        }
    }
}
