import Markets
import TestSupport

/// Yahoo, Stooq and IEX.
extension RecordedCase {
    static let stocks = yahoo + stooq + iex

    /// The quote of a stock in the currency of its exchange.
    static func stock(
        _ file: String, _ symbol: String, at path: String, type: String = "application/json", envelope: String? = nil,
        others: [String: Body] = [:], fields: [String]
    ) -> RecordedCase {
        let same = [
            "symbol=\(symbol)", "id=\(symbol)", "kind=stock", "currency=USD", "provider=\(file.prefix { $0 != "/" })",
        ]
        return RecordedCase(
            file: file, job: .quotes([symbol], .anyCurrency), outcome: .rows([facts(same + fields)]), path: path,
            type: type, envelope: envelope, others: others)
    }

    // MARK: - Yahoo

    private static func chart(_ file: String, _ symbol: String, _ fields: String...) -> RecordedCase {
        stock("yahoo/\(file).json", symbol, at: "/v8/finance/chart/\(symbol)", fields: fields)
    }

    private static func apple(_ file: String, open: String, change: String, percent: String) -> RecordedCase {
        chart(
            file, "AAPL", "time=2025-02-19T21:00:01Z", "price=244.87", "high=246.01", "low=243.16", "name=Apple Inc.",
            "market=NasdaqGS", "open=\(open)", "change=\(change)", "change_percent=\(percent)")
    }

    private static func yahooError(_ file: String, _ status: Int, _ reason: ProviderFailure.Reason) -> RecordedCase {
        .refused(
            "yahoo/\(file)", .quotes(["NOPE"], .anyCurrency), at: "/v8/finance/chart/NOPE", status: status, reason)
    }

    private static let yahoo = [
        chart(
            "v8-chart-AAPL", "AAPL", "time=2025-03-24T13:51:33Z", "price=220.003", "high=221.021", "low=218.58",
            "name=Apple Inc.", "market=NasdaqGS", "open=167.3", "change=52.703", "change_percent=31.50209205"),
        apple("v8-chart-AAPL-2020-01-01-to-2020-01-03", open: "73.412", change: "171.458", percent: "233.55582194"),
        apple("v8-chart-AAPL-2020-08-31-to-2020-11-07", open: "124.808", change: "120.062", percent: "96.19735914"),
        apple(
            "v8-chart-AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m", open: "244.47", change: "0.4",
            percent: "0.16361926"),
        apple(
            "v8-chart-notimestamp-quotes-length.fake", open: "73.412", change: "171.458", percent: "233.55582194"),
        apple("v8-chart-notimestamp-weird-quote.fake", open: "73.412", change: "171.458", percent: "233.55582194"),
        chart(
            "v8-chart-EURUSD=X-2020-01-01-to-2020-01-03", "EURUSD=X", "time=2025-02-20T11:46:42Z", "price=1.0436",
            "high=1.0449", "low=1.0422", "name=EUR/USD", "market=CCY", "open=1.1221", "change=-0.0785",
            "change_percent=-6.99581143"),
        chart(
            "v8-chart-OCDO.L-2020-01-01-to-2020-01-03", "OCDO.L", "time=2025-02-20T11:32:23Z", "price=3.053",
            "high=3.06507", "low=2.991", "name=Ocado Group plc", "market=LSE", "open=12.79", "change=-9.737",
            "change_percent=-76.1297889", "currency=GBP"
        ).about("prices in pence"),
        chart(
            "pricehist-ibm-long-partial", "IBM", "time=2024-09-13T20:00:02Z", "price=214.79", "high=216.08",
            "low=212.13", "name=International Business Machines Corporation", "market=NYSE", "open=7.291",
            "change=207.499", "change_percent=2845.96077356"),
        chart(
            "pricehist-inrx-with-null", "INR=X", "time=2024-09-14T03:30:16Z", "price=83.89", "high=83.89", "low=83.89",
            "name=USD/INR", "market=CCY", "open=64.6117", "change=19.2783", "change_percent=29.83716571", "currency=INR"
        ).about("bars with gaps"),
        chart(
            "pricehist-tsla-recent", "TSLA", "time=2024-09-13T20:00:00Z", "price=230.29", "high=232.664", "low=226.32",
            "name=Tesla, Inc.", "market=NasdaqGS", "open=235.223", "change=-4.933", "change_percent=-2.09715887"),
        // Its bars hold closes alone and are of months, but a quote needs none. 273.9 is the close before the first.
        chart(
            "v8-chart-GC=F-max-monthly-20260920", "GC=F", "time=2026-09-18T20:59:59Z", "name=Gold Dec 26",
            "market=COMEX", "price=4424.9", "open=273.9", "high=4439.8", "low=4372.2", "change=4151",
            "change_percent=1515.5166119"
        ).about("a future, from the chart of all its months"),
        chart(
            "v8-chart-MSFT-dividends-2021", "MSFT", "time=2025-02-21T21:00:01Z", "name=Microsoft Corporation",
            "market=NasdaqGS", "price=408.21", "high=418.048", "low=407.89", "open=231.96", "change=176.25",
            "change_percent=75.98292809"),
        chart(
            "v8-chart-NVDA-split-2021", "NVDA", "time=2025-02-21T21:00:01Z", "name=NVIDIA Corporation",
            "market=NasdaqGS", "price=134.43", "high=141.46", "low=134.04", "open=12.99", "change=121.44",
            "change_percent=934.87297921"),
        yahooError("error-404-not-found.json", 404, unknown("NOPE")),
        yahooError("error-401-invalid-crumb.json", 401, .unauthorized(words: "Invalid Crumb")),
        yahooError("error-429.txt", 429, .rateLimited(words: "Too Many Requests")),
        yahooError("error-429-edge-20261005.txt", 429, .blocked(words: "Edge: Too Many Requests")),
    ]

