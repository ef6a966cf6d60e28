import Markets
import TestSupport

/// The pasts of coins, the oldest candle first, without unfinished ones.
extension RecordedCase {
    static let coinPasts = coinbasePasts + cryptocomparePasts + exchangePasts + okxPasts

    /// The candles of an answer: their number, the first and the last.
    static func past(
        _ file: String, _ question: PastQuestion, at path: String, _ query: RequestMatcher.Query = .any, count: Int,
        _ first: String? = nil, _ last: String? = nil
    ) -> RecordedCase {
        RecordedCase(
            file: file, job: .past(question), outcome: .candles(count, first, last ?? first), path: path, query: query)
    }

    private static func coinbase(
        _ symbol: String, _ from: String, _ to: String, _ width: CandleWidth
    ) -> PastQuestion {
        PastQuestion(provider: "coinbase", symbol: symbol, from: from, to: to, width: width)
    }

    static func cryptocompare(_ from: String, _ to: String, _ width: CandleWidth, now: String) -> PastQuestion {
        PastQuestion(
            provider: "cryptocompare", symbol: "BTC", from: from, to: to, width: width, now: now, key: "sEcrEt")
    }

    private static let coinbasePasts = [
        past(
            "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20-00-00.json",
            coinbase("BTC", "2020-03-20", "2020-03-20T04:59:00Z", .minute), at: "/products/BTC-USD/candles",
            "granularity=60&start=2020-03-20T00:00:00Z&end=2020-03-20T04:59:00Z", count: 300,
            "2020-03-20T00:00:00Z BTC 6177.01 6177.01 6176.99 6177.01 86.48116268 USD",
            "2020-03-20T04:59:00Z BTC 6221.99 6222.01 6221.99 6222.01 39.81861594 USD"),
        past(
            "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-2020-03-20-05-00.json",
            coinbase("BTC", "2020-03-20T05:00:00Z", "2020-03-20T09:59:00Z", .minute), at: "/products/BTC-USD/candles",
            ["start": "2020-03-20T05:00:00Z"], count: 300,
            "2020-03-20T05:00:00Z BTC 6221.99 6222.01 6221.99 6222.01 29.98341594 USD",
            "2020-03-20T09:59:00Z BTC 6742.01 6742.01 6741.99 6742.01 44.3096844 USD"),
        past(
            "coinbase-exchange/bennycode-rest-products-BTC-USD-candles-GET-200.json",
            coinbase("id:BTC-USD", "2020-03-09", "2020-03-16", .hour), at: "/products/BTC-USD/candles",
            ["granularity": "3600", "end": "2020-03-16T00:00:00Z"], count: 169,
            "2020-03-09T00:00:00Z BTC 8024.86 8131.69 8024.84 8084.11 2066.57492273 USD",
            "2020-03-16T00:00:00Z BTC 5346.03 5346.05 5236.01 5245.17 3728.67857634 USD"),
        past(
            "coinbase-exchange/ccxt-candles-BTC-USDT-20240313.json",
            PastQuestion(
                provider: "coinbase", symbol: "BTC/USDT", from: "2024-03-13T11:00:00Z", to: "2024-03-13T11:00:00Z",
                width: .hour, now: "2024-03-13T11:10:00Z"), at: "/products/BTC-USDT/candles", count: 1,
            "2024-03-13T11:00:00Z BTC 73243.33 73402.47 73241.5 73370.65 1.56794406 USDT"),
        past(
            "coinbase-exchange/pricehist-2020-01-01--2020-10-16.json",
            coinbase("btc", "2020-01-01", "2020-10-16", .day), at: "/products/BTC-USD/candles",
            ["granularity": "86400"], count: 2,
            "2020-01-01T00:00:00Z BTC 6400.02 6471.44 6388.91 6410.22 491.94797816 USD",
            "2020-10-16T00:00:00Z BTC 9828.84 9860 9588 9672.41 1068.08144123 USD"),
        past(
            "coinbase-exchange/pricehist-2020-10-17--2021-01-07.json",
            coinbase("btc", "2020-10-17", "2021-01-07", .day), at: "/products/BTC-USD/candles",
            ["granularity": "86400"], count: 2,
            "2020-10-17T00:00:00Z BTC 9675.29 9742.61 9630.1 9706.33 385.03505036 USD",
            "2021-01-07T00:00:00Z BTC 29818.73 32900 29516.98 32120.19 5957.46980324 USD"),
        // The week of Monday 28 December is made of its days from the first of January on, which are all there are.
        past(
            "coinbase-exchange/pricehist-recent.json", coinbase("btc", "2020-12-28", "2021-01-04", .week),
            at: "/products/BTC-USD/candles",
            ["granularity": "86400", "start": "2020-12-28T00:00:00Z", "end": "2021-01-10T00:00:00Z"], count: 2,
            "2020-12-28T00:00:00Z BTC 23706.73 27195.46 22000 25644.41 14097.07122003 USD",
            "2021-01-04T00:00:00Z BTC 25624.7 32900 22055 32120.19 20525.20797516 USD"),
    ]

