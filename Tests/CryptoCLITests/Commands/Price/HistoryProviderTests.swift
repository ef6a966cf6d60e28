import CryptoCLI
import Markets
import TestSupport
import Testing

/// `price --history` with each provider of its chain.
@Suite("price --history, by provider", .quick)
struct HistoryProviderTests {
    private static let notFound = Answer.json(#"{"message":"NotFound"}"#, status: 404)
    private static let unknownPair = Answer.json(#"{"error":["EQuery:Unknown asset pair"]}"#)
    private static let unknownMarket = Answer.json(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400)

    private static func unknownToExchanges(_ coin: String) -> [Exchange] {
        [
            .get("/products/\(coin)-USD/candles", answer: notFound),
            .get("/0/public/OHLC", query: ["pair": "\(coin)USD"], answer: unknownPair),
            .get("/api/v5/market/candles", query: ["instId": "\(coin)-USDT"], answer: OKXAnswers.unknownMarket),
            .get("/api/v3/klines", query: ["symbol": "\(coin)USDT"], answer: unknownMarket),
            // Binance does not quote in dollars. The pair that leads to them is requested at the same time as the coin.
            .get("/api/v3/klines", query: ["symbol": "EURUSDT"], times: .any, answer: .json("[]")),
        ]
    }

    private static let chain = MarketProvider.defaultChain(for: .history).map(\.name)

    private static func variables(_ server: LoopbackServer) -> [String: String] {
        Dictionary(uniqueKeysWithValues: chain.map { ("CRYPTO_\($0.uppercased())_URL", server.url) })
    }

    @Test(
        "A period from the year 1 begins with the first coins: pages of days since 2009, and no earlier request",
        arguments: [
            ("--from 0001-01-01 --to 2024-02-28", 1, 20), ("--from 0001-01-01 --to 2008-12-31", 0, 0),
            ("--to 0001-02-03 --history 1d", 0, 0),
        ])
    func sinceTheYearOne(options: String, rows: Int, requests: Int) async throws {
        let row = Answer.json("[[1709078400,1,2,1,2,5]]")
        try await withLoopbackServer([.everything(row)]) { server in
            let run = await runTool(
                "price BTC -p coinbase --candles 1d \(options) --csv --no-header", Self.variables(server))
            #expect(run.outputLines.count == rows, "\(run.errors)")
            #expect(run.status == (rows > 0 ? .success : .unknownName), "\(run.errors)")
            #expect(server.requests.count <= requests)
        }
    }

    @Test("The default chain skips providers that do not know the coin, up to coingecko")
    func passedOver() async throws {
        let exchanges =
            Self.unknownToExchanges("XYZ") + [
                .get(
                    "/api/v3/coins/markets", query: ["symbols": "xyz"],
                    answer: .json(#"[{"id":"xyz-coin","symbol":"xyz","name":"XYZ","market_cap":5}]"#)),
                // Ends of candles of 4 hours: two on 29 February, and the first of 1 March.
                .get(
                    "/api/v3/coins/xyz-coin/ohlc", query: ["days": "7"],
                    answer: .json(
                        "[[1709179200000,1,3,0.50,2],[1709251200000,2,4,1,3.10],[1709265600000,9,9,9,9]]")),
            ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price xyz --history 1d --candles 1d --csv --fields time,symbol,open,high,low,close,volume,provider",
                Self.variables(server))
            #expect(run.status == .success)
            #expect(run.outputLines.suffix(1) == ["2024-02-29T00:00:00Z,XYZ,1,4,0.5,3.1,,coingecko"])
        }
    }

    @Test(
        "A coin unknown to the whole chain is unknown, even if coingecko was not asked because of the width")
    func unknown() async throws {
        try await withLoopbackServer(Self.unknownToExchanges("XYZ")) { server in
            let run = await runTool("price xyz --history 2h --candles 5m -q", Self.variables(server))
            #expect(run.status == .unknownName)
            #expect(run.output.isEmpty)
        }
    }

    @Test("A named provider without the history is a usage error that says what it lacks")
    func notKept() async throws {
        let width = await runTool("price btc --candles 5m --history 1d --provider coingecko")
        expectFailure(
            width, .usage, says: "coingecko: has no candles of 5m, only of 1h 4h 1d 1w; choose other --candles")
        let sample = await runTool("price BTC --candles 15m --history 2h --provider sample")
        expectFailure(sample, .usage, says: "sample: has no candles of 15m, only of 1h 4h 1d 1w")
        let age = await runTool("price btc --from 2020-01-01 --provider coingecko")
        expectFailure(age, .usage, says: "coingecko: has no candles of 1d before 2023-03-02T12:00:00Z")
        let stock = await runTool("price stock:AAPL --candles 1h --history 1d --provider stooq")
        expectFailure(stock, .usage, says: "stooq: has no candles of 1h")
    }

    @Test("Dollars of Kraken are converted to kronor by the ECB's rates of each day, on a weekend by those of Friday")
    func converted() async throws {
        // 2024-02-23, a Friday, up to Monday.
        let rows = (0..<4).map { #"[\#(1_708_646_400 + $0 * 86_400),"9","12","8","10","10","5.50",1]"# }
        let ohlc = #"{"error":[],"result":{"XXBTZUSD":[\#(rows.joined(separator: ","))],"last":1}}"#
        let days = [("2024-02-26", "11"), ("2024-02-23", "10"), ("2024-02-22", "99")].map { day, rate in
            "<Cube time=\"\(day)\"><Cube currency=\"USD\" rate=\"2\"/><Cube currency=\"SEK\" rate=\"\(rate)\"/></Cube>"
        }
        let xml =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><gesmes:Envelope><Cube>\(days.joined())</Cube></gesmes:Envelope>"
        let exchanges: [Exchange] = [
            .get("/0/public/OHLC", query: ["pair": "XBTUSD", "interval": "1440"], answer: .json(ohlc)),
            .get("/stats/eurofxref/eurofxref-hist-90d.xml", answer: .status(200, body: xml)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price BTC --from 2024-02-23 --to 2024-02-26 -c SEK --provider kraken,ecb --csv --no-header "
                    + "--fields time,close,volume,currency", server.variables(for: "kraken", "ecb"))
            #expect(run.errors.isEmpty)
            #expect(
                run.outputLines == [
                    "2024-02-23T00:00:00Z,50,5.5,SEK", "2024-02-24T00:00:00Z,50,5.5,SEK",
                    "2024-02-25T00:00:00Z,50,5.5,SEK", "2024-02-26T00:00:00Z,55,5.5,SEK",
                ])
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
                .get("/products/XYZ-USD/candles", answer: Self.notFound),
                .get("/0/public/OHLC", answer: Self.unknownPair),
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

    @Test("The provider of some symbols may fail for all of them; the other symbols are asked for")
    func failureOfSome() async throws {
        let stocks = "ABCDEFGHI".map { "stock:\($0)" }.joined(separator: " ")
        let exchanges: [Exchange] =
            "ABCDEFGHI".map { .get("/v8/finance/chart/\($0)", times: .any, answer: .status(429)) }
            + [.get("/products/BTC-USD/candles", answer: .json("[[1709164800,1,2,1,2,5]]"))]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                "price \(stocks) BTC --at 2024-02-29 -p yahoo,coinbase --retries 0 --csv --no-header --fields close",
                server.variables(for: "yahoo", "coinbase"))
            #expect(run.outputLines == ["2"] && run.status == .tryLater, "\(run.errors)")
        }
    }

    @Test(
        "The history of a stock comes from the chain of stocks or the named provider, with pence as pounds",
        arguments: ["", "--provider yahoo "])
    func stock(provider: String) async throws {
        let body = """
            {"chart":{"result":[{"meta":{"currency":"GBp","symbol":"HSBA.L","gmtoffset":0},
            "timestamp":[1709193600,1709280000],"indicators":{"quote":[{"open":[600,null],"high":[612.5,null],
            "low":[598,null],"close":[610,null],"volume":[1000,null]}]}}],"error":null}}
            """
        try await withLoopbackServer([.get("/v8/finance/chart/HSBA.L", answer: .json(body))]) { server in
            let run = await runTool(
                "price stock:HSBA.L --history 2d --candles 1d \(provider)-c GBP --csv --no-header",
                server.variables(for: "yahoo"))
            #expect(run.errors.isEmpty)
            #expect(run.outputLines == ["2024-02-29T00:00:00Z,HSBA.L,6,6.125,5.98,6.1,1000,GBP,yahoo,false,1d,true"])
        }
    }
}
