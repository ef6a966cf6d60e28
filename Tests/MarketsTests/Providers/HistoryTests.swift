import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

/// What every provider's past must be, by made answers.
@Suite("Candles", .quick)
struct HistoryTests {
    // MARK: - Kraken

    private static func kraken(_ symbol: String, _ from: String, _ to: String, _ width: CandleWidth) -> PastQuestion {
        PastQuestion(provider: "kraken", symbol: symbol, from: from, to: to, width: width)
    }

    /// The rows of days from one on, each a day after the one before.
    private static func ohlc(_ key: String, first: Int64, count: Int64, width: Int64 = 86_400) -> String {
        let rows = (0..<count).map { index in
            #"[\#(first + index * width),"\#(index + 1).0","\#(index + 2).0","0.5","1.50","1.2","7.250",3]"#
        }
        return #"{"error":[],"result":{"\#(key)":[\#(rows.joined(separator: ","))],"last":1}}"#
    }

    @Test(
        "Kraken's answer has another name for the pair, XBT and XDG are BTC and DOGE, what is under way is left out",
        arguments: [
            ("btc", "XBTUSD", "XXBTZUSD", "BTC"), ("XBT", "XBTUSD", "XXBTZUSD", "BTC"),
            ("doge/eur", "XDGEUR", "XDGEUR", "DOGE"), ("SOL/USD", "SOLUSD", "SOLUSD", "SOL"),
        ])
    func krakenNames(symbol: String, asked: String, answered: String, ticker: String) async throws {
        let body = Self.ohlc(answered, first: 1_709_078_400, count: 3)
        let query = "pair=\(asked)&interval=1440&since=1709078399"
        let candles = try await Self.kraken(symbol, "2024-02-28", "2024-03-01", .day).ask([
            .get("/0/public/OHLC", query: .text(query), answer: .json(body))
        ]).get()
        let currency = symbol == "doge/eur" ? "EUR" : "USD"
        #expect(
            candles.map(\.line) == [
                "2024-02-28T00:00:00Z \(ticker) 1 2 0.5 1.5 7.25 \(currency)",
                "2024-02-29T00:00:00Z \(ticker) 2 3 0.5 1.5 7.25 \(currency)",
            ])
    }

    @Test("Kraken's weeks, which begin on Thursdays, are made of days; an unfinished candle counts where it is all")
    func krakenWeeks() async throws {
        // From Monday 19 February on, 12 days.
        let body = Self.ohlc("XXBTZUSD", first: 1_708_300_800, count: 12)
        let exchange = Exchange.get("/0/public/OHLC", query: ["interval": "1440"], times: 2, answer: .json(body))
        try await withLoopbackServer([exchange]) { server in
            let both = try await Self.kraken("BTC", "2024-02-19", "2024-03-01", .week).ask(server).get()
            #expect(both.map(\.line) == ["2024-02-19T00:00:00Z BTC 1 8 0.5 1.5 50.75 USD"])
            let last = try await Self.kraken("BTC", "2024-02-26", "2024-03-01", .week).ask(server).get()
            #expect(last.map(\.line) == ["2024-02-26T00:00:00Z BTC 8 13 0.5 1.5 36.25 USD"])
        }
    }

    @Test("Kraken keeps 720 candles: what is older is skipped, what began later is all there")
    func krakenLimit() async throws {
        // 720 hours up to the one under way, 2024-03-01T12:00Z.
        let body = Self.ohlc("XXBTZUSD", first: 1_709_294_400 - 719 * 3600, count: 720, width: 3600)
        let exchange = Exchange.get("/0/public/OHLC", query: ["interval": "60"], times: 2, answer: .json(body))
        try await withLoopbackServer([exchange]) { server in
            let all = try await Self.kraken("BTC", "2024-01-31T13:00:00Z", "2024-03-01T12:00:00Z", .hour).ask(server)
            #expect(try all.get().count == 719)
            let more = try await Self.kraken("BTC", "2024-01-31T12:00:00Z", "2024-03-01T12:00:00Z", .hour).ask(server)
            #expect(
                more.failure == ProviderFailure("kraken", .notKept("candles of 1h before 2024-01-31T13:00:00Z")))
            #expect(more.failure?.isSkippable == true)
        }
        let young = Self.ohlc("XXBTZUSD", first: 1_709_294_400 - 718 * 3600, count: 719, width: 3600)
        let rest = try await Self.kraken("BTC", "2020-01-01", "2024-03-01T12:00:00Z", .hour).ask([
            .get("/0/public/OHLC", answer: .json(young))
        ]).get()
        #expect(rest.count == 718)
    }

    @Test("An id is a pair of Kraken's list")
    func krakenID() async throws {
        let pairs = #"{"error":[],"result":{"XXBTZEUR":{"altname":"XBTEUR","base":"XXBT","quote":"ZEUR"}}}"#
        let candles = try await Self.kraken("id:XXBTZEUR", "2024-02-29", "2024-02-29", .day).ask([
            .get("/0/public/AssetPairs", answer: .json(pairs)),
            .get(
                "/0/public/OHLC", query: ["pair": "XBTEUR"],
                answer: .json(Self.ohlc("XXBTZEUR", first: 1_709_164_800, count: 1))),
        ]).get()
        #expect(candles.map(\.line) == ["2024-02-29T00:00:00Z BTC 1 2 0.5 1.5 7.25 EUR"])
    }

    // MARK: - Pages

    /// A provider's page limit and the moments that a page is asked for by.
    struct Paging: Sendable, CustomTestStringConvertible {
        var question: PastQuestion
        var path: String
        /// What is in the queries of the pages.
        var pages: [RequestMatcher.Query]
        var body: @Sendable (_ start: Int64) -> String
        /// The first moments of the pages.
        var starts: [Int64]

        var testDescription: String { question.provider }
    }

    // 2024-02-01, and 300 and 2000 quarters of an hour and minutes after it.
    private static let february: Int64 = 1_706_745_600

    private static let pagings = [
        Paging(
            question: PastQuestion(
                provider: "bitstamp", symbol: "BTC", from: "2024-02-01", to: "2024-02-01T18:00:00Z", width: .minute),
            path: "/api/v2/ohlc/btcusd/",
            pages: ["step=60&limit=1000&end=1706805599", "step=60&limit=81&end=1706810459"],
            body: {
                #"{"data":{"pair":"BTC/USD","ohlc":[{"timestamp":"\#($0)","open":"1","high":"2","low":"0.5","#
                    + #""close":"1.5","volume":"9"}]}}"#
            }, starts: [february, february + 1000 * 60]),
        Paging(
            question: PastQuestion(
                provider: "btse", symbol: "BTC-PERP", currency: .usdt, from: "2024-02-01", to: "2024-02-05",
                width: .quarter), path: "/public-api/market/v1/klines",
            pages: [
                "symbol=BTC-PERP-USDT&resolution=15&limit=300&start=1706745600&end=1707015599",
                "symbol=BTC-PERP-USDT&resolution=15&limit=300&start=1707015600&end=1707092099",
            ], body: { #"{"success":true,"code":1,"data":[["\#($0)","1","2","0.5","1.5","9"]]}"# },
            starts: [february, february + 300 * 900]),
        Paging(
            question: PastQuestion(
                provider: "wazirx", symbol: "BTC", currency: .inr, from: "2024-02-01", to: "2024-02-02",
                width: .minute), path: "/sapi/v1/klines",
            pages: [
                "symbol=btcinr&interval=1m&limit=2000&startTime=1706745600&endTime=1706832059"
            ], body: { "[[\($0),1,2,0.5,1.5,9]]" }, starts: [february]),
        Paging(
            question: PastQuestion(
                provider: "wazirx", symbol: "id:btcinr", from: "2024-02-01", to: "2024-02-03", width: .minute),
            path: "/sapi/v1/klines",
            pages: [["startTime": "1706745600", "endTime": "1706865599"], ["startTime": "1706865600"]],
            body: { "[[\($0),1,2,0.5,1.5,9]]" }, starts: [february, february + 2000 * 60]),
        Paging(
            question: PastQuestion(
                provider: "cryptocompare", symbol: "BTC", from: "2024-02-01", to: "2024-02-02T09:21:00Z",
                width: .minute, key: "sEcrEt"), path: "/data/v2/histominute",
            pages: [
                ["limit": "2000", "toTs": "1706865659"],
                ["limit": "1", "toTs": "1706865719"],
            ],
            body: {
                #"{"Response":"Success","Data":{"Data":[{"time":\#($0),"open":1,"high":2,"low":0.5,"close":1.5},"#
                    + #"{"time":1,"open":0,"high":0,"low":0,"close":0}]}}"#
            }, starts: [february, february + 2001 * 60]),
        Paging(
            question: PastQuestion(
                provider: "yahoo", symbol: "AAPL", from: "2024-02-01", to: "2024-02-09", width: .minute),
            path: "/v8/finance/chart/AAPL",
            pages: [
                "period1=1706745600&period2=1707350400&interval=1m",
                "period1=1707350400&period2=1707436860&interval=1m",
            ],
            body: {
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL"},"timestamp":[\#($0)],"indicators":"#
                    + #"{"quote":[{"open":[1],"high":[2],"low":[0.5],"close":[1.5]}]}}],"error":null}}"#
            }, starts: [february, february + 7 * 86_400]),
    ]

    @Test("A past of more rows than one answer holds is asked for in pages, without an overlap", arguments: pagings)
    func pages(paging: Paging) async throws {
        let exchanges = zip(paging.pages, paging.starts).map { query, start in
            Exchange.get(paging.path, query: query, answer: .json(paging.body(start)))
        }
        let candles = try await paging.question.ask(exchanges).get()
        #expect(candles.map(\.time.seconds) == paging.starts)
        #expect(candles.allSatisfy { $0.high?.description == "2" && $0.close.description == "1.5" })
    }

    @Test("A period in the future is empty, and no request is sent")
    func future() async throws {
        for name in ["coinbase", "okx", "bitstamp", "wazirx", "btse", "yahoo", "stooq"] {
            let question = PastQuestion(provider: name, symbol: "BTC", from: "2024-04-01", to: "2024-04-09")
            #expect(try await question.ask([]) == .success([]), "\(name)")
        }
    }

    // MARK: - Stocks

    @Test("Yahoo's hours are made of quarters, since its own begin at half past; gaps stay gaps")
    func yahooHours() async throws {
        // 14:30, 14:45, 15:00 (null), 15:15, 17:00 UTC of 2024-02-01, then the last trade at 17:07:13.
        let times = [52_200, 53_100, 54_000, 54_900, 61_200, 61_633].map { "\(Self.february + Int64($0))" }
        let body = """
            {"chart":{"result":[{"meta":{"currency":"GBp","symbol":"X.L","gmtoffset":0},
            "timestamp":[\(times.joined(separator: ","))],"indicators":{"quote":[{
            "open":[100,110,null,120,130,999],"high":[105,115,null,125,135,999],"low":[95,105,null,115,125,999],
            "close":[101,111,null,121,131,999],"volume":[1,2,null,4,0,9]}]}}],"error":null}}
            """
        let question = PastQuestion(
            provider: "yahoo", symbol: "stock:X.L", from: "2024-02-01", to: "2024-02-01T23:00:00Z", width: .hour)
        let candles = try await question.ask([
            .get("/v8/finance/chart/X.L", query: ["interval": "15m"], answer: .json(body))
        ]).get()
        #expect(
            candles.map(\.line) == [
                "2024-02-01T14:00:00Z X.L 1 1.15 0.95 1.11 3 GBP", "2024-02-01T15:00:00Z X.L 1.2 1.25 1.15 1.21 4 GBP",
                "2024-02-01T17:00:00Z X.L 1.3 1.35 1.25 1.31 - GBP",
            ])
    }

    @Test("A day of Yahoo's is the exchange's own, in the east and in the other half of the year too")
    func yahooDays() async throws {
        // Sydney opens at 10:00, 23:00 UTC of the day before; London's midnight in summer, seen in winter.
        for (offset, time) in [(39_600, 1_706_742_000), (0, 1_720_306_800 - 12_528_000)] {
            let body = """
                {"chart":{"result":[{"meta":{"currency":"USD","symbol":"X","longName":"X Corp.","gmtoffset":\(offset)},
                "timestamp":[\(time)],"indicators":{"quote":[{"open":[1],"high":[1],"low":[1],"close":[1]}]}}]}}
                """
            let question = PastQuestion(provider: "yahoo", symbol: "X", from: "2024-01-01", to: "2024-02-29")
            let candles = try await question.ask([.get("/v8/finance/chart/X", answer: .json(body))]).get()
            let day = offset == 0 ? "2024-02-13" : "2024-02-01"
            #expect(candles.map(\.time.day) == [day])
            #expect(candles.map(\.name) == ["X Corp."])
        }
    }

    /// A chart in pence of two days in London, the second of them null, and the newest price at a moment.
    private static func nullDay(_ newest: String, open: String = "null") -> Exchange {
        let body = """
            {"chart":{"result":[{"meta":{"currency":"GBp","symbol":"X.L","gmtoffset":0,\(newest)},
            "timestamp":[1706774400,1706860800],"indicators":{"quote":[{"open":[100,\(open)],"high":[105,null],
            "low":[95,null],"close":[101,null],"volume":[7,null]}]}}],"error":null}}
            """
        return .get("/v8/finance/chart/X.L", answer: .json(body))
    }

    @Test(
        "Yahoo's newest day, null for hours after the close, is made of the newest price if that is of this day; without its open it is not complete"
    )
    func yahooNewestDay() async throws {
        let price = #""regularMarketPrice":110,"regularMarketTime":1706891400"#
        let day = #""regularMarketDayHigh":111,"regularMarketDayLow":99,"regularMarketVolume":9"#
        let gaps = [
            #""regularMarketPrice":110"#, #""regularMarketTime":1706891400"#,
            #""regularMarketPrice":0,"regularMarketTime":1706891400"#,
            // The close of the day before.
            #""regularMarketPrice":110,"regularMarketTime":1706805000"#,
        ]
        let cases: [(Exchange, String?)] =
            [
                (Self.nullDay("\(price),\(day)"), "- 1.11 0.99 1.1 9"), (Self.nullDay(price), "- - - 1.1 -"),
                (Self.nullDay("\(price),\(day)", open: "98"), "0.98 1.11 0.98 1.1 9"),
            ] + gaps.map { (Self.nullDay($0), nil) }
        let question = PastQuestion(provider: "yahoo", symbol: "stock:X.L", from: "2024-02-01", to: "2024-02-09")
        for (exchange, newest) in cases {
            let candles = try await question.ask([exchange]).get()
            let lines = candles.map(\.line)
            #expect(candles[0].complete && (newest == nil || candles[1].complete == (candles[1].open != nil)))
            let expected = newest.map { ["2024-02-02T00:00:00Z X.L \($0) GBP"] } ?? []
            #expect(lines == ["2024-02-01T00:00:00Z X.L 1 1.05 0.95 1.01 7 GBP"] + expected)
        }
    }

    @Test(
        "What Stooq sends in place of days is an error",
        arguments: [
            ("No data", unknown("AAPL")),
            ("Exceeded the daily hits limit", .rateLimited(words: "Exceeded the daily hits limit")),
            ("<html><script>x</script></html>", .invalidData("HTML instead of CSV")),
            ("Date,Open,High,Low,Close,Volume\r\nN/D,N/D,N/D,N/D,N/D,N/D\r\n", unknown("AAPL")),
            (
                "Date,Open,High,Low,Close,Volume\r\n2024-02-01,N/D,1,1,1,1\r\n",
                .invalidData("the candle of 2024-02-01T00:00:00Z: open is not a number")
            ),
            ("Date,Open,High,Low,Close,Volume\r\n2024-02-31,1,1,1,1,1\r\n", .invalidData("Date is not a day")),
            ("Get your apikey", .invalidData("the header is missing")),
        ] as [(String, ProviderFailure.Reason)])
    func stooq(body: String, reason: ProviderFailure.Reason) async throws {
        let question = PastQuestion(provider: "stooq", symbol: "AAPL", from: "2024-02-01", to: "2024-02-09")
        let result = try await question.ask([.get("/q/d/l/", answer: .status(200, body: body))])
        #expect(result.failure?.reason == reason)
    }

    @Test("Stooq has days and what is made of them, in dollars")
    func stooqLimits() async throws {
        var question = PastQuestion(
            provider: "stooq", symbol: "AAPL", from: "2024-02-01", to: "2024-02-09", width: .hour)
        #expect(
            try await question.ask([]).failure == ProviderFailure("stooq", .notKept("candles of 1h, only of 1d 1w")))
        (question.width, question.currency, question.allowsOtherCurrency) = (.day, .sek, false)
        #expect(try await question.ask([]).failure == ProviderFailure("stooq", .cannotQuote(.sek)))
    }

    // MARK: - All

    @Test("A provider lists the job history exactly if it has candles")
    func jobs() async throws {
        let settings = ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "x")), time: TestClock().source)
        for provider in MarketProvider.all {
            let hasPast = provider.make(settings).history != nil
            #expect(provider.jobs.contains(.history) == hasPast, "\(provider.name)")
        }
        #expect(
            MarketProvider.defaultChain(for: .history).map(\.name)
                == ["coinbase", "kraken", "okx", "binance", "coingecko", "defillama"])
    }

    @Test(
        "What is no history of the protocol is invalid, and a status means the same as elsewhere",
        arguments: MarketProvider.all.filter { $0.jobs.contains(.history) && !$0.host.isEmpty }.map(\.name))
    func invalid(name: String) async throws {
        let isStock = MarketProvider.listed(name).kinds.contains(.stock)
        let question = PastQuestion(
            provider: name, symbol: isStock ? "AAPL" : name == "wazirx" || name == "binance" ? "BTC/USDT" : "BTC",
            // Of one day the price nearest to its end is asked for, of more of them nothing.
            from: name == "defillama" ? "2024-02-22" : "2024-02-20", to: "2024-02-22",
            key: MarketProvider.listed(name).key == .required ? "sEcrEt" : nil)
        let bodies = [
            "", "{}", "[[1]]", "[{}]", "<html>", "null", "{\"result\":{}}", "{\"data\":[[\"x\"]]}", "[[1,2,3",
        ]
        for body in bodies {
            let result = try await Self.ask(question, .status(200, body: body))
            #expect(result.failure?.isInvalidData == true, "\(body): \(result)")
        }
        for status in [429, 503] {
            let failure = try await Self.ask(question, .status(status, body: "x")).failure
            #expect(failure?.isTransient == true, "\(status)")
        }
    }

    /// Where the pasts of these tests are asked for.
    private static let paths = [
        "/prices/historical/1708646399/coingecko:bitcoin", "/products/BTC-USD/candles", "/0/public/OHLC",
        "/api/v3/klines", "/sapi/v1/klines", "/api/v5/market/candles",
        "/api/v2/ohlc/btcusd/", "/public-api/market/v1/klines", "/data/v2/histoday", "/api/v3/coins/bitcoin/ohlc",
        "/v8/finance/chart/AAPL",
        "/harmony/app/bars/AAPL/1D/20240220000000/20240222235959/adjusted/EST5EDT.json",
        "/quote-html-webservice/restQuote/symbolType/symbol", "/api/quote/AAPL/historical", "/q/d/l/",
    ]

    private static let bitcoin = Exchange.get(
        "/api/v3/coins/markets", times: .any, answer: .json(#"[{"id":"bitcoin","symbol":"btc"}]"#))

    private static func ask(
        _ question: PastQuestion, _ answer: Answer
    ) async throws -> Result<[Candle], ProviderFailure> {
        try await question.ask([bitcoin] + paths.map { Exchange.get($0, times: .any, answer: answer) })
    }
}
