import CryptoCLI
import TestSupport
import Testing

@Suite("convert --at", .quick)
struct ConvertPastTests {
    /// 25 February 2024, a Sunday, in days since 1970.
    private static let sunday = 19_778

    private static func kline(_ market: String, _ close: String, times: Int = 1) -> Exchange {
        .get(
            "/api/v3/klines", query: ["symbol": market, "interval": "1d"], times: .exactly(times),
            answer: .json(
                "[[\(sunday * 86_400_000),\"9\",\"99999\",\"1\",\"\(close)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]]"))
    }

    /// The rates of the Thursday and Friday before, and of the Monday after, which must not be used.
    private static let rates = Exchange.get(
        "/v1/2024-02-15..2024-02-25",
        answer: .json(
            #"{"amount":1.0,"base":"EUR","start_date":"2024-02-15","end_date":"2024-02-26","rates":{"#
                + #""2024-02-22":{"SEK":9,"USD":3},"2024-02-23":{"SEK":10,"USD":4},"2024-02-26":{"SEK":11,"USD":5}}}"#))

    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool("convert \(line) -p binance,frankfurter", server.variables(for: "binance", "frankfurter"))
        }
    }

    @Test("A coin uses the close of the day, and kronor on Sunday the rate of Friday; each leg has its own date")
    func sunday() async throws {
        let run = try await run(
            "0.5 BTC SEK --at 2024-02-25 --explain -f jsonl --fields amount,result,path,time,age,stale",
            [Self.kline("BTCUSDT", "60000", times: 1), Self.kline("EURUSDT", "2"), Self.rates])
        #expect(run.status == .success, "\(run.errors)")
        // 0.5 × 60000 USDT ÷ 2 USDT per euro × 10.
        #expect(
            run.output
                == #"{"amount":0.5,"result":150000,"path":[{"from":"BTC","to":"USDT","rate":60000,"provider":"binance","#
                + #""time":"2024-02-25T00:00:00Z"},{"from":"USDT","to":"EUR","rate":0.5,"provider":"binance","#
                + #""time":"2024-02-25T00:00:00Z"},{"from":"EUR","to":"SEK","rate":10,"provider":"frankfurter","#
                + #""time":"2024-02-23T00:00:00Z"}],"time":"2024-02-23T00:00:00Z","age":648000,"stale":false}"# + "\n")
        #expect(run.errors.isEmpty)
    }

    @Test("Fiat currencies request rates only, once for all lines")
    func lines() async throws {
        let typed = TypedInput()
        typed.type("1 EUR SEK\n2 USD SEK\n3 EUR USD\n")
        typed.end()
        let words = "convert - --at 2024-02-25 -p frankfurter --csv --no-header --fields amount,from,to,result"
        let run = try await withLoopbackServer([Self.rates]) { server in
            await runTool(
                words.split(separator: " ").map(String.init), server.variables(for: "frankfurter"), input: typed.read)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["1,EUR,SEK,10", "2,USD,SEK,5", "3,EUR,USD,12"])
    }

    @Test("A day in the future exits with 64 without a request; a coin without a price on its day exits with 66")
    func refusals() async throws {
        expectFailure(try await run("1 BTC SEK --at 2024-03-02", []), .usage, says: "2024-03-02 is in the future")
        let none = await runTool("convert 1 BTC SEK --at 1999-01-01 -p sample")
        expectFailure(none, .unknownName, says: "sample has no rate for BTC on 1999-01-01; try another --provider")
        let unknown = await runTool("convert 1 NOPE SEK --at 2024-02-01 -p sample")
        expectFailure(unknown, .unknownName, says: "unknown currency 'NOPE'")
        let noPast = try await withLoopbackServer([]) { server in
            await runTool("convert 1 USD SEK --at 2024-02-01 -p erapi", server.variables(for: "erapi"))
        }
        #expect(noPast.status != .success)
        #expect(noPast.output.isEmpty)
    }
}
