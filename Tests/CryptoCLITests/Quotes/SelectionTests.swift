import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Selection of rows and fields: --if, --search, --sort, --fields, --template, --digits, --no-header", .quick)
struct SelectionTests {
    @Test(
        "--if without a matching row exits with 1: [] in json, the header in csv and tsv, nothing elsewhere",
        arguments: [
            ("json", "[]\n"), ("csv", "rank,symbol\r\n"), ("tsv", "rank\tsymbol\n"), ("table", ""), ("jsonl", ""),
            ("markdown", ""),
        ])
    func nothingMet(format: String, output: String) async {
        for line in ["list", "price BTC ETH"] {
            let run = await runTool("\(line) -p sample -f \(format) --fields rank,symbol --if price<0")
            #expect(run.status == .noMatch)
            #expect(run.output == output)
            #expect(run.errors.isEmpty)
        }
        let template = await runTool("list -p sample --template {symbol} --if price<0")
        #expect(template.status == .noMatch)
        #expect(template.output.isEmpty)
    }

    @Test("--if keeps the rows that meet it, and --limit applies to those")
    func condition() async {
        let some = await runTool(["list", "-p", "sample", "--if", "change_percent < 0", "--template", "{symbol} "])
        #expect(some.status == .success)
        #expect(some.output == "USDC DAI LEO FDUSD ")
        let two = await runTool(
            ["list", "-p", "sample", "-n", "2", "--if", "change_percent < 0", "--template", "{symbol} "])
        #expect(two.output == "USDC DAI ")
        let either = await runTool(
            ["price", "BTC", "ETH", "-p", "sample", "--if", "symbol == 'ETH' || price > 1e9", "--template", "{symbol}"])
        #expect(either.output == "ETH")
        let unknown = await runTool(["price", "BTC", "-p", "sample", "--if", "bid < 1 || !(bid < 1)"])
        #expect(unknown.status == .success)
    }

