import Markets
import TestSupport

/// Refusals of a past, and answers without candles.
extension RecordedCase {
    static let refusedPasts: [RecordedCase] = btsePasts + otherPasts

    private static let otherPasts: [RecordedCase] = [
        yahooPast("error-404-not-found.json", status: 404, unknown("NOPE")),
        yahooPast("error-401-invalid-crumb.json", status: 401, .unauthorized(words: "Invalid Crumb")),
        yahooPast("error-429.txt", status: 429, .rateLimited(words: "Too Many Requests")),
        yahooPast("error-429-edge-20261005.txt", status: 429, .blocked(words: "Edge: Too Many Requests")),
        // Prices without times are invalid, whereas none of either is no candle.
        yahooPast("v8-chart-notimestamp-quotes-length.fake.json", "AAPL", unequal),
        yahooPast("v8-chart-notimestamp-weird-quote.fake.json", "AAPL", unequal),
        .past(
            "yahoo/v8-chart-AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m.json",
            yahoo("AAPL", "2025-02-01", "2025-02-02"), at: "/v8/finance/chart/AAPL", count: 0),
        .refused(
            "yahoo/v8-chart-GC=F-max-monthly-20260920.json",
            .past(yahoo("GC=F", "2000-09-01", "2026-09-18", now: "2026-09-20T00:00:00Z")),
            at: "/v8/finance/chart/GC=F", .invalidData("open is missing")
        ).about("a future's months hold closes alone, which are no candles"),
        refusedPast(
            "stooq/stooq-quota-exceeded-example.txt", "/q/d/l/",
            .rateLimited(words: "Exceeded the daily hits limit")),
        refusedPast("stooq/quote-unknown-symbol.csv", "/q/d/l/", .invalidData("the header is missing")),
        refusedPast("kraken/error-unknown-asset-pair.json", "/0/public/OHLC", unknown("NOPE")),
        refusedPast("okx/error-51001.json", "/api/v5/market/candles", unknown("NOPE")),
        .refused(
            "cryptocompare/error-no-market-for-pair.json",
            .past(cryptocompare("2017-07-12", "2017-08-11", .day, now: "2017-08-11T20:11:20Z")),
            at: "/data/v2/histoday", unknown("BTC")),
        .refused(
            "wazirx/error-3001-symbol-20260923.json",
            .past(PastQuestion(provider: "wazirx", symbol: "NOPE/INR", from: "2024-02-01", to: "2024-02-02")),
            at: "/sapi/v1/klines", query: ["symbol": "nopeinr"], status: 400, unknown("NOPE/INR")),
        .refused(
            "nasdaq/error-1011-date-window-20260929.json",
            .past(
                PastQuestion(
                    provider: "nasdaq", symbol: "SPY", from: "2026-09-26", to: "2026-09-27",
                    now: "2026-10-01T12:00:00Z")), at: "/api/quote/SPY/historical",
            .status(400, words: "Provided date is less than from date")),
    ]

    private static let unequal = ProviderFailure.Reason.invalidData("columns that are not as long as timestamp")

    private static func yahooPast(
        _ file: String, _ symbol: String = "NOPE", status: Int = 200, _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        .refused(
            "yahoo/\(file)", .past(yahoo(symbol, "2025-02-01", "2025-02-02")), at: "/v8/finance/chart/\(symbol)",
            status: status, reason)
    }

    private static func refusedPast(
        _ file: String, _ path: String, status: Int = 200, _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        let provider = provider(of: String(file.prefix { $0 != "/" }))
        let question = PastQuestion(provider: provider, symbol: "NOPE", from: "2024-01-01", to: "2024-01-31")
        return .refused(file, .past(question), at: path, status: status, reason)
    }

    private static func btsePast(_ file: String, _ status: Int, _ reason: ProviderFailure.Reason) -> RecordedCase {
        refusedPast("btse/\(file).json", "/public-api/market/v1/klines", status: status, reason)
    }

    private static let btsePasts = [
        btsePast("error-unsupported-symbol-20260923", 400, unknown("NOPE")),
        btsePast(
            "error-resolution-too-small", 400,
            .status(
                400,
                words: "BADREQUEST: resolution too small for the requested time range. Records returned exceeds 300")),
        btsePast("error-symbol-mandatory", 400, .status(400, words: "symbol parameter is mandatory")),
        btsePast("error-system", 200, .status(200, words: "System error")),
    ]
}