    // MARK: - Stooq

    private static func line(_ file: String, _ symbol: String, _ fields: String...) -> RecordedCase {
        stock(
            "stooq/\(file).csv", symbol, at: "/q/l/", type: "text/csv", fields: fields + ["id=\(symbol).US"])
    }

    private static func stooqError(_ file: String, _ symbol: String, _ reason: ProviderFailure.Reason) -> RecordedCase {
        .refused("stooq/\(file)", .quotes([symbol], .anyCurrency), at: "/q/l/", reason)
    }

    private static let stooq = [
        line(
            "quote-aapl-20250110-noheader", "AAPL", "time=2025-01-10T21:00:16Z", "open=240.01", "high=240.16",
            "low=233", "price=236.85", "change=-3.16", "change_percent=-1.31661181"),
        line(
            "quote-aapl-20260522", "AAPL", "time=2026-05-22T20:00:19Z", "open=306.12", "high=311.4", "low=305.84",
            "price=308.82", "change=2.7", "change_percent=0.88200706"),
        line(
            "quote-aapl-name-20220429", "AAPL", "time=2022-04-29T20:00:08Z", "open=161.84", "high=166.2", "low=157.25",
            "price=157.65", "change=-4.19", "change_percent=-2.58897677", "name=APPLE"),
        line(
            "quote-nvr-name-20211231", "NVR", "time=2021-12-31T21:00:37Z", "open=5884.1", "high=5917.7", "low=5850.5",
            "price=5908.87", "change=24.77", "change_percent=0.42096497", "name=NVR"),
        stooqError("quote-unknown-symbol.csv", "APPL", unknown("APPL")),
        stooqError(
            "stooq-quota-exceeded-example.txt", "AAPL", .rateLimited(words: "Exceeded the daily hits limit")),
        stooqError("stooq-apple-daily-ohlcv-example.csv", "AAPL", .invalidData("more lines than one")).about(
            "a history is no quote"),
        stooqError("stooq-bitcoin-weekly-ohlcv-example.csv", "AAPL", .invalidData("more lines than one")).about(
            "a history is no quote"),
    ]

    // MARK: - IEX

    private static func iexQuote(_ file: String, _ symbol: String, _ fields: String...) -> RecordedCase {
        stock("iex/\(file).json", symbol, at: "/1.0/stock/\(symbol)/quote", fields: fields)
    }

    private static func iexError(
        _ file: String, _ symbol: String, _ status: Int, _ type: String, _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        .refused(
            "iex/\(file)", .quotes([symbol], .anyCurrency), at: "/1.0/stock/\(symbol)/quote", status: status,
            type: type, reason)
    }

    /// Coins were quoted in the same form; bid and ask stood under other names there.
    private static let iex = [
        iexQuote(
            "cloud-quote-msft", "MSFT", "time=2019-04-04T20:00:00.193Z", "name=Microsoft Corp.", "price=119.36",
            "open=119.97", "high=120.23", "low=118.38", "change=-0.61", "change_percent=-0.508",
            "market_cap=915754985600"),
        iexQuote(
            "iextrading4j-stock-QuoteResponse", "AAPL", "time=2017-11-17T18:18:58.831Z", "name=Apple Inc.",
            "market=Nasdaq Global Select", "price=170.39", "open=171.1", "high=170.78", "low=169.71", "change=-0.71",
            "change_percent=-0.415", "market_cap=874835421680", "bid=166.18", "ask=172"),
        iexQuote(
            "cloud-crypto-btcusdt", "BTCUSDT", "name=Bitcoin USD", "market=crypto", "time=2019-01-22T15:00:40.296Z",
            "price=3563.22", "open=3527.79", "high=3590.51", "low=3434.85", "change=35.43", "change_percent=1.004"),
        iexQuote(
            "iextrading4j-v1-alternative-CryptoResponse", "BTCUSDT", "name=Bitcoin USD", "market=crypto",
            "time=2018-11-07T19:27:55.327Z", "price=6576.4", "open=6491.05", "high=6615.15", "low=6475.6",
            "change=85.35", "change_percent=1.315"),
        RecordedCase(
            file: "iex/iextrading4j-v1-refdata-CryptoSymbolsResponse.json", job: .list(5),
            outcome: .rows([
                [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BTCUSD", "id": "BTCUSD", "name": "Bitcoin to USD",
                    "kind": "stock", "currency": "USD", "provider": "iex",
                ]
            ]),
            path: "/1.0/ref-data/symbols"
        ).about("a list of coins has the shape of that of stocks"),
        iexError("cloud-quote-invalid.txt", "INVALID", 404, "text/html", unknown("INVALID")),
        iexError("cloud-price-invalid.txt", "INVALID", 404, "text/html", unknown("INVALID")),
        iexError("cloud-fx-invalid.txt", "INVALID", 404, "text/html", unknown("INVALID")),
        iexError(
            "cloud-chart-bad-option.json", "MSFT", 400, "application/json",
            .status(400, words: #""badOption" is not allowed"#)),
        iexError(
            "cloud-access-denied.txt", "MSFT", 403, "text/html",
            .unauthorized(words: "The API key provided is not valid.")),
    ]
}