    private static let cryptocomparePasts = [
        past(
            "cryptocompare/histoday-v1-BTC-USD-2017.json",
            cryptocompare("2017-07-12", "2017-08-11", .day, now: "2017-08-11T20:11:20Z"), at: "/data/v2/histoday",
            "fsym=BTC&tsym=USD&limit=30&toTs=1502482260", count: 30,
            "2017-07-12T00:00:00Z BTC 2324.29 2424.82 2262.08 2403.09 109522.9 USD",
            "2017-08-10T00:00:00Z BTC 3348.79 3453.84 3322.92 3425.67 71000.32 USD"),
        past(
            "cryptocompare/histoday-v1-limit1-2017.json",
            cryptocompare("2017-08-12", "2017-08-13", .day, now: "2017-08-13T01:01:57Z"), at: "/data/v2/histoday",
            ["limit": "1"], count: 1, "2017-08-12T00:00:00Z BTC 3654.37 3967.26 3611.36 3871.62 123593.57 USD"),
        past(
            "cryptocompare/histoday-v1-aggregate2-2017.json",
            cryptocompare("2017-06-13", "2017-08-12", .day, now: "2017-08-15T01:01:56Z"), at: "/data/v2/histoday",
            count: 31,
            "2017-06-13T00:00:00Z BTC 2656.77 2803.72 2348.99 2467.27 290927.32 USD",
            "2017-08-12T00:00:00Z BTC 3654.37 3967.26 3611.36 3937.92 126205.44 USD"),
        past(
            "cryptocompare/histohour-v1-2017.json",
            cryptocompare("2017-08-04T20:00:00Z", "2017-08-11T20:00:00Z", .hour, now: "2017-08-11T20:10:17Z"),
            at: "/data/v2/histohour", "fsym=BTC&tsym=USD&limit=168&toTs=1502482200", count: 168,
            "2017-08-04T20:00:00Z BTC 2849.17 2859.15 2849.17 2858.86 2708.16 USD",
            "2017-08-11T19:00:00Z BTC 3550.02 3553.09 3537.74 3549.84 2353.06 USD"),
    ]

    private static let exchangePasts = [
        past(
            "binance/klines-1m-btcusdt-20260926.json",
            PastQuestion(
                provider: "binance", symbol: "BTC/USDT", from: "2026-09-26T18:00:00Z", to: "2026-09-26T18:04:00Z",
                width: .minute, now: "2026-09-26T18:05:00Z"), at: "/api/v3/klines",
            "symbol=BTCUSDT&interval=1m&startTime=1790445600000&endTime=1790445840000&limit=1000", count: 5,
            "2026-09-26T18:00:00Z BTC 84132.4 84132.41 84132.21 84132.21 3.461 USDT",
            "2026-09-26T18:04:00Z BTC 84153.44 84160.01 84153.43 84160.01 4.08087 USDT"),
        // The tenth day is not over.
        past(
            "kraken/OHLC-1440-xbtusd-202608.json",
            PastQuestion(
                provider: "kraken", symbol: "BTC", from: "2026-08-08", to: "2026-08-17", now: "2026-08-17T12:00:00Z"),
            at: "/0/public/OHLC", "pair=XBTUSD&interval=1440&since=1786147199", count: 9,
            "2026-08-08T00:00:00Z BTC 64886.2 65141.9 64800 64901.1 408.98379809 USD",
            "2026-08-16T00:00:00Z BTC 63024.3 63310 62660 62819.1 487.07316814 USD"),
        past(
            "wazirx/ccxt-klines-btcusdt-20240313.json",
            PastQuestion(
                provider: "wazirx", symbol: "BTC/USDT", from: "2024-03-13T11:00:00Z", to: "2024-03-13T11:30:00Z",
                width: .hour, now: "2024-03-13T11:40:00Z"), at: "/sapi/v1/klines",
            "symbol=btcusdt&interval=1h&limit=2000&startTime=1710327600&endTime=1710330000", count: 1,
            "2024-03-13T11:00:00Z BTC 73216 73250 73216 73216 0.00201 USDT"),
        past(
            "btse/public-api-klines-20260813.json",
            PastQuestion(
                provider: "btse", symbol: "ETH", from: "2026-08-13T06:00:00Z", to: "2026-08-13T06:00:00Z", width: .hour,
                now: "2026-08-13T07:00:00Z"), at: "/public-api/market/v1/klines",
            "symbol=ETH-USD&resolution=60&limit=300&start=1786600800&end=1786604399", count: 1,
            "2026-08-13T06:00:00Z ETH 1895.78 1898.52 1892.05 1898.3 - USD"),
    ]

    private static let okxPasts = [
        past(
            "okx/candles-btcusdtswap-20250513.json",
            PastQuestion(
                provider: "okx", symbol: "BTC/USDT", from: "2025-05-12T23:53:00Z", to: "2025-05-12T23:54:00Z",
                width: .minute, now: "2025-05-13T00:00:00Z"), at: "/api/v5/market/candles",
            "instId=BTC-USDT&bar=1m&limit=300&after=1747094100000", count: 2,
            "2025-05-12T23:53:00Z BTC 102806 102820.5 102783.1 102806.1 7164.04 USDT",
            "2025-05-12T23:54:00Z BTC 102806.1 102820.4 102806.1 102820.4 1040.37 USDT")
    ]
}
