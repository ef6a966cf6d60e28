import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("The chain of stocks survives the death of its providers", .quick, .endsHang)
struct StockChainTests {
    /// Runs a line with dead providers in front of a chain that is alive.
    private func run(
        _ line: String, _ death: Death, of dead: [String], _ living: [Exchange]
    ) async throws -> ToolRun {
        try await death.withURL { grave in
            try await withLoopbackServer(living) { server in
                var variables = server.variables(for: "yahoo", "cnbc", "nasdaq", "frankfurter")
                for name in dead { variables["CRYPTO_\(name.uppercased())_URL"] = grave }
                return await runTool("\(line) --timeout \(death.timeout) --retries 0", variables, time: .live)
            }
        }
    }

    @Test("With yahoo dead cnbc answers, and with both dead nasdaq, with one notice of each", arguments: Death.allCases)
    func price(death: Death) async throws {
        let living = [CNBCAnswers.quotes(["AAPL": ("220.5", "USD")]), NasdaqAnswers.quote("AAPL")]
        for (dead, next) in [(["yahoo"], ["cnbc"]), (["yahoo", "cnbc"], ["cnbc", "nasdaq"])] {
            let run = try await run(
                "price stock:AAPL --csv --no-header --fields symbol,price,provider", death, of: dead, living)
            #expect(run.output == "AAPL,220.5,\(next.last ?? "")\r\n", "\(run.errors)")
            #expect(run.errorLines.count == dead.count, "\(run.errors)")
            for (line, (dead, next)) in zip(run.errorLines, zip(dead, next)) {
                #expect(line.hasPrefix("crypto: \(dead): ") && line.hasSuffix("; trying \(next)"), "\(line)")
                #expect(line.lowercased().contains(death.words), "\(line)")
            }
            #expect(run.elapsed < .seconds(20))
        }
    }

    @Test("A Nasdaq that hangs costs one attempt, however many stocks are left for it, and the others have their rows")
    func hangingNasdaq() async throws {
        let names = (0..<20).map { "A\(String(UnicodeScalar(UInt8(ascii: "A") + UInt8($0))))" }
        let hang = Exchange.everything(.never)
        try await withLoopbackServer([hang]) { nasdaq in
            let living = [
                CNBCAnswers.quotes([names[0]: ("220.5", "USD")]),
                Exchange.everything(.status(451)),
            ]
            try await withLoopbackServer(living) { server in
                var variables = server.variables(for: "yahoo", "cnbc")
                variables["CRYPTO_NASDAQ_URL"] = nasdaq.url
                let symbols = names.map { "stock:\($0)" }.joined(separator: " ")
                let run = await runTool(
                    "price \(symbols) --csv --no-header --fields symbol,price,provider --timeout 1s -q", variables,
                    time: .live)
                #expect(run.output == "\(names[0]),220.5,cnbc\r\n")
                #expect(run.status == .tryLater, "\(run.errors)")
                // As many as are asked for at once.
                #expect(nasdaq.requests.count == 8)
            }
            let answers = [CNBCAnswers.quotes(["AAPL": ("220.5", "USD")])]
            try await withLoopbackServer(answers) { server in
                var variables = server.variables(for: "cnbc")
                variables["CRYPTO_NASDAQ_URL"] = nasdaq.url
                let run = await runTool(
                    "price stock:AAPL -p nasdaq,cnbc --csv --no-header --fields price,provider --timeout 1s -q",
                    variables, time: .live)
                #expect(run.output == "220.5,cnbc\r\n", "\(run.errors)")
                #expect(nasdaq.requests.count == 9)
            }
        }
    }

