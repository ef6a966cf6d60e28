import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("price --history", .quick, .virtualTime)
struct HistoryTests {
    @Test("The candles of many symbols take no time where no request is sent")
    func many() async throws {
        let clock = TestClock(start: Timestamp(seconds: 1_709_294_400))
        let run = await runTool(
            "price BTC ETH SOL XRP DOGE ADA DOT LTC LINK --history 1d -p sample --csv --no-header --fields symbol",
            time: clock.source)
        #expect(Set(run.outputLines).count == 9 && run.status == .success, "\(run.errors)")
        #expect(clock.pauses.isEmpty)
    }

    @Test("A period from the year 1 begins with the first candle")
    func sinceTheBeginning() async {
        let sample = await runTool("price BTC/EUR --from 0001-01-01 --provider sample --csv --fields time")
        #expect(sample.outputLines.count == 366)
        #expect(sample.outputLines.dropFirst().first == "2023-03-02T00:00:00Z")
        for past in ["--to 0001-01-20 --history 15250w", "--history 15250w", "--to 0001-01-01 --candles 1w"] {
            let run = await runTool("price BTC \(past) -p sample --csv --no-header --fields time")
            #expect(run.status != .usage && run.outputLines.count < 400, "\(run.errors)")
        }
    }

    private static func klines(_ rows: [(day: Int, close: String)]) -> Answer {
        let texts = rows.map { row in
            "[\(row.day * 86_400_000),\"9\",\"99\",\"1\",\"\(row.close)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]"
        }
        return .json("[" + texts.joined(separator: ",") + "]")
    }

    @Test("Pages of an exchange are requested until one is not full; gaps remain gaps")
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

    @Test("Rates of the past are asked for once by a whole chain, and say nothing where no candle needs them")
    func ratesOfAChain() async throws {
        let days = #"<Cube time="2024-02-28"><Cube currency="USD" rate="2"/><Cube currency="SEK" rate="10"/></Cube>"#
        let ecb = Answer.status(
            200,
            body: #"<?xml version="1.0"?><gesmes:Envelope><Cube>\#(days)</Cube></gesmes:Envelope>"#)
        let row = #"["1709164800000","9","12","8","10","5.50","1709251199999","55","1"]"#
        let candles = Answer.json(#"{"code":"0","data":[\#(row)]}"#)
        for (answer, lines, notices) in [
            (candles, ["500,SEK"], 1), (OKXAnswers.unknownMarket, [], 0),
        ] {
            let exchanges: [Exchange] = [
                .get("/products/XYZ-USD/candles", answer: CoinbaseAnswers.notFound),
                .get("/0/public/OHLC", answer: KrakenAnswers.unknownPair),
                .get("/api/v5/market/candles", query: ["instId": "XYZ-USDT"], answer: answer),
                .get("/api/v5/market/candles", query: ["instId": "USDT-USD"], times: .any, answer: candles),
                .get("/v1/2024-02-22..2024-02-29", times: .any, answer: .status(503)),
                .get("/stats/eurofxref/eurofxref-hist-90d.xml", times: .any, answer: ecb),
            ]
            try await withLoopbackServer(exchanges) { server in
                let run = await runTool(
                    "price XYZ --at 2024-02-29 -c SEK -p coinbase,kraken,okx,frankfurter,ecb --retries 0 --csv "
                        + "--no-header --fields close,currency",
                    server.variables(for: "coinbase", "kraken", "okx", "frankfurter", "ecb"))
                #expect(run.outputLines == lines, "\(run.errors)")
                #expect(run.errorLines.filter { $0.contains("frankfurter") }.count == notices, "\(run.errors)")
                let asked = server.requests.filter { $0.path.hasPrefix("/v1/") || $0.path.hasPrefix("/stats/") }
                #expect(Set(asked.map(\.path)).count == asked.count, "\(asked)")
            }
        }
    }
}
