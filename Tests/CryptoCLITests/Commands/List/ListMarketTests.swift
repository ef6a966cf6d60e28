import CryptoCLI
import Platform
import TestSupport
import Testing

private let appPath = "/futures/api/inquire/initial/market"
private let subscription = #"{"op":"subscribe","args":["coinIndex"]}"#

private func answer(_ symbols: (name: String, isFuture: Bool)...) -> Answer {
    let rows = symbols.map {
        #"{"symbol":"\#($0.name)","future":\#($0.isFuture),"marketName":"\#($0.name)-USD","quoteCurrency":"USD"}"#
    }
    return .json(#"{"code":1,"success":true,"data":[\#(rows.joined(separator: ","))]}"#)
}

@Suite("list --market: spot markets and futures of an exchange", .quick, .endsHang, .virtualTime)
struct ListMarketTests {
    private static let markets = Exchange.get(
        appPath, answer: answer(("ETH", false), ("BTC", false), ("BTC-PERP", true), ("SOL", false)))

    private static let index = Exchange.webSocket("/ws/futures") { peer in
        try peer.expectText(subscription)
        try peer.send(
            text: #"{"topic":"coinIndex","id":null,"data":{"BTC_1":{"type":1,"price":62000,"open":60000},"#
                + #""SOL_1":{"type":1,"price":130.10},"BTC-PERP_1":{"type":1,"price":62010.5}}}"#)
        try peer.expectClose()
    }

    private func run(_ options: String, _ exchanges: [Exchange] = [markets, index]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let variables = server.variables(for: "btse", "frankfurter", "ecb", "erapi", "currencyapi")
                .merging(server.streams(of: "btse")) { $1 }
            return await runTool("list -p btse \(options)", variables)
        }
    }

    @Test(
        "Spot is the default, then futures and all; prices are those of coinIndex, or null",
        arguments: [
            ("", "ETH BTC SOL"), ("--market spot", "ETH BTC SOL"), ("--market futures", "BTC-PERP"),
            ("--market all", "ETH BTC BTC-PERP SOL"), ("--market all --if price>1000", "BTC BTC-PERP"),
            ("--market all --if kind=='future'", "BTC-PERP"), ("--market all --search btc", "BTC BTC-PERP"),
            ("--market all -n 3", "ETH BTC BTC-PERP"), ("--market futures --search et", ""),
        ])
    func markets(options: String, symbols: String) async throws {
        let run = try await run("\(options) --csv --no-header --fields symbol")
        #expect(run.outputLines.joined(separator: " ") == symbols, "\(run.errors)")
        #expect(run.errors.isEmpty && run.status == (symbols.isEmpty ? .noMatch : .success))
    }

    @Test("Sorts by price in both directions; a market without a price is last and has -- in a table")
    func table() async throws {
        let up = try await run("--market all --sort price --fields symbol,price,change_percent --no-header")
        #expect(
            up.outputLines == [
                "SOL          130.10      --", "BTC       62,000.00  +3.33%", "BTC-PERP  62,010.50      --",
                "ETH              --      --",
            ])
        let down = try await run("--market all --sort price --reverse -f jsonl --fields symbol,price")
        #expect(
            down.outputLines.map { String($0.dropFirst(10)) } == [
                #""BTC-PERP","price":62010.5}"#, #""BTC","price":62000}"#, #""SOL","price":130.1}"#,
                #""ETH","price":null}"#,
            ])
    }

    private static let tickerPath = "/public-api/market/v1/ticker/24hr"
    private static let refused = Exchange.get("/ws/futures", answer: .status(503))

    @Test(
        "Without prices in the index those of the public ticker are used, and their percentages are computed")
    func publicTicker() async throws {
        let rows = #"{"symbol":"ETH-USD","lastPrice":"2010","openPrice":"2000","priceChangePercent":"0.004"}"#
        let ticker = Exchange.get(
            Self.tickerPath, answer: .json(#"{"success":true,"code":1,"data":[\#(rows)]}"#))
        let run = try await run(
            "--strict --template {symbol}:{price}:{change_percent};", [Self.markets, Self.refused, ticker])
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "ETH:2010:0.5;BTC::;SOL::;")
    }

    @Test("Rows are printed even if socket and ticker fail: with a notice, or 69 under --strict")
    func socketFails() async throws {
        let exchanges = [Self.markets, Self.refused, .get(Self.tickerPath, answer: .status(502))]
        let run = try await run("--template {symbol}:{price};", exchanges)
        #expect(run.status == .success && run.output == "ETH:;BTC:;SOL:;")
        #expect(run.errorLines == ["crypto: btse: refused with status 502; the list has no prices"])
        let strict = try await self.run("--strict --template {symbol};", exchanges)
        #expect(strict.status == .unavailable && strict.output == "ETH;BTC;SOL;")
    }

    @Test("In another currency prices are converted, and a missing price remains missing")
    func converted() async throws {
        let rates = Exchange.get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":10"#))
        let run = try await run(
            "-c SEK --csv --no-header --fields symbol,price,currency", [Self.markets, Self.index, rates])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["ETH,,SEK", "BTC,496000,SEK", "SOL,1040.8,SEK"])
    }

    @Test("The whole recorded list of 2023, and its futures", .needsRecordings)
    func recorded() async throws {
        let recorded = try Answer.recording("btse/r97looke-inquire-initial-market-20230815.json")
        let run = try await run(
            "--market futures -n 1000 --csv --no-header --fields symbol,kind,price",
            [.get(appPath, answer: recorded), Self.index])
        try #require(run.outputLines.count == 71)
        #expect(run.outputLines.allSatisfy { $0.contains(",future,") })
        #expect(run.outputLines[0] == "BTC-PERP,future,62010.5" && run.outputLines[1] == "ETH-PERP,future,")
    }
}