    @Test("A stock of Stockholm costs the same at each provider, in its own currency and in another one")
    func currencies() async throws {
        let rates = Exchange.get(
            RatePath.frankfurter, times: .any, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))
        let living =
            [
                Exchange.get(
                    "/v8/finance/chart/VOLV-B.ST", times: .any,
                    answer: .json(
                        #"{"chart":{"result":[{"meta":{"currency":"SEK","symbol":"VOLV-B.ST","regularMarketPrice":250.5}}]}}"#
                    )),
                CNBCAnswers.quotes(["VOLV.B-SE": ("250.50", "SEK")]), rates,
            ] + NasdaqAnswers.swedish("VOLV B", price: "250.50")
        for name in ["yahoo", "cnbc", "nasdaq"] {
            try await withLoopbackServer(living) { server in
                let variables = server.variables(for: "yahoo", "cnbc", "nasdaq", "frankfurter")
                for (currency, expected) in [("SEK", "250.5,SEK,"), ("USD", "25.05,USD,SEK→USD frankfurter")] {
                    let run = await runTool(
                        "price stock:VOLV-B.ST -c \(currency) -p \(name) --csv --no-header "
                            + "--fields symbol,price,currency,via", variables)
                    #expect(run.output == "VOLV-B.ST,\(expected)\r\n", "\(name): \(run.errors)")
                }
            }
        }
        let agreed = try await withLoopbackServer(living) { server in
            await runTool(
                "price stock:VOLV-B.ST -c SEK --consensus --csv --no-header --fields price,currency,sources",
                server.variables(for: "yahoo", "cnbc", "nasdaq", "frankfurter"))
        }
        #expect(agreed.output == "250.5,SEK,\"yahoo, cnbc, nasdaq\"\r\n", "\(agreed.errors)")
    }

    @Test("History falls back too: the days of cnbc, then those of nasdaq")
    func history() async throws {
        let days =
            #"[{"tradeTime":"20240229040000","date":"02/29/2024","open":"1","high":"4","low":"1","close":"2","volume":"7"}]"#
        let living: [Exchange] = [
            .get(
                "/harmony/app/bars/AAPL/1D/20240228000000/20240229235959/adjusted/EST5EDT.json", times: .any,
                answer: .json(#"{"barData":{"priceBars":\#(days)}}"#)),
            .get(
                "/api/quote/AAPL/historical", times: .any,
                answer: .json(#"{"data":{"tradesTable":{"rows":\#(days)}},"status":{"rCode":200}}"#)),
        ]
        for (dead, provider) in [(["yahoo"], "cnbc"), (["yahoo", "cnbc"], "nasdaq")] {
            let run = try await run(
                "price stock:AAPL --from 2024-02-28 --to 2024-02-29 --csv --no-header", .page, of: dead, living
            )
            #expect(
                run.output == "2024-02-29T00:00:00Z,AAPL,1,4,1,2,7,USD,\(provider),false,1d,true\r\n", "\(run.errors)")
            #expect(run.errorLines.count == dead.count, "\(run.errors)")
        }
    }

    // MARK: - Consensus

    private func consensus(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price \(line) --consensus --retries 0 --csv --no-header "
                    + "--fields symbol,price,currency,sources,dropped",
                server.variablesForDefaultChains)
        }
    }

    private static let pages = [
        CNBCAnswers.quotes(["AAPL": ("221", "USD")]), NasdaqAnswers.quote("AAPL", price: "222"),
    ]

    @Test("A consensus asks all providers of stocks at once; one that is dead is dropped, and two are enough")
    func agreement() async throws {
        let all = try await consensus("stock:AAPL", Self.pages + [YahooAnswers.quote("AAPL", price: "220")])
        #expect(all.output == "AAPL,221,USD,\"yahoo, cnbc, nasdaq\",\r\n", "\(all.errors)")
        let dead = Exchange.get("/v8/finance/chart/AAPL", answer: .status(451))
        let two = try await consensus("stock:AAPL", Self.pages + [dead])
        #expect(
            two.output == "AAPL,221.5,USD,\"cnbc, nasdaq\",yahoo: refused with status 451\r\n", "\(two.errors)")
        #expect(two.errors == "crypto: skipped yahoo: refused with status 451\n")
    }

    @Test("Of coins and stocks together, each kind is asked of its own providers")
    func mixed() async throws {
        let coin = Exchange.get(
            CoinGeckoAnswers.path,
            answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "60000")))
        let mixed = try await consensus(
            "stock:AAPL BTC stock:AAPL -p coingecko,cnbc,nasdaq --min-sources 1", Self.pages + [coin])
        #expect(
            mixed.outputLines == [
                "AAPL,221.5,USD,\"cnbc, nasdaq\",", "BTC,60000,USD,coingecko,", "AAPL,221.5,USD,\"cnbc, nasdaq\",",
            ], "\(mixed.errors)")
        let few = try await consensus("stock:AAPL -p cnbc", [])
        expectFailure(few, .usage, says: "--consensus needs 2 providers of stocks, but has cnbc")
    }
}
