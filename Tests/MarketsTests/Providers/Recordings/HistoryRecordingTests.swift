import Markets
import TestSupport
import Testing

/// The recorded pasts of all providers, byte for byte over real sockets, and what they say.
@Suite("Candles, recorded", .needsRecordings)
struct HistoryRecordingTests {
    /// One request that a recording answers, and the candles that it holds.
    struct Past: Sendable, CustomTestStringConvertible {
        var question: PastQuestion
        var path: String
        var query: RequestMatcher.Query
        var file: String
        var count: Int
        var first: String
        var last: String

        var testDescription: String { file }
    }

    private static let coinbase = PastQuestion(
        provider: "coinbase", symbol: "BTC", from: "2020-03-20", to: "2020-03-20T04:59:00Z", width: .minute)

    private static func coinbase(
        _ symbol: String, _ from: String, _ to: String, _ width: CandleWidth
    ) -> PastQuestion {
        PastQuestion(provider: "coinbase", symbol: symbol, from: from, to: to, width: width)
    }

    private static let coinbasePasts = [
        Past(
            question: coinbase("BTC", "2020-03-20", "2020-03-20T04:59:00Z", .minute),
            path: "/products/BTC-USD/candles",
            query: "granularity=60&start=2020-03-20T00:00:00Z&end=2020-03-20T04:59:00Z",
            file: "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20-00-00.json", count: 300,
            first: "2020-03-20T00:00:00Z BTC 6177.01 6177.01 6176.99 6177.01 86.48116268 USD",
            last: "2020-03-20T04:59:00Z BTC 6221.99 6222.01 6221.99 6222.01 39.81861594 USD"),
        Past(
            question: coinbase("BTC", "2020-03-20T05:00:00Z", "2020-03-20T09:59:00Z", .minute),
            path: "/products/BTC-USD/candles", query: ["start": "2020-03-20T05:00:00Z"],
            file: "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20-05-00.json", count: 300,
            first: "2020-03-20T05:00:00Z BTC 6221.99 6222.01 6221.99 6222.01 29.98341594 USD",
            last: "2020-03-20T09:59:00Z BTC 6742.01 6742.01 6741.99 6742.01 44.3096844 USD"),
        Past(
            question: coinbase("id:BTC-USD", "2020-03-09", "2020-03-16", .hour), path: "/products/BTC-USD/candles",
            query: ["granularity": "3600", "end": "2020-03-16T00:00:00Z"],
            file: "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-GET-200.json", count: 169,
            first: "2020-03-09T00:00:00Z BTC 8024.86 8131.69 8024.84 8084.11 2066.57492273 USD",
            last: "2020-03-16T00:00:00Z BTC 5346.03 5346.05 5236.01 5245.17 3728.67857634 USD"),
        Past(
            question: PastQuestion(
                provider: "coinbase", symbol: "BTC/USDT", from: "2024-03-13T11:00:00Z", to: "2024-03-13T11:00:00Z",
                width: .hour, now: "2024-03-13T11:10:00Z"), path: "/products/BTC-USDT/candles", query: .any,
            file: "coinbase-exchange/ccxt-candles-BTC-USDT-20240313.json", count: 1,
            first: "2024-03-13T11:00:00Z BTC 73243.33 73402.47 73241.5 73370.65 1.56794406 USDT",
            last: "2024-03-13T11:00:00Z BTC 73243.33 73402.47 73241.5 73370.65 1.56794406 USDT"),
        Past(
            question: coinbase("btc", "2020-01-01", "2020-10-16", .day), path: "/products/BTC-USD/candles",
            query: ["granularity": "86400"], file: "coinbase-exchange/pricehist-2020-01-01--2020-10-16.json", count: 2,
            first: "2020-01-01T00:00:00Z BTC 6400.02 6471.44 6388.91 6410.22 491.94797816 USD",
            last: "2020-10-16T00:00:00Z BTC 9828.84 9860 9588 9672.41 1068.08144123 USD"),
        Past(
            question: coinbase("btc", "2020-10-17", "2021-01-07", .day), path: "/products/BTC-USD/candles",
            query: ["granularity": "86400"], file: "coinbase-exchange/pricehist-2020-10-17--2021-01-07.json", count: 2,
            first: "2020-10-17T00:00:00Z BTC 9675.29 9742.61 9630.1 9706.33 385.03505036 USD",
            last: "2021-01-07T00:00:00Z BTC 29818.73 32900 29516.98 32120.19 5957.46980324 USD"),
        // The week of Monday 28 December is made of its days from the first of January on, which are all there are.
        Past(
            question: coinbase("btc", "2020-12-28", "2021-01-04", .week), path: "/products/BTC-USD/candles",
            query: ["granularity": "86400", "start": "2020-12-28T00:00:00Z", "end": "2021-01-10T00:00:00Z"],
            file: "coinbase-exchange/pricehist-recent.json", count: 2,
            first: "2020-12-28T00:00:00Z BTC 23706.73 27195.46 22000 25644.41 14097.07122003 USD",
            last: "2021-01-04T00:00:00Z BTC 25624.7 32900 22055 32120.19 20525.20797516 USD"),
    ]

