import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("A pair of two currencies is a symbol, quoted from exchange rates", .quick, .endsHang)
struct CurrencyPairTests {
    /// Runs a command line against a server that replaces all providers, and expects the given requests.
    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let rates = server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
            return await runTool(line, server.variablesForDefaultChains.merging(rates) { $1 })
        }
    }

    private static let latest = Exchange.get(
        RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-02-29"))

    @Test(
        "Every command takes it, in both forms",
        arguments: [
            ("price USD/SEK", "USD fiat 10.35 SEK sample\n"), ("price usd-sek", "USD fiat 10.35 SEK sample\n"),
            ("list USD/SEK", "USD fiat 10.35 SEK sample\n"), ("watch USD/SEK", "USD fiat 10.35 SEK sample\n"),
            ("price EUR/USD -c SEK", "EUR fiat 1.08 USD sample\n"),
        ])
    func commands(line: String, row: String) async {
        let run = await runTool(line + " -p sample --template {symbol}_{kind}_{price:.2}_{currency}_{provider}\\n")
        #expect(run.output.replacing("_", with: " ") == row && run.status == .success, "\(run.errors)")
    }

    @Test(
        "One request for rates is all, whichever providers of prices there are; a provider of rates can be named alone")
    func request() async throws {
        for named in ["", " -p frankfurter", " -p kraken"] {
            let run = try await run(
                "price USD/SEK -f jsonl --fields time,symbol,kind,market,price,currency,change,provider,stale" + named,
                [Self.latest])
            #expect(
                run.output
                    == #"{"time":"2024-02-29T00:00:00Z","symbol":"USD","kind":"fiat","market":null,"price":10,"#
                    + #""currency":"SEK","change":null,"provider":"frankfurter","stale":false}"# + "\n", "\(run.errors)"
            )
            #expect(run.errors.isEmpty)
        }
        let mixed = try await run(
            "price USD/SEK BTC --template {symbol}:{provider};",
            [Self.latest, .get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))])
        #expect(mixed.output == "USD:frankfurter;BTC:coingecko;", "\(mixed.errors)")
    }

    @Test("A large coin with the code of a currency stays a coin; a small one with it is not asked for")
    func coins() async throws {
        let mantle = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("mantle", "mnt", price: "0.5"))
        let coin = try await run(
            "price MNT/USD --template {kind}:{price}", [.get(CoinGeckoAnswers.path, answer: mantle)])
        #expect(coin.output == "coin:0.5", "\(coin.errors)")
        let peso = try await run(
            "price ARS/USD --template {kind}:{price}",
            [.get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"ARS":1250"#, date: "2024-02-29"))])
        #expect(peso.output == "fiat:0.001", "\(peso.errors)")
    }

    @Test("A pair that no provider of rates has is unknown, without the hint of a coin")
    func unknown() async throws {
        let run = try await run("price KPW/USD -p frankfurter", [Self.latest])
        let words = "crypto: unknown symbol 'KPW/USD' (asked: frankfurter)\n"
        #expect(run.status == .unknownName && run.errors == words, "\(run.errors)")
        let past = try await self.run(
            "price KPW/USD -p frankfurter --at 2024-02-29",
            [.get("/v1/2024-02-22..2024-02-29", answer: Self.past([("2024-02-29", "10")]))])
        #expect(past.status == .unknownName && past.errors == words, "\(past.errors)")
        let stocks = await runTool("price USD/SEK -p yahoo")
        expectFailure(stocks, .usage, says: "yahoo: has no exchange rates")
        let consensus = await runTool("price USD/SEK --consensus")
        expectFailure(
            consensus, .usage, says: "--consensus needs coins or stocks; USD/SEK is quoted from exchange rates")
    }

    private static func past(_ days: [(day: String, rate: String)]) -> Answer {
        let rates = days.map { #""\#($0.day)":{"USD":2,"SEK":\#($0.rate)}"# }.joined(separator: ",")
        return .json(#"{"amount":1.0,"base":"EUR","rates":{\#(rates)}}"#)
    }

    @Test(
        "The past has one rate for each day with rates, made into weeks too",
        arguments: [
            (
                "1d", "2024-02-16",
                [
                    "2024-02-23T00:00:00Z,10,10,10,10,", "2024-02-26T00:00:00Z,12,12,12,12,",
                    "2024-02-27T00:00:00Z,11,11,11,11,",
                ]
            ),
            // The week of the 23rd begins before it.
            ("1w", "2024-02-12", ["2024-02-26T00:00:00Z,12,12,11,11,"]),
        ])
    func history(width: String, first: String, rows: [String]) async throws {
        let rates = Self.past([("2024-02-22", "18"), ("2024-02-23", "20"), ("2024-02-26", "24"), ("2024-02-27", "22")])
        let run = try await run(
            "price USD/SEK --from 2024-02-23 --to 2024-02-27 --candles \(width) --csv --no-header --fields "
                + "time,symbol,open,high,low,close,volume,currency,provider,stale",
            [.get("/v1/\(first)..2024-02-27", answer: rates)])
        #expect(run.errors.isEmpty && run.status == .success)
        let wanted = rows.map { row in
            let parts = row.split(separator: ",", maxSplits: 1)
            return "\(parts[0]),USD,\(parts[1]),SEK,frankfurter,false"
        }
        #expect(run.outputLines == wanted)
    }

    @Test("A short period has days too; narrower candles are refused; a chart names both currencies")
    func periods() async {
        let days = await runTool("price USD/SEK --history 3d -p sample --csv --no-header --fields time,currency")
        #expect(days.outputLines == (27...29).map { "2024-02-\($0)T00:00:00Z,SEK" }, "\(days.errors)")
        let hours = await runTool("price USD/SEK --history 3d --candles 1h -p sample")
        expectFailure(hours, .usage, says: "sample: has no candles of 1h, only of 1d 1w")
        let short = await runTool("price USD/SEK --history 3h -p sample")
        expectFailure(short, .usage, says: "--history: 3h is shorter than a candle of 1d")
        let chart = await runTool("price USD/SEK --chart -p sample")
        #expect(chart.output.hasPrefix("USD  10.3") && chart.output.contains(" SEK"), "\(chart.output)\(chart.errors)")
        let sunday = await runTool("price USD/SEK --at 2030-01-01 -p sample")
        expectFailure(sunday, .usage, says: "2030-01-01 is in the future")
    }

    @Test("A stream of it is polled at the pace of the rates: five minutes, at the mock ten seconds")
    func stream() async throws {
        let rates = ["10", "20"].map {
            Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1,"SEK":\#($0)"#, date: "2024-03-01"))
        }
        let run = try await withLiveWatch(
            "USD/SEK -p frankfurter --count 2 --csv --no-header --fields symbol,kind,price,currency", rates,
            clock: StillClock()
        ) { watch, server in
            try await watch.expectOutput("USD,fiat,10,SEK\r\n")
            try await expectEventually("two pauses") { watch.clock.pauses.count == 2 }
            #expect(watch.clock.pauses.allSatisfy { $0 == .seconds(300) } && server.requests.count == 1)
            try await watch.clock.pass(.seconds(300))
        }
        #expect(run.status == .success && run.outputLines == ["USD,fiat,10,SEK", "USD,fiat,20,SEK"], "\(run.errors)")
        let clock = TestClock()
        let mock = await runTool(
            "watch USD/SEK -p mock --count 3 --csv --no-header --fields symbol,provider", time: clock.source)
        #expect(mock.outputLines == Array(repeating: "USD,mock", count: 3), "\(mock.errors)")
        #expect(clock.pauses.contains(.seconds(10)), "\(clock.pauses)")
    }

    @Test("A pair that is added while a stream runs is polled beside the coins")
    func added() async throws {
        let typed = TypedInput()
        typed.type("add USD/SEK\n")
        typed.end()
        let run = await runTool(
            "watch - -p sample --csv --no-header --fields symbol,kind".split(separator: " ").map(String.init),
            input: typed.read)
        #expect(run.status == .success && run.outputLines == ["USD,fiat"], "\(run.errors)")
    }
}
