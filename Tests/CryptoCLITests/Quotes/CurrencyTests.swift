import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Currency: given, converted to, or that of the provider", .quick)
struct CurrencyTests {
    private static let all = Exchange.get(
        BinanceAnswers.path, query: .none, times: .any,
        answer: BinanceAnswers.rows(
            BinanceAnswers.row("BTCUSDT"), BinanceAnswers.row("ETHUSDT"), BinanceAnswers.row("ETHBTC"),
            BinanceAnswers.row("EURUSDT", last: "1.25", open: "1.25")))
    private static let one = Exchange.get(
        BinanceAnswers.path, query: "symbol=BTCUSDT", times: .any, answer: .json(BinanceAnswers.row("BTCUSDT")))
    private static let euro = Exchange.get(
        BinanceAnswers.path, query: "symbol=EURUSDT", times: .any,
        answer: .json(BinanceAnswers.row("EURUSDT", last: "1.25", open: "1.25")))
    private static let wazirx = Exchange.get(
        WazirXAnswers.path, times: .any,
        answer: WazirXAnswers.rows(
            WazirXAnswers.row("btc", "inr"), WazirXAnswers.row("usdt", "inr", last: "80", open: "80"),
            WazirXAnswers.row("xrp", "usdt", last: "0.5", open: "0.4")))
    private static let dollars = Exchange.get(
        BinanceAnswers.path, query: "symbol=BTCUSD", times: .any, answer: BinanceAnswers.unknownSymbol)
    private static let rates = Exchange.get(
        "/v1/latest", times: .any,
        answer: .json(
            #"{"amount":1.0,"base":"EUR","date":"2024-03-01","rates":{"USD":1.25,"INR":100,"SEK":10}}"#))

    /// Runs a line. The server is also that of all providers of rates, and has only the path of frankfurter.
    private func run(
        _ line: String, _ variables: [String: String] = [:], rates: Exchange? = rates
    ) async throws -> ToolRun {
        let exchanges = [Self.all, Self.one, Self.euro, Self.dollars, Self.wazirx]
        let noRates = RatePath.chain.map {
            Exchange.get($0, times: .any, answer: .status(503))
        }
        return try await withLoopbackServer(exchanges + [rates].compactMap(\.self) + noRates) { server in
            let urls = server.variables(for: "binance", "wazirx", "frankfurter", "ecb", "erapi", "currencyapi")
            return await runTool(line, urls.merging(variables) { $1 })
        }
    }

    @Test(
        "A currency that a provider does not quote is converted, through its own pairs or fiat rates; via shows it",
        arguments: [
            ("price BTC -p wazirx -c SEK", "BTC,590000.05,SEK,INR→SEK frankfurter"),
            ("price BTC/SEK -p wazirx", "BTC,590000.05,SEK,INR→SEK frankfurter"),
            ("price BTC -p wazirx", "BTC,73750.00625,USD,INR→USD frankfurter"),
            ("price BTC -p wazirx -c INR", "BTC,5900000.5,INR,"),
            ("price XRP -p wazirx -c SEK", "XRP,4,SEK,USDT→INR→SEK wazirx+frankfurter"),
            ("price XRP -p wazirx -c INR", "XRP,40,INR,USDT→INR wazirx"),
            ("price BTC -p binance", "BTC,67024,USD,USDT→EUR→USD binance+frankfurter"),
            ("price BTC -p binance --strict", "BTC,67024,USD,USDT→EUR→USD binance+frankfurter"),
            ("price BTC -p binance -c SEK", "BTC,536192,SEK,USDT→EUR→SEK binance+frankfurter"),
            ("list -p wazirx -c SEK --limit 1", "BTC,590000.05,SEK,INR→SEK frankfurter"),
            ("list -p binance -c SEK --limit 1", "BTC,536192,SEK,USDT→EUR→SEK binance+frankfurter"),
            ("list -p wazirx -c SEK --if price<100", "USDT,8,SEK,INR→SEK frankfurter"),
        ])
    func converted(line: String, row: String) async throws {
        let run = try await run(line + " --csv --fields symbol,price,currency,via --no-header")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == [row])
    }

    @Test(
        "All amounts are converted, past ones only by the opens of own pairs, and time is that of the quote",
        arguments: [
            ("BTC -c SEK", ",600000,580000,,,589999.9,590000.1,"),
            // Pairs of the exchange: 0.5 and 0.4 USDT, worth 80 rupees at both times.
            ("XRP -c INR", "32,480000000,464000000,8,25,471999920,472000080,"),
            ("XRP -c SEK", ",48000000,46400000,,,47199992,47200008,"),
            ("BTC -c BTC", "1,1,1,0,0,1,1,"), ("XRP -c XRP", "1,1,1,0,0,1,1,"),
        ])
    func everyAmount(line: String, row: String) async throws {
        let fields = "time,open,high,low,change,change_percent,bid,ask,volume,stale"
        for command in ["price", "list"] {
            let run = try await run("\(command) \(line) -p wazirx --csv --no-header --fields \(fields)")
            #expect(run.output == "2024-03-01T11:59:50.123Z,\(row),false\r\n")
        }
    }

    @Test(
        "The price of a coin in itself does not change, in quotes, lists and ticks",
        arguments: [
            ("price BTC -c BTC", ["1,1,0,0"]), ("price BTC/BTC", ["1,1,0,0"]), ("list BTC -c BTC", ["1,1,0,0"]),
            ("list -c BTC -n 1", ["1,1,0,0"]), ("watch BTC -c BTC --count 2", ["1,1,0,0", "1,1,0,0"]),
        ])
    func itself(line: String, rows: [String]) async throws {
        let run = await runTool(
            "\(line) -p sample --csv --no-header --fields price,open,change,change_percent", time: .live)
        #expect(run.outputLines == rows, "\(run.errors)")
    }

    @Test(
        "If one answer has all markets, another currency costs one more request: own pairs are taken from that answer",
        arguments: [
            ("list -p wazirx -c SEK", 2), ("list -p wazirx -c SEK --if price<100", 2), ("list -p wazirx -c INR", 1),
            ("list -p binance -c SEK", 2), ("list -p binance -c SEK --if price>1", 2), ("list -p binance", 2),
            ("list -p binance -c USDT", 1), ("list -p binance -c BTC", 1), ("list -p wazirx -c USDT", 1),
            ("price XRP -p wazirx -c SEK", 2), ("price XRP -p wazirx -c INR", 1),
            ("price XRP/SEK BTC/SEK -p wazirx", 2),
            ("convert 1 XRP SEK -p wazirx", 2), ("convert 1 XRP SEK EUR INR -p wazirx", 2),
            ("convert 1 SEK XRP BTC USDT -p wazirx", 2),
        ])
    func requests(line: String, count: Int) async throws {
        try await withLoopbackServer([Self.all, Self.wazirx, Self.rates]) { server in
            let run = await runTool(line, server.variables(for: "wazirx", "binance", "frankfurter"))
            #expect(run.status == .success, "\(run.errors)")
            #expect(server.requests.count == count, "\(server.requests)")
        }
    }

    private static let oldRates = Exchange.get(
        "/v1/latest", times: .any,
        answer: .json(#"{"base":"EUR","date":"2024-02-22","rates":{"INR":100,"SEK":10}}"#))

    static let oldLine =
        "crypto: frankfurter: the rate from INR to SEK dates from 2024-02-22T00:00:00Z, older than 7 days"

    @Test(
        "A rate older than 7 days marks rows stale, is reported once per run, and exits with 75 under --strict",
        arguments: [
            ("price BTC", "true", ""), ("price BTC XRP BTC/INR", "true true false", "false"),
            ("list", "true true", ""),
            ("list -n 1 --sort price", "true", ""), ("list BTC", "true", ""), ("list --if price>100", "true", ""),
            ("price BTC --consensus --min-sources 1", "true", ""), ("convert 1 BTC SEK", "true", ""),
        ])
    func stale(line: String, rows: String, strictRows: String) async throws {
        let code = line.hasPrefix("convert") ? "" : "-c SEK"
        let line = "\(line) -p wazirx \(code) --fields stale --csv --no-header"
        let noticed = try await run(line, rates: Self.oldRates)
        #expect(noticed.outputLines.joined(separator: " ") == rows)
        #expect(noticed.errorLines.filter { $0.contains("7 days") } == [Self.oldLine])
        #expect(noticed.status == .success)
        #expect(try await run(line + " -q", rates: Self.oldRates).errors.isEmpty)
        let strict = try await run(line + " --strict", rates: Self.oldRates)
        #expect(strict.outputLines.joined(separator: " ") == strictRows)
        #expect(strict.status == .tryLater)
        #expect(strict.errorLines.contains(Self.oldLine + "; try later or another --provider"), "\(strict.errors)")
    }

    @Test(
        "A named provider answers in its own currency, with one notice, if none was given and no path leads to dollars",
        arguments: [
            ("price BTC -p binance", "USDT", 1), ("list -p binance --limit 2", "USDT", 2),
            ("price BTC -p wazirx", "INR", 1), ("list -p wazirx --limit 1", "INR", 1),
        ])
    func own(line: String, code: String, count: Int) async throws {
        let noDollars = Exchange.get(
            "/v1/latest", times: .any, answer: .json(#"{"base":"EUR","date":"2024-03-01","rates":{"SEK":10}}"#))
        let provider = try #require(line.split(separator: " ").first { ["binance", "wazirx"].contains($0) })
        let line = "\(line.replacing(provider, with: "\(provider),frankfurter")) --csv --fields currency --no-header"
        let run = try await run(line, rates: noDollars)
        #expect(run.status == .success && run.outputLines == .init(repeating: code, count: count), "\(run.errors)")
        let notice = "crypto: \(provider): prices are in \(code), because no rate leads from \(code) to USD\n"
        #expect(run.errors == notice)
        #expect(try await self.run(line + " --quiet", rates: noDollars).errors.isEmpty)
        let strict = try await self.run(line + " --strict", rates: noDollars)
        #expect(strict.status == .unknownName && strict.output.isEmpty, "\(strict.errors)")
    }

    @Test(
        "If a currency was given and no path leads to it, the status is 66", arguments: ["wazirx", "binance"],
        ["price BTC -c CHF", "list -c CHF", "price BTC/CHF"])
    func chosen(_ provider: String, _ line: String) async throws {
        let run = try await run("\(line) -p \(provider),frankfurter")
        #expect(run.status == .unknownName, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("\(provider): does not quote in CHF"), "\(run.errors)")
    }

    @Test(
        "If rates fail, the status is that of their failure, whether or not a currency was given",
        arguments: [
            "price BTC -c SEK", "list -c SEK", "price BTC --strict", "list --strict", "price BTC", "list",
        ], ["wazirx", "binance"])
    func noRates(_ line: String, _ provider: String) async throws {
        let run = try await run("\(line) -p \(provider),frankfurter --retries 0", rates: nil)
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("no conversion to "), "\(run.errors)")
        #expect(run.errors.contains("frankfurter: refused with status 503"), "\(run.errors)")
    }

    @Test("A variable sets the currency like the option")
    func variable() async throws {
        let run = try await run("price BTC -p wazirx,frankfurter", ["CRYPTO_CURRENCY": "CHF"])
        expectFailure(run, .unknownName, says: "wazirx: does not quote in CHF; choose another --currency")
    }

    @Test(
        "A coin without a market in a currency that an exchange quotes others in is converted from the exchange's own",
        arguments: [
            ("price ETH -p binance -c EUR", "ETH,53619.2,EUR,USDT→EUR binance"),
            ("price ETH/EUR -p binance", "ETH,53619.2,EUR,USDT→EUR binance"),
            ("price ETH -p binance -c EUR --strict", "ETH,53619.2,EUR,USDT→EUR binance"),
        ])
    func noMarket(line: String, row: String) async throws {
        let exchanges = [
            Exchange.get(
                BinanceAnswers.path, query: "symbol=ETHEUR", times: .any, answer: BinanceAnswers.unknownSymbol),
            .get(BinanceAnswers.path, query: "symbol=ETHUSDT", answer: .json(BinanceAnswers.row("ETHUSDT"))), Self.euro,
        ]
        let run = try await withLoopbackServer(exchanges) { server in
            await runTool(
                "\(line) --csv --no-header --fields symbol,price,currency,via", server.variables(for: "binance"))
        }
        #expect(run.status == .success && run.outputLines == [row], "\(run.errors)")
    }

    @Test("So are the candles of such a coin")
    func noMarketOfCandles() async throws {
        let candles = Exchange.get(
            "/api/v3/klines", times: .any,
            answer: .making { request in
                request.parameter("symbol") == "ETHEUR"
                    ? BinanceAnswers.unknownSymbol
                    : .json(#"[[1709164800000,"2","2","2","2","5",1709251199999,"10",1,"1","1","0"]]"#)
            })
        let run = try await withLoopbackServer([candles]) { server in
            await runTool(
                "price ETH -p binance -c EUR --from 2024-02-29 --to 2024-02-29 --csv --no-header --fields close,currency",
                server.variables(for: "binance", "frankfurter", "ecb", "erapi", "currencyapi"))
        }
        #expect(run.status == .success && run.outputLines == ["1,EUR"], "\(run.errors)")
    }

    @Test("A coin that an exchange has in no currency is unknown, after one more request")
    func noCoin() async throws {
        let unknown = Exchange.get(
            BinanceAnswers.path, query: .any, times: .any,
            answer: .making { request in
                request.parameter("symbol") == "EURUSDT"
                    ? .json(BinanceAnswers.row("EURUSDT", last: "1.25", open: "1.25")) : BinanceAnswers.unknownSymbol
            })
        let run = try await withLoopbackServer([unknown]) { server in
            let run = await runTool("price NOPE -p binance -c EUR", server.variables(for: "binance"))
            let names = server.requests.compactMap { $0.parameter("symbol") }.filter { $0.hasPrefix("NOPE") }
            #expect(names == ["NOPEEUR", "NOPEUSDT"])
            return run
        }
        #expect(run.status == .unknownName, "\(run.errors)")
    }

    @Test(
        "The id of a swap or an option of okx is unknown without a request", arguments: ["price", "price --history 3d"])
    func swap(command: String) async throws {
        try await withLoopbackServer([]) { server in
            let words = command.replacing("price", with: "price id:BTC-USDT-SWAP")
            expectFailure(
                await runTool("\(words) -p okx", server.variables(for: "okx")), .unknownName, says: "BTC-USDT-SWAP")
        }
    }

    @Test("A pair fixes its own quote currency")
    func pair() async throws {
        let run = try await run("price BTC/USDT BTC/inr -p wazirx -c INR --csv --fields currency --no-header")
        #expect(run.outputLines == ["USDT", "INR"])
    }

    @Test("coingecko is asked in dollars for a currency that it lacks, and the answer is converted")
    func invalidCurrency() async throws {
        let path = CoinGeckoAnswers.path
        let refusal = Answer.json(#"{"error":"invalid vs_currency"}"#, status: 422)
        try await withLoopbackServer([
            .get(path, query: ["vs_currency": "isk"], answer: refusal),
            .get(path, query: ["vs_currency": "usd"], answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
            .get("/v1/latest", answer: .json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1,"ISK":100}}"#)),
        ]) { server in
            let line = "price BTC -p coingecko -c ISK --fields currency,via --csv --no-header"
            let run = await runTool(line, server.variables(for: "coingecko", "frankfurter"))
            #expect(run.outputLines == ["ISK,USD→ISK frankfurter"])
        }
    }

    @Test("A code in no table may be a coin: it is requested, and exits with 66 and a suggestion if no provider has it")
    func anyCoin() async throws {
        let path = CoinGeckoAnswers.path
        let exchanges: [Exchange] = [
            .get(
                path, query: ["vs_currency": "wif"], answer: .json(#"{"error":"invalid vs_currency"}"#, status: 422)),
            .get(
                path, query: ["vs_currency": "usd", "symbols": "btc"],
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "64000"))),
        ]
        let wif = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("dogwifcoin", "wif", price: "2"))
        let line = "price BTC -p coingecko -c wif --csv --no-header --fields price,currency,via"
        for (answer, rows, errors) in [
            (wif, ["32000,WIF,USD→WIF coingecko"], ""),
            (.json("[]"), [], "crypto: --currency: coingecko: unknown currency 'WIF'; did you mean 'BIF'?\n"),
        ] {
            let asked = Exchange.get(path, query: ["vs_currency": "usd", "symbols": "wif"], answer: answer)
            try await withLoopbackServer(exchanges + [asked]) { server in
                let run = await runTool(line, server.variables(for: "coingecko"))
                #expect(run.outputLines == rows)
                #expect(run.errors == errors)
                #expect(run.status == (rows.isEmpty ? .unknownName : .success))
            }
        }
    }

    @Test(
        "Text that cannot be a code, and other names of currencies, exit with 66 without a request",
        arguments: [
            ("YEN", "did you mean 'JPY'?"), ("euro", "did you mean 'EUR'?"), ("S!K", "unknown currency 'S!K'"),
            ("ABCDEFGHIJKLMNOPQRSTU", "unknown currency 'ABC"),
        ], ["price BTC", "list"])
    func noCode(code: (String, String), line: String) async throws {
        expectFailure(await runTool("\(line) -c \(code.0)"), .unknownName, says: code.1)
    }

    @Test("The currency is requested and printed", arguments: ["SEK", "sek", "EUR", "BTC"])
    func asked(_ code: String) async throws {
        let exchange = Exchange.get(
            CoinGeckoAnswers.path, query: ["vs_currency": code.lowercased()],
            answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                "list -p coingecko -c \(code) --csv --fields currency --no-header", server.variables(for: "coingecko"))
            #expect(run.outputLines == [code.uppercased()])
        }
    }
}