    private static func cryptocompare(
        _ from: String, _ to: String, _ width: CandleWidth, now: String
    ) -> PastQuestion {
        PastQuestion(
            provider: "cryptocompare", symbol: "BTC", from: from, to: to, width: width, now: now, key: "sEcrEt")
    }

    private static let cryptocomparePasts = [
        Past(
            question: cryptocompare("2017-07-12", "2017-08-11", .day, now: "2017-08-11T20:11:20Z"),
            path: "/data/v2/histoday", query: "fsym=BTC&tsym=USD&limit=30&toTs=1502482260",
            file: "cryptocompare/histoday-v1-BTC-USD-2017.json", count: 30,
            first: "2017-07-12T00:00:00Z BTC 2324.29 2424.82 2262.08 2403.09 109522.9 USD",
            last: "2017-08-10T00:00:00Z BTC 3348.79 3453.84 3322.92 3425.67 71000.32 USD"),
        Past(
            question: cryptocompare("2017-08-12", "2017-08-13", .day, now: "2017-08-13T01:01:57Z"),
            path: "/data/v2/histoday", query: ["limit": "1"], file: "cryptocompare/histoday-v1-limit1-2017.json",
            count: 1, first: "2017-08-12T00:00:00Z BTC 3654.37 3967.26 3611.36 3871.62 123593.57 USD",
            last: "2017-08-12T00:00:00Z BTC 3654.37 3967.26 3611.36 3871.62 123593.57 USD"),
        Past(
            question: cryptocompare("2017-06-13", "2017-08-12", .day, now: "2017-08-15T01:01:56Z"),
            path: "/data/v2/histoday", query: .any, file: "cryptocompare/histoday-v1-aggregate2-2017.json", count: 31,
            first: "2017-06-13T00:00:00Z BTC 2656.77 2803.72 2348.99 2467.27 290927.32 USD",
            last: "2017-08-12T00:00:00Z BTC 3654.37 3967.26 3611.36 3937.92 126205.44 USD"),
        Past(
            question: cryptocompare("2017-08-04T20:00:00Z", "2017-08-11T20:00:00Z", .hour, now: "2017-08-11T20:10:17Z"),
            path: "/data/v2/histohour", query: "fsym=BTC&tsym=USD&limit=168&toTs=1502482200",
            file: "cryptocompare/histohour-v1-2017.json", count: 168,
            first: "2017-08-04T20:00:00Z BTC 2849.17 2859.15 2849.17 2858.86 2708.16 USD",
            last: "2017-08-11T19:00:00Z BTC 3550.02 3553.09 3537.74 3549.84 2353.06 USD"),
    ]