    @Test("A search finds symbols that begin with the text first, then names that contain it, in any case")
    func search() async {
        for text in ["et", "ET"] {
            let run = await runTool("list -p sample --search \(text) --template {symbol}:{name};")
            #expect(
                run.output == "ETH:Ethereum;ETC:Ethereum Classic;USDT:Tether;ICP:Internet Computer;GOOGL:Alphabet;"
                    + "META:Meta Platforms;")
        }
        let one = await runTool("list -p sample --search et -n 1 --csv --fields symbol,name --no-header")
        #expect(one.outputLines == ["ETH,Ethereum"])
        let none = await runTool("list -p sample --search zzzz --json")
        #expect(none.status == .noMatch)
        #expect(none.output == "[]\n")
    }

    @Test("coingecko is asked for names first, then for the prices of the results")
    func coinGeckoSearch() async throws {
        let found = #"{"coins":[{"id":"wrapped-ether","symbol":"WETH"},{"id":"ethereum","symbol":"ETH"}],"nfts":[]}"#
        let exchanges: [Exchange] = [
            .get("/api/v3/search", query: "query=et", answer: .json(found)),
            .get(
                CoinGeckoAnswers.path, query: ["ids": "wrapped-ether,ethereum", "vs_currency": "usd"],
                answer: CoinGeckoAnswers.rows(
                    CoinGeckoAnswers.row("wrapped-ether", "weth", name: "Wrapped Ether"), CoinGeckoAnswers.ethereum)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "list -p coingecko --search et --template {symbol};", server.variables(for: "coingecko"))
            #expect(run.output == "ETH;WETH;")
        }
        try await withLoopbackServer([.get("/api/v3/search", answer: .json(#"{"coins":[]}"#))]) { server in
            let run = await runTool("list -p coingecko --search nosuch", server.variables(for: "coingecko"))
            #expect(run.status == .noMatch)
            #expect(run.output.isEmpty)
        }
    }

    static let sorts: [(options: String, symbols: String)] = [
        ("", "B A D E C"), ("--reverse", "C E D A B"), ("--sort price", "C B A D E"),
        ("--sort price --reverse", "B A C D E"), ("--sort name", "A B D C E"), ("--sort name --reverse", "E C B D A"),
        ("--sort symbol", "A B C D E"), ("--sort rank --reverse", "E D A B C"),
    ]

    @Test("Sorting is stable in both directions, with missing values last", arguments: sorts)
    func sort(options: String, symbols: String) async throws {
        let rows = CoinGeckoAnswers.rows(
            CoinGeckoAnswers.row("b", "b", name: "beta", price: "5", rank: 1),
            CoinGeckoAnswers.row("a", "a", name: "Alpha", price: "5.0", rank: 2),
            CoinGeckoAnswers.row("d", "d", name: "beta", price: "null", rank: 3),
            CoinGeckoAnswers.row("e", "e", name: "zeta", price: nil, rank: 4),
            CoinGeckoAnswers.row("c", "c", name: "gamma", price: "1e-3", rank: nil))
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: rows)]) { server in
            let run = await runTool(
                ["list", "-p", "coingecko", "--template", "{symbol} "]
                    + options.split(separator: " ").map(String.init),
                server.variables(for: "coingecko"))
            #expect(run.output == symbols + " ")
        }
    }

    @Test(
        "Rows are sorted, searched and filtered among all or the first --of, and then cut",
        arguments: [
            ("--sort change_percent --reverse -n 4", "PEPE SHIB DOGE NEAR"),
            ("--sort change_percent -n 2", "LEO FDUSD"), ("--sort symbol -n 3", "ADA APT ARB"),
            ("--sort symbol -n 3 --of 4", "BNB BTC ETH"), ("--reverse -n 2", "PEPE MKR"),
            ("--reverse -n 2 --of 9", "DOGE ADA"), ("--sort price --reverse -n 2 --if price<50 --of 20", "AVAX LINK"),
            ("--search bit --of 20 -n 1", "BTC"), ("--search bit --of 20 --sort price -n 1", "BCH"),
            ("--market futures --sort symbol -n 2", "BTC-240628 BTC-PERP"),
            ("--market futures --sort symbol -n 2 --of 3", "BTC-PERP ETH-PERP"),
        ])
    func sortedBeforeCut(options: String, symbols: String) async {
        let run = await runTool("list -p sample --csv --no-header --fields symbol \(options)")
        #expect(run.outputLines.joined(separator: " ") == symbols)
        let line = Array(options.split(separator: " ").map(String.init))
        if let place = line.firstIndex(of: "--of") {
            let rest = (line[..<place] + line[(place + 2)...]).joined(separator: " ")
            let other = await runTool(
                "list -p sample --csv --no-header --fields symbol \(rest)", ["CRYPTO_LIST_OF": line[place + 1]])
            #expect(other.output == run.output)
        }
    }

    @Test("A missing price is -- in a table, null in json, empty in csv, and never 0")
    func missingPrice() async throws {
        let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("a", "a", price: nil, change: nil, percent: nil))
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 3, answer: rows)]) { server in
            let line = "list -p coingecko --fields symbol,price,change,change_percent,open"
            let variables = server.variables(for: "coingecko")
            #expect(await runTool(line + " --no-header", variables).output == "A  --  --  --  --\n")
            #expect(await runTool(line + " --no-header --csv", variables).output == "A,,,,\r\n")
            #expect(
                await runTool(line + " -f jsonl", variables).output
                    == #"{"symbol":"A","price":null,"change":null,"change_percent":null,"open":null}"# + "\n")
        }
    }

    @Test("Fields are in the order given; --digits and --template apply")
    func fields() async {
        let order = await runTool("price BTC -p sample --fields price,symbol --csv")
        #expect(order.outputLines == ["price,symbol", "62440.63,BTC"])
        let digits = await runTool("price BTC -p sample --fields price --digits 1 --no-header")
        #expect(digits.output == "62,440.6\n")
        let exact = await runTool("price BTC -p sample --fields price --digits 1 --json")
        #expect(exact.output == "[\n{\"price\":62440.6}\n]\n")
        for (line, row) in [
            ("list -p sample -n 1", "BTC,62441,61168,2,true"),
            ("watch BTC -p sample --count 1", "BTC,62441,61168,2,false"),
        ] {
            let run = await runTool(
                line + " --csv --no-header --fields symbol,price,open,change_percent,rank --digits 0", time: .live)
            let cells = row.split(separator: ",")
            #expect(run.output == cells[..<4].joined(separator: ",") + (cells[4] == "true" ? ",1" : ",") + "\r\n")
        }
        let candles = await runTool(
            "price BTC --at 2024-02-29 -p sample --csv --no-header --fields close,volume --digits 1")
        #expect(candles.output.contains(".") && candles.outputLines.count == 1)
        let air = await runTool("aqi Delhi -p sample --csv --no-header --fields latitude,o3 --digits 0")
        #expect(air.outputLines[0].hasSuffix(",30") && air.output.contains("."))
        let template = await runTool([
            "price", "BTC", "-p", "sample", "--template", #"{{{symbol:>5}|{price:.1}|{bid}}}\t"#,
        ])
        #expect(template.output == "{  BTC|62440.6|}\t")
    }

    @Test("Escapes of a template feed xargs -0")
    func escapes() async {
        let run = await runTool(["price", "BTC", "ETH", "-p", "sample", "--template", #"{symbol}\r\0"#])
        #expect(run.output == "BTC\r\u{0}ETH\r\u{0}", "\(run.errors)")
    }

    @Test(
        "A template without a field is refused, and the error shows the form",
        arguments: [
            ("price BTC", "{{.Symbol}}", "{symbol} {name}"), ("list", "{{symbol}}", "{rank} {symbol}"),
            ("convert 1 BTC SEK", "$symbol", "{amount} {from}"), ("watch BTC", "x", "{time} {symbol}"),
            ("price BTC --history 3d", "%s", "{time} {symbol}"), ("aqi --watch", #"\n"#, "{time} {city}"),
        ])
    func templateWithoutField(line: String, template: String, form: String) async {
        let run = await runTool(line.split(separator: " ").map(String.init) + ["--template", template])
        let problem = "'\(template)' has no field; one stands in single braces, as in '\(form)\\n'"
        expectFailure(run, .usage, says: "--template: \(problem)")
    }
}
