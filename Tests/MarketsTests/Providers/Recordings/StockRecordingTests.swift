import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// The recorded answers of Yahoo, Stooq and IEX, byte for byte over real sockets, and what they say.
@Suite("Yahoo, Stooq and IEX, recorded", .needsRecordings)
struct StockRecordingTests {
    /// The quote of a symbol that a server answers with a recording.
    static func quote(
        _ provider: String, _ symbol: String, _ path: String, _ answer: Answer
    ) async throws -> Result<Quote, ProviderFailure> {
        try await withLoopbackServer([.get(path, answer: answer)]) { server in
            try await MarketProvider.listed(provider).client(server).quotes([symbol], allowsOtherCurrency: true)[0]
        }
    }

    // MARK: - Yahoo

    private static let apple = [
        "time": "2025-02-19T21:00:01Z", "price": "244.87", "high": "246.01", "low": "243.16", "name": "Apple Inc.",
        "market": "NasdaqGS",
    ]

    private static func apple(open: String, change: String, percent: String) -> [String: String] {
        apple.merging(["open": open, "change": change, "change_percent": percent]) { $1 }
    }

    static let charts: [(file: String, symbol: String, facts: [String: String])] = [
        (
            "v8-chart-AAPL", "AAPL",
            [
                "time": "2025-03-24T13:51:33Z", "price": "220.003", "high": "221.021", "low": "218.58",
                "name": "Apple Inc.", "market": "NasdaqGS", "open": "167.3", "change": "52.703",
                "change_percent": "31.50209205",
            ]
        ),
        (
            "v8-chart-AAPL-2020-01-01-to-2020-01-03", "AAPL",
            apple(open: "73.412", change: "171.458", percent: "233.55582194")
        ),
        (
            "v8-chart-AAPL-2020-08-31-to-2020-11-07", "AAPL",
            apple(open: "124.808", change: "120.062", percent: "96.19735914")
        ),
        (
            "v8-chart-AAPL-2025-02-01-to-2025-02-02-includePrePost-false-interval-1m", "AAPL",
            apple(open: "244.47", change: "0.4", percent: "0.16361926")
        ),
        (
            "v8-chart-notimestamp-quotes-length.fake", "AAPL",
            apple(open: "73.412", change: "171.458", percent: "233.55582194")
        ),
        (
            "v8-chart-notimestamp-weird-quote.fake", "AAPL",
            apple(open: "73.412", change: "171.458", percent: "233.55582194")
        ),
        (
            "v8-chart-EURUSD=X-2020-01-01-to-2020-01-03", "EURUSD=X",
            [
                "time": "2025-02-20T11:46:42Z", "price": "1.0436", "high": "1.0449", "low": "1.0422",
                "name": "EUR/USD", "market": "CCY", "open": "1.1221", "change": "-0.0785",
                "change_percent": "-6.99581143",
            ]
        ),
        (
            "v8-chart-OCDO.L-2020-01-01-to-2020-01-03", "OCDO.L",
            [
                "time": "2025-02-20T11:32:23Z", "price": "3.053", "high": "3.06507", "low": "2.991",
                "name": "Ocado Group plc", "market": "LSE", "open": "12.79", "change": "-9.737",
                "change_percent": "-76.1297889", "currency": "GBP",
            ]
        ),
        (
            "pricehist-ibm-long-partial", "IBM",
            [
                "time": "2024-09-13T20:00:02Z", "price": "214.79", "high": "216.08", "low": "212.13",
                "name": "International Business Machines Corporation", "market": "NYSE", "open": "7.291",
                "change": "207.499", "change_percent": "2845.96077356",
            ]
        ),
        (
            "pricehist-inrx-with-null", "INR=X",
            [
                "time": "2024-09-14T03:30:16Z", "price": "83.89", "high": "83.89", "low": "83.89", "name": "USD/INR",
                "market": "CCY", "open": "64.6117", "change": "19.2783",
                "change_percent": "29.83716571",
                "currency": "INR",
            ]
        ),
        (
            "pricehist-tsla-recent", "TSLA",
            [
                "time": "2024-09-13T20:00:00Z", "price": "230.29", "high": "232.664", "low": "226.32",
                "name": "Tesla, Inc.", "market": "NasdaqGS", "open": "235.223", "change": "-4.933",
                "change_percent": "-2.09715887",
            ]
        ),
    ]

    @Test("Yahoo's charts, bars with gaps and prices in pence among them", arguments: charts.indices)
    func yahoo(index: Int) async throws {
        let (file, symbol, facts) = Self.charts[index]
        let sent = try await Self.quote(
            "yahoo", symbol, "/v8/finance/chart/\(symbol)", .recording("yahoo/\(file).json")
        ).get().facts
        let same = ["symbol": symbol, "id": symbol, "kind": "stock", "provider": "yahoo", "currency": "USD"]
        #expect(sent == same.merging(facts) { $1 })
    }

