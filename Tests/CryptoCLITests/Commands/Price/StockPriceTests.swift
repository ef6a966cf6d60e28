import CryptoCLI
import Markets
import TestSupport
import Testing

@Suite("Stocks: providers and results", .quick)
struct StockPriceTests {
    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let rates = server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi", "stooq", "iex")
            return await runTool(line, server.variablesForDefaultChains.merging(rates) { $1 })
        }
    }

    private static let coins = Exchange.get(
        CoinGeckoAnswers.path, query: ["symbols": "btc,eth"],
        answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum))

    @Test("stock:AAPL is requested from yahoo only, and every field has its value")
    func byValue() async throws {
        let run = try await run("price stock:AAPL -f jsonl", [YahooAnswers.quote("AAPL")])
        #expect(
            run.output
                == #"{"time":"2024-03-01T11:59:30Z","symbol":"AAPL","id":"AAPL","name":"A Corp.","kind":"stock","#
                + #""market":null,"price":220.5,"currency":"USD","open":200,"high":null,"low":null,"change":20.5,"#
                + #""change_percent":10.25,"volume":null,"market_cap":null,"rank":null,"bid":null,"ask":null,"#
                + #""provider":"yahoo","age":30,"stale":false,"via":null,"#
                + #""change_percent_1h":null,"change_percent_7d":null,"trend":null,"chain":null}"# + "\n")
        #expect(run.errors.isEmpty)
    }

    @Test("Coins and stocks in one command ask each chain once and keep the order")
    func mixed() async throws {
        let run = try await run(
            "price BTC stock:AAPL ETH stock:MSFT btc --csv --no-header --fields symbol,kind,provider",
            [Self.coins, YahooAnswers.quote("AAPL"), YahooAnswers.quote("MSFT")])
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines == [
                "BTC,coin,coingecko", "AAPL,stock,yahoo", "ETH,coin,coingecko", "MSFT,stock,yahoo",
                "BTC,coin,coingecko",
            ])
    }

    @Test("A bare ticker is a stock if only providers of stocks are named, otherwise a coin")
    func bareTicker() async throws {
        let stock = try await run(
            "price AAPL id:MSFT -p yahoo --csv --no-header --fields symbol",
            [YahooAnswers.quote("AAPL"), YahooAnswers.quote("MSFT")])
        #expect(stock.outputLines == ["AAPL", "MSFT"], "\(stock.errors)")
        let both = try await run(
            "price BTC stock:AAPL ETH -p yahoo,coingecko --csv --no-header --fields provider",
            [Self.coins, YahooAnswers.quote("AAPL")])
        #expect(both.outputLines == ["coingecko", "yahoo", "coingecko"], "\(both.errors)")
        let list = try await run(
            "list AAPL -p yahoo --csv --no-header --fields symbol", [YahooAnswers.quote("AAPL")])
        #expect(list.outputLines == ["AAPL"])
    }

    @Test("Unknown coins and stocks exit with 66 and one line per chain, and known ones are printed")
    func unknown() async throws {
        let notFound: [Exchange] = [
            .get("/v8/finance/chart/APPL", answer: YahooAnswers.notFound), CoinGeckoAnswers.nothingFound,
            .get("/v1/finance/search", times: .any, answer: .json(#"{"quotes":[]}"#)),
        ]
        let pages = [CNBCAnswers.quotes([:]), NasdaqAnswers.unknown("APPL")]
        let one = try await run("price stock:APPL", notFound + pages)
        #expect(one.status == .unknownName && one.errorLines.count == 1)
        #expect(one.errorLines.last?.contains("unknown symbol 'stock:APPL' (asked: yahoo, cnbc, nasdaq); ") == true)
        let bare = try await run("price APPL -p yahoo", notFound)
        expectFailure(bare, .unknownName, says: "unknown symbol 'APPL' (asked: yahoo)")
        #expect(!bare.errors.contains("did you mean"))
        let empty = Exchange.get(
            CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        let several = try await run(
            "price NOPE stock:APPL BTC NOPE2 -p coingecko,yahoo --csv --no-header --fields symbol", notFound + [empty])
        #expect(several.status == .unknownName)
        #expect(several.outputLines == ["BTC"])
        #expect(
            several.errorLines == [
                "crypto: unknown symbols 'NOPE', 'NOPE2' (asked: coingecko)",
                "crypto: unknown symbol 'stock:APPL' (asked: yahoo); a stock is written as in 'stock:AAPL' or 'stock:HSBA.L'",
            ])
        let elsewhere = try await run("price stock:AAPL -p binance", [])
        expectFailure(elsewhere, .unknownName, says: "unknown symbol 'stock:AAPL' (asked: binance)")
    }

    @Test("A stock in pence is shown in pounds, and converted like a coin to another currency")
    func converted() async throws {
        let exchanges = [
            YahooAnswers.quote("HSBA.L", currency: "GBp", price: "640", previous: "600"),
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""GBP":0.8,"SEK":12"#, date: "2024-03-01")),
        ]
        let fields = "--csv --no-header --fields price,change,change_percent,currency,via"
        for line in ["price stock:HSBA.L -c SEK \(fields)", "price HSBA.L/SEK -p yahoo \(fields)"] {
            let run = try await run(line, exchanges)
            #expect(run.status == .success, "\(run.errors)")
            #expect(run.output == "96,,,SEK,GBP→SEK frankfurter\r\n")
        }
        let down = RatePath.chain.map { Exchange.get($0, times: .any, answer: .status(503)) }
        let pounds = try await run("price HSBA.L -p yahoo -c GBP \(fields)", [exchanges[0]] + down)
        #expect(pounds.output == "6.4,0.4,6.66666667,GBP,\r\n", "\(pounds.errors)")
        let dollars = try await run("price HSBA.L -p yahoo --retries 0 \(fields)", [exchanges[0]] + down)
        expectFailure(dollars, .unavailable, says: "no conversion to USD")
    }

    @Test(
        "Each kind of refusal has its status",
        arguments: [
            ("price AAPL -p yahoo --retries 0", "/v8/finance/chart/AAPL", 429, "Too Many Requests", .tryLater),
            ("price AAPL -p yahoo", "/v8/finance/chart/AAPL", 401, "{}", .noPermission),
            ("price AAPL -p yahoo", "/v8/finance/chart/AAPL", 200, "<html>", .invalidData),
            ("price AAPL -p stooq", "/q/l/", 200, "<html><script>proof()</script>", .invalidData),
            ("price AAPL -p stooq --retries 0", "/q/l/", 200, "Exceeded the daily hits limit", .tryLater),
            ("price AAPL -p stooq", "/q/l/", 200, "AAPL.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D\r\n", .unknownName),
            ("price AAPL -p iex", "/1.0/stock/AAPL/quote", 404, "Unknown symbol", .unknownName),
            ("price AAPL -p iex", "/1.0/stock/AAPL/quote", 404, "", .unavailable),
            ("price AAPL -p iex", "/1.0/stock/AAPL/quote", 403, "The API key provided is not valid.", .noPermission),
        ] as [(String, String, Int, String, ToolStatus)])
    func refusals(line: String, path: String, status: Int, body: String, code: ToolStatus) async throws {
        let run = try await run(line, [.get(path, answer: .status(status, body: body))])
        #expect(run.status == code, "\(run.errors)")
        #expect(run.output.isEmpty && run.errorLines.count == 1)
    }

    @Test(
        "The hosts of iex and stooq are gone: without a URL no request is made, and the message says what to use",
        arguments: [
            ("price AAPL -p iex", "IEX"), ("list -p iex --search app", "IEX"), ("price AAPL -p stooq", "STOOQ"),
            ("price stock:AAPL -p stooq,coinbase", "STOOQ"), ("price AAPL -p stooq --history 30d", "STOOQ"),
        ])
    func noHost(line: String, name: String) async {
        let others = MarketProvider.defaultStockChain.map(\.name).joined(separator: ", ")
        expectFailure(
            await runTool(line), .unavailable,
            says:
                "\(name.lowercased()): its public host is gone; set CRYPTO_\(name)_URL to a host that speaks the same "
                + "protocol, or try --provider \(others)")
    }

    @Test("A provider of stocks whose host is gone is skipped in a chain, with one notice")
    func goneInChain() async throws {
        let run = try await withLoopbackServer([YahooAnswers.quote("AAPL")]) { server in
            await runTool(
                "price AAPL -p stooq,yahoo --csv --no-header --fields price,provider",
                server.variablesForDefaultChains)
        }
        #expect(run.output == "220.5,yahoo\r\n")
        #expect(run.errors == "crypto: stooq: its public host is gone; trying yahoo\n")
    }

    @Test("iex lists and searches symbols with their names; yahoo has no list and no rates")
    func lists() async throws {
        let symbols = Answer.json(#"[{"symbol":"AAPL","name":"Apple Inc."},{"symbol":"MSFT","name":"Microsoft"}]"#)
        let found = try await run(
            "list -p iex --search app --csv --no-header --fields symbol,name,price",
            [.get("/1.0/ref-data/symbols", answer: symbols)])
        #expect(found.output == "AAPL,Apple Inc.,\r\n", "\(found.errors)")
        let coins = Exchange.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        for names in ["coingecko,yahoo", "iex,coingecko"] {
            let listed = try await run("list -p \(names) --csv --no-header --fields symbol", [coins])
            #expect(listed.outputLines == ["BTC"], "\(listed.errors)")
        }
        expectFailure(try await run("list -p yahoo", []), .usage, says: "yahoo: has no list to print")
        expectFailure(try await run("convert 1 BTC USD -p yahoo", []), .usage, says: "yahoo: has no exchange rates")
    }
}
