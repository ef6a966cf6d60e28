import CryptoCLI
import TestSupport
import Testing

@Suite("price --history")
struct HistoryTests {
    @Test("P3 the past month is 30 days, the unfinished one left out, in the chosen currency by each day's rates")
    func month() async throws {
        let run = await runTool("price BTC --history 30d --provider sample --csv --fields time,close,currency")
        #expect(run.status == .success)
        try #require(run.outputLines.count == 31)
        #expect(run.outputLines[1].hasPrefix("2024-01-31T00:00:00Z,"))
        #expect(run.outputLines[30].hasPrefix("2024-02-29T00:00:00Z,"))
        let kronor = await runTool(
            "price BTC --history 30d --provider sample -c SEK --csv --fields time,close,currency")
        #expect(kronor.outputLines.count == 31)
        #expect(kronor.outputLines.dropFirst().allSatisfy { $0.hasSuffix(",SEK") })
    }

    private static func klines(_ rows: [(day: Int, close: String)]) -> Answer {
        let texts = rows.map { row in
            "[\(row.day * 86_400_000),\"9\",\"12\",\"8\",\"\(row.close)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]"
        }
        return .json("[" + texts.joined(separator: ",") + "]")
    }

    /// The day of 2024-02-29, a Thursday, since 1970; the test's clock stands on the Friday after it.
    private static let thursday = 19_782

    @Test("P3 C4 C5 candles are converted by the last rates on or before their day, through the provider's own pair")
    func converted() async throws {
        let rates =
            #"{"amount":1.0,"base":"EUR","start_date":"2024-02-19","end_date":"2024-03-01","rates":{"#
            + #""2024-02-23":{"SEK":10},"2024-02-26":{"SEK":11},"2024-02-29":{"SEK":12}}}"#
        let days = (Self.thursday - 4)...Self.thursday
        let exchanges: [Exchange] = [
            .get(
                "/api/v3/klines", query: ["symbol": "BTCUSDT", "interval": "1d", "limit": "1000"],
                answer: Self.klines(days.map { ($0, "10") })),
            .get("/api/v3/klines", query: ["symbol": "EURUSDT"], answer: Self.klines(days.map { ($0, "2") })),
            .get("/v1/2024-02-18..2024-03-01", answer: .json(rates)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC --history 5d -c SEK --provider binance,frankfurter --csv --no-header --fields time,close,volume,stale",
                server.variables(for: "binance", "frankfurter"))
            #expect(run.errors.isEmpty)
            // 25 February is a Sunday: Friday's rate is its.
            #expect(
                run.outputLines == [
                    "2024-02-25T00:00:00Z,50,5.5,false", "2024-02-26T00:00:00Z,55,5.5,false",
                    "2024-02-27T00:00:00Z,55,5.5,false", "2024-02-28T00:00:00Z,55,5.5,false",
                    "2024-02-29T00:00:00Z,60,5.5,false",
                ])
        }
    }

    @Test("an exchange's pages are asked for until one is not full; gaps stay gaps")
    func pages() async throws {
        let first = (0..<1000).map { (day: 18_000 + $0, close: "10") }
        let exchanges: [Exchange] = [
            .get("/api/v3/klines", query: ["startTime": "1555200000000"], answer: Self.klines(first)),
            .get(
                "/api/v3/klines", query: ["startTime": "1641600000000"],
                answer: Self.klines([(19_010, "11"), (19_012, "12")])),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC/USDT --from 2019-04-14 --to 2022-02-01 --provider binance --csv --no-header --fields time,close",
                server.variables(for: "binance"))
            #expect(run.outputLines.count == 1002)
            #expect(run.outputLines.suffix(2) == ["2022-01-18T00:00:00Z,11", "2022-01-20T00:00:00Z,12"])
        }
    }

    @Test(
        "what makes no sense is a usage error",
        arguments: [
            ("--at 2024-02-30", "no date"), ("--at 2024-02-01 --history 3d", "--at goes with none"),
            ("--from 2024-02-02 --to 2024-02-01", "later"), ("--from 2024-01-01 --history 3d", "do not go together"),
            ("--history 0", "--history"), ("--candles 3h", "--candles"),
            ("--history 3d --provider frankfurter", "history"),
        ])
    func usage(arguments: String, words: String) async {
        let run = await runTool("price BTC " + arguments)
        expectFailure(run, .usage, says: words)
    }

    @Test("--at is that day's candle; a day that has none is unknown or empty, never made up")
    func at() async {
        let run = await runTool("price BTC --at 2024-02-01 --provider sample --csv --no-header --fields time,close")
        #expect(run.outputLines == ["2024-02-01T00:00:00Z,62630.1"])
        let before = await runTool("price BTC --at 2020-02-01 --provider sample --csv --no-header")
        #expect(before.status == .noMatch)
        #expect(before.output.isEmpty)
    }
}