    private static let exchangePasts = [
        Past(
            question: PastQuestion(
                provider: "binance", symbol: "BTC/USDT", from: "2026-09-26T18:00:00Z", to: "2026-09-26T18:04:00Z",
                width: .minute, now: "2026-09-26T18:05:00Z"), path: "/api/v3/klines",
            query: "symbol=BTCUSDT&interval=1m&startTime=1790445600000&endTime=1790445840000&limit=1000",
            file: "binance/klines-1m-btcusdt-20260926.json", count: 5,
            first: "2026-09-26T18:00:00Z BTC 84132.4 84132.41 84132.21 84132.21 3.461 USDT",
            last: "2026-09-26T18:04:00Z BTC 84153.44 84160.01 84153.43 84160.01 4.08087 USDT"),
        // The tenth day is not over.
        Past(
            question: PastQuestion(
                provider: "kraken", symbol: "BTC", from: "2026-08-08", to: "2026-08-17", now: "2026-08-17T12:00:00Z"),
            path: "/0/public/OHLC", query: "pair=XBTUSD&interval=1440&since=1786147199",
            file: "kraken/OHLC-1440-xbtusd-202608.json", count: 9,
            first: "2026-08-08T00:00:00Z BTC 64886.2 65141.9 64800 64901.1 408.98379809 USD",
            last: "2026-08-16T00:00:00Z BTC 63024.3 63310 62660 62819.1 487.07316814 USD"),
        Past(
            question: PastQuestion(
                provider: "wazirx", symbol: "BTC/USDT", from: "2024-03-13T11:00:00Z", to: "2024-03-13T11:30:00Z",
                width: .hour, now: "2024-03-13T11:40:00Z"), path: "/sapi/v1/klines",
            query: "symbol=btcusdt&interval=1h&limit=2000&startTime=1710327600&endTime=1710330000",
            file: "wazirx/ccxt-klines-btcusdt-20240313.json", count: 1,
            first: "2024-03-13T11:00:00Z BTC 73216 73250 73216 73216 0.00201 USDT",
            last: "2024-03-13T11:00:00Z BTC 73216 73250 73216 73216 0.00201 USDT"),
        Past(
            question: PastQuestion(
                provider: "btse", symbol: "ETH", from: "2026-08-13T06:00:00Z", to: "2026-08-13T06:00:00Z",
                width: .hour, now: "2026-08-13T07:00:00Z"), path: "/public-api/market/v1/klines",
            query: "symbol=ETH-USD&resolution=60&limit=300&start=1786600800&end=1786604399",
            file: "btse/public-api-klines-20260813.json", count: 1,
            first: "2026-08-13T06:00:00Z ETH 1895.78 1898.52 1892.05 1898.3 - USD",
            last: "2026-08-13T06:00:00Z ETH 1895.78 1898.52 1892.05 1898.3 - USD"),
    ]

    private static let okxPasts = [
        Past(
            question: PastQuestion(
                provider: "okx", symbol: "BTC/USDT", from: "2025-05-12T23:53:00Z", to: "2025-05-12T23:54:00Z",
                width: .minute, now: "2025-05-13T00:00:00Z"), path: "/api/v5/market/candles",
            query: "instId=BTC-USDT&bar=1m&limit=300&after=1747094100000",
            file: "okx/candles-btcusdtswap-20250513.json", count: 2,
            first: "2025-05-12T23:53:00Z BTC 102806 102820.5 102783.1 102806.1 7164.04 USDT",
            last: "2025-05-12T23:54:00Z BTC 102806.1 102820.4 102806.1 102820.4 1040.37 USDT")
    ]

    private static let pasts =
        coinbasePasts + cryptocomparePasts + exchangePasts + okxPasts + yahooPasts + stooqPasts

    @Test("Every recorded past, the oldest first, without unfinished ones", arguments: pasts)
    func recorded(past: Past) async throws {
        let exchange = Exchange.get(past.path, query: past.query, answer: try .recording(past.file))
        let candles = try await past.question.ask([exchange]).get()
        #expect(candles.count == past.count)
        #expect(candles.first?.line == past.first)
        #expect(candles.last?.line == past.last)
        #expect(candles.allSatisfy { $0.provider == past.question.provider && !$0.stale })
        #expect(candles.map(\.time) == candles.map(\.time).sorted())
    }

    @Test("A past of more rows than one answer holds is asked for in pages")
    func pages() async throws {
        let day = "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20"
        let exchanges: [Exchange] = [
            .get(
                "/products/BTC-USD/candles", query: ["start": "2020-03-20T00:00:00Z", "end": "2020-03-20T04:59:00Z"],
                answer: try .recording("\(day)-00-00.json")),
            .get(
                "/products/BTC-USD/candles", query: ["start": "2020-03-20T05:00:00Z", "end": "2020-03-20T09:59:00Z"],
                answer: try .recording("\(day)-05-00.json")),
        ]
        var question = Self.coinbase
        question.to = "2020-03-20T09:59:30Z"
        let candles = try await question.ask(exchanges).get()
        #expect(candles.count == 600)
        #expect(Set(candles.map(\.time)).count == 600)
        #expect(candles[300].line == "2020-03-20T05:00:00Z BTC 6221.99 6222.01 6221.99 6222.01 29.98341594 USD")
    }

