import CryptoCLI
import Markets
import TestSupport
import Testing

@Suite("Money: minor units, and currencies that ended", .quick)
struct ConvertMoneyTests {
    private static let markets = "/api/v3/coins/markets"

    /// A coin of each ticker, for 0.002 dollars.
    private static let coins: [Exchange] = ["hrk", "sll", "kid"].map { ticker in
        .get(
            markets, query: ["symbols": ticker], times: .any,
            answer: .json(
                #"[{"id":"\#(ticker)","symbol":"\#(ticker)","name":"A coin","current_price":0.002,"market_cap":1}]"#))
    }
    private static let rates = Exchange.get(
        "/v1/latest", times: .any,
        answer: latestRates(#""USD":1.25,"GBP":0.8,"SLE":20,"KID":1.6,"HRK":7.4,"VES":200"#, date: "2024-03-01"))

    private func run(_ line: String) async throws -> ToolRun {
        try await withLoopbackServer(Self.coins + [Self.rates]) { server in
            await runTool("\(line) -p coingecko,frankfurter", server.variables(for: "coingecko", "frankfurter"))
        }
    }

    @Test(
        "A minor unit is a part of its currency in any spelling; money that ended has its fixed rate, also beside a coin",
        arguments: [
            ("100 GBp GBP", "1"), ("100 gbp GBp", "10000"), ("80 GBX USD", "1.25"), ("7.5345 HRK EUR", "1"),
            ("7.5345 hrk USD --strict", "1.25"), ("1000 SLL SLE", "1"), ("1.6 KID EUR", "1"),
            ("100000000 VEB VES", "1"),
        ])
    func amounts(operands: String, result: String) async throws {
        let run = try await run("convert \(operands) --template {result}")
        #expect(run.status == .success && run.output == result, "\(run.errors)")
    }

    @Test("The price of a pair is what convert says, and the coin is reached by its id")
    func pairs() async throws {
        let run = try await run("price EUR/SLL HRK/EUR --template {price}_{kind}\\n")
        #expect(run.outputLines.first == "20000_fiat", "\(run.errors)")
        let id = try await withLoopbackServer([
            .get(
                Self.markets, query: ["ids": "hrk"], times: .any,
                answer: .json(#"[{"id":"hrk","symbol":"hrk","name":"A coin","current_price":0.002}]"#))
        ]) { server in
            await runTool("price id:hrk -p coingecko --template {kind}_{price}", server.variables(for: "coingecko"))
        }
        #expect(id.output == "coin_0.002", "\(id.errors)")
    }

    @Test("Before its end a currency has the rates of the day; without a fixed rate the successor is named")
    func ends() async throws {
        let past = Exchange.get(
            "/v1/2022-05-22..2022-06-01", times: .any,
            answer: .json(#"{"base":"EUR","rates":{"2022-06-01":{"HRK":7.5,"USD":1.5}}}"#))
        let run = try await withLoopbackServer([past]) { server in
            await runTool(
                "convert 5 HRK USD --at 2022-06-01 -p frankfurter --template {result}",
                server.variables(for: "frankfurter"))
        }
        #expect(run.output == "1", "\(run.errors)")
        for line in ["convert 1 PLZ USD", "convert 1 USD PLZ", "price PLZ/USD", "price BTC -c PLZ"] {
            expectFailure(
                await runTool("\(line) -p sample"), .unknownName,
                says: "PLZ, which ended in 1997-01; its successor is PLN")
        }
        for line in ["convert 1 ZWL USD", "convert 1 USD ZWL", "price USD/ZWL", "price BTC -c ZWL"] {
            expectFailure(
                await runTool("\(line) -p sample"), .unknownName,
                says: "ZWL, which ended in 2024-04; its successor is ZWG")
        }
    }

    @Test("-c GBp quotes in pence: prices, changes, candles, pairs and ticks")
    func quotes() async throws {
        let fields = "--csv --no-header --fields symbol,price,currency,change_percent"
        let line = "BTC,4944203.033941,GBp,2.08044852"
        for text in ["price BTC -c GBp", "price BTC/gbx", "list -n 1 -c GBX"] {
            #expect(await runTool("\(text) -p sample \(fields)").outputLines == [line])
        }
        let watch = await runTool("watch BTC -c GBp -n 1 -p sample --csv --no-header --fields currency,change_percent")
        #expect(watch.output == "GBp,2.08044852\r\n", "\(watch.errors)")
        let day = "--history 1d --candles 1d -p sample --csv --no-header --fields close"
        let pounds = await runTool("price BTC -c GBP \(day) --digits 4").output
        let pence = await runTool("price BTC -c GBp \(day) --digits 2").output
        #expect(pounds.replacing(".", with: "") == pence.replacing(".", with: ""), "\(pence)")
        expectFailure(await runTool("convert 1 USD GBp gbx -p sample"), .usage, says: "'GBp' is named twice")
    }

    @Test("The cost of a holding may be in pence, and money that ended is no coin there")
    func holdings() async throws {
        try await withHome("stock:AAPL 10 @ 1000 GBp\nHRK 100\nSEK 10000\n") { home in
            let run = await home.run("list --holdings --csv --no-header --fields symbol,cost,gain")
            #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
            #expect(run.outputLines.map { $0.prefix(12) }[0] == "AAPL,126.290", "\(run.output)")
            #expect(run.outputLines.dropFirst().allSatisfy { $0.hasSuffix(",0") }, "\(run.output)")
        }
    }

    @Test(
        "A provider without past rates is not said to lack one: 64, as for its history",
        arguments: ["fixer", "erapi"])
    func noPast(provider: String) async throws {
        let lines = [
            "convert 10 EUR USD -p \(provider) --at 2024-02-13", "price USD/SEK -p \(provider) --history 7d",
        ]
        for line in lines { expectFailure(await runTool(line), .usage, says: "\(provider): has no history") }
        let help = await runTool("convert --provider help -f jsonl")
        for past in MarketProvider.all where past.jobs.contains(.rates) && !past.isMadeUp {
            let isPast = !["fixer", "erapi"].contains(past.name)
            let line = help.outputLines.first { $0.contains(#"{"provider":"\#(past.name)","#) }
            #expect(line?.hasSuffix(#""past":\#(isPast)}"#) == true, "\(help.output)")
        }
    }

    @Test("Rates have six significant digits in tables, candles and charts; prices of coins do not")
    func digits() async throws {
        let table = await runTool("price EUR/USD USD/SEK BTC -p sample -f markdown --fields price")
        #expect(table.outputLines.dropFirst(2) == ["| 1.08130 |", "| 10.3480 |", "| 62,440.63 |"])
        let candles = await runTool("price USD/SEK --history 2d -p sample -f markdown --fields open,close")
        #expect(candles.outputLines.last == "| 10.3480 | 10.3480 |")
        let chart = await runTool("price EUR/USD --history 5d --chart -p sample")
        #expect(chart.output.hasPrefix("EUR  1.08130 USD"), "\(chart.output)")
        let rounded = await runTool("price EUR/USD -p sample -f markdown --fields price --digits 2")
        #expect(rounded.outputLines.last == "| 1.08 |")
    }
}