    /// Its bars hold closes alone and are of months, but a quote needs none.
    @Test("Yahoo's future, from the chart of all its months")
    func yahooFuture() async throws {
        let answer = try Answer.recording("yahoo/v8-chart-GC=F-max-monthly-20260920.json")
        var facts = try await Self.quote("yahoo", "GC=F", "/v8/finance/chart/GC=F", answer).get().facts
        // 4424.9 of 273.9, the close before the first month.
        #expect(facts.removeValue(forKey: "change_percent")?.hasPrefix("1515.5166119") == true)
        #expect(
            facts == [
                "time": "2026-09-18T20:59:59Z", "symbol": "GC=F", "id": "GC=F", "name": "Gold Dec 26",
                "market": "COMEX", "kind": "stock", "currency": "USD", "price": "4424.9", "open": "273.9",
                "high": "4439.8", "low": "4372.2", "change": "4151", "provider": "yahoo",
            ])
    }

    @Test("Yahoo's recorded refusals")
    func yahooErrors() async throws {
        let refusals: [(file: String, status: Int, reason: ProviderFailure.Reason)] = [
            ("error-404-not-found.json", 404, unknown("NOPE")),
            ("error-401-invalid-crumb.json", 401, .unauthorized(words: "Invalid Crumb")),
            ("error-429.txt", 429, .rateLimited(words: "Too Many Requests")),
            ("error-429-edge-20261005.txt", 429, .blocked(words: "Edge: Too Many Requests")),
        ]
        for (file, status, reason) in refusals {
            let answer = try Answer.recording("yahoo/\(file)", status: status)
            let result = try await Self.quote("yahoo", "NOPE", "/v8/finance/chart/NOPE", answer)
            #expect(result.failure?.reason == reason, "\(file)")
        }
    }

    // MARK: - Stooq

    static let lines: [(file: String, symbol: String, facts: [String: String])] = [
        (
            "quote-aapl-20250110-noheader", "AAPL",
            [
                "time": "2025-01-10T21:00:16Z", "open": "240.01", "high": "240.16", "low": "233", "price": "236.85",
                "change": "-3.16", "change_percent": "-1.31661181",
            ]
        ),
        (
            "quote-aapl-20260522", "AAPL",
            [
                "time": "2026-05-22T20:00:19Z", "open": "306.12", "high": "311.4", "low": "305.84", "price": "308.82",
                "change": "2.7", "change_percent": "0.88200706",
            ]
        ),
        (
            "quote-aapl-name-20220429", "AAPL",
            [
                "time": "2022-04-29T20:00:08Z", "open": "161.84", "high": "166.2", "low": "157.25", "price": "157.65",
                "change": "-4.19", "change_percent": "-2.58897677", "name": "APPLE",
            ]
        ),
        (
            "quote-nvr-name-20211231", "NVR",
            [
                "time": "2021-12-31T21:00:37Z", "open": "5884.1", "high": "5917.7", "low": "5850.5",
                "price": "5908.87", "change": "24.77", "change_percent": "0.42096497",
                "name": "NVR",
            ]
        ),
    ]

    @Test("Stooq's lines, with and without a header and a name", arguments: lines.indices)
    func stooq(index: Int) async throws {
        let (file, symbol, facts) = Self.lines[index]
        let sent = try await Self.quote("stooq", symbol, "/q/l/", .recording("stooq/\(file).csv", type: "text/csv"))
            .get().facts
        let same = ["symbol": symbol, "id": symbol + ".US", "kind": "stock", "provider": "stooq", "currency": "USD"]
        #expect(sent == same.merging(facts) { $1 })
    }

    @Test("Stooq's recorded refusals, each with status 200")
    func stooqErrors() async throws {
        let unknownSymbol = try Answer.recording("stooq/quote-unknown-symbol.csv")
        let absent = try await Self.quote("stooq", "APPL", "/q/l/", unknownSymbol)
        #expect(absent.failure?.reason == unknown("APPL"))
        let quota = try Answer.recording("stooq/stooq-quota-exceeded-example.txt")
        let limited = try await Self.quote("stooq", "AAPL", "/q/l/", quota)
        #expect(limited.failure?.reason == .rateLimited(words: "Exceeded the daily hits limit"))
        for file in ["stooq-apple-daily-ohlcv-example.csv", "stooq-bitcoin-weekly-ohlcv-example.csv"] {
            let history = try await Self.quote("stooq", "AAPL", "/q/l/", .recording("stooq/\(file)"))
            #expect(history.failure?.isInvalidData == true, "a history is no quote")
        }
    }

    @Test(
        "Yahoo's recorded searches, by value",
        arguments: [
            (
                "search-AAPL", "aapl",
                ["AAPL Apple Inc. NASDAQ", "AAPL251219C00120000 AAPL Dec 2025 120.000 call OPR"], 6
            ),
            ("search-BTC-USD", "btc", ["BTC-USD Bitcoin USD CCC", "HBTC-USD Huobi BTC USD CCC"], 6),
            ("search-EURUSD=X", "eur", ["EURUSD=X EUR/USD CCY"], 1), ("search-NO0010123060", "NO0010123060", [], 0),
        ] as [(String, String, [String], Int)])
    func yahooSearch(file: String, text: String, first: [String], count: Int) async throws {
        let answer = try Answer.recording("yahoo/\(file).json")
        try await withLoopbackServer([.get("/v1/finance/search", answer: answer)]) { server in
            let list = try await MarketProvider.listed("yahoo").client(server).top(limit: 9, search: text)
            let rows = list.quotes.map { "\($0.symbol) \($0.name ?? "") \($0.market ?? "")" }
            #expect(Array(rows.prefix(2)) == first && rows.count == count && list.dropped.isEmpty)
            #expect(list.quotes.allSatisfy { $0.price == nil && $0.kind == .stock && $0.id == $0.symbol })
        }
    }
}