    @Test("Yahoo's answers without times: none is no candle, and prices without any are invalid")
    func yahooWithoutTimes() async throws {
        let files = [
            "v8-chart-AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m",
            "v8-chart-notimestamp-quotes-length.fake", "v8-chart-notimestamp-weird-quote.fake",
        ]
        let question = Self.yahoo("AAPL", "2025-02-01", "2025-02-02")
        for file in files {
            let answer = try Answer.recording("yahoo/\(file).json")
            let result = try await question.ask([.get("/v8/finance/chart/AAPL", answer: answer)])
            let problem = "columns that are not as long as timestamp"
            #expect(
                result
                    == (file == files[0]
                        ? .success([]) : .failure(ProviderFailure("yahoo", .invalidData(problem)))),
                "\(file)")
        }
    }

    @Test("Yahoo's months of a future hold closes alone, which are no candles")
    func yahooCloses() async throws {
        let answer = try Answer.recording("yahoo/v8-chart-GC=F-max-monthly-20260920.json")
        let question = Self.yahoo("GC=F", "2000-09-01", "2026-09-18", now: "2026-09-20T00:00:00Z")
        let result = try await question.ask([.get("/v8/finance/chart/GC=F", answer: answer)])
        #expect(result.failure?.reason == .invalidData("open is missing"))
    }

    @Test("Every provider's recorded refusal of a past is an error")
    func refusals() async throws {
        let yahoo = Self.yahoo("NOPE", "2025-02-01", "2025-02-02")
        let stooq = PastQuestion(provider: "stooq", symbol: "NOPE", from: "2024-01-01", to: "2024-01-31")
        let btse = PastQuestion(provider: "btse", symbol: "NOPE", from: "2024-01-01", to: "2024-01-31")
        let kraken = PastQuestion(provider: "kraken", symbol: "NOPE", from: "2024-01-01", to: "2024-01-31")
        let okx = PastQuestion(provider: "okx", symbol: "NOPE", from: "2024-01-01", to: "2024-01-31")
        let compared = Self.cryptocompare("2017-07-12", "2017-08-11", .day, now: "2017-08-11T20:11:20Z")
        let refusals: [(PastQuestion, String, String, Int, ProviderFailure.Reason)] = [
            (yahoo, "/v8/finance/chart/NOPE", "yahoo/error-404-not-found.json", 404, unknown("NOPE")),
            (
                yahoo, "/v8/finance/chart/NOPE", "yahoo/error-401-invalid-crumb.json", 401,
                .unauthorized(words: "Invalid Crumb")
            ),
            (yahoo, "/v8/finance/chart/NOPE", "yahoo/error-429.txt", 429, .rateLimited(words: "Too Many Requests")),
            (
                yahoo, "/v8/finance/chart/NOPE", "yahoo/error-429-edge-20261005.txt", 429,
                .blocked(words: "Edge: Too Many Requests")
            ),
            (
                stooq, "/q/d/l/", "stooq/stooq-quota-exceeded-example.txt", 200,
                .rateLimited(words: "Exceeded the daily hits limit")
            ),
            (stooq, "/q/d/l/", "stooq/quote-unknown-symbol.csv", 200, .invalidData("the header is missing")),
            (
                btse, "/public-api/market/v1/klines", "btse/error-unsupported-symbol-20260923.json", 400,
                unknown("NOPE")
            ),
            (
                btse, "/public-api/market/v1/klines", "btse/error-resolution-too-small.json", 400,
                .status(
                    400,
                    words:
                        "BADREQUEST: resolution too small for the requested time range. Records returned exceeds 300")
            ),
            (
                btse, "/public-api/market/v1/klines", "btse/error-symbol-mandatory.json", 400,
                .status(400, words: "symbol parameter is mandatory")
            ),
            (btse, "/public-api/market/v1/klines", "btse/error-system.json", 200, .status(200, words: "System error")),
            (kraken, "/0/public/OHLC", "kraken/error-unknown-asset-pair.json", 200, unknown("NOPE")),
            (okx, "/api/v5/market/candles", "okx/error-51001.json", 200, unknown("NOPE")),
            (
                compared, "/data/v2/histoday", "cryptocompare/error-no-market-for-pair.json", 200, unknown("BTC")
            ),
        ]
        for (question, path, file, status, reason) in refusals {
            let result = try await question.ask([.get(path, answer: try .recording(file, status: status))])
            #expect(result.failure?.reason == reason, "\(file)")
        }
    }
}
