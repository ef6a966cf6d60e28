import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

/// Asks Yahoo for the splits and dividends of a stock.
private func events(
    of symbol: String, from: String, to: String, now: String = "2024-03-01T12:00:00Z", _ exchanges: Exchange...
) async throws -> Result<[String], ProviderFailure> {
    try await withLoopbackServer(exchanges) { server in
        let provider = MarketProvider.yahoo
        let settings = ProviderSettings(
            http: provider.testHTTP, base: server.url, time: TestClock(start: .of(now)).source)
        let ask = try #require(provider.make(settings).events)
        let query = HistoryQuery(
            symbol: try Symbol(symbol), currency: CurrencyChoice(.usd), from: .of(from), to: .of(to), width: .day)
        return await .catching { () async throws(ProviderFailure) in
            try await ask(query).map { "\($0.time.day) \($0.symbol) \($0.kind.rawValue) \($0.value)" }
        }
    }
}

@Suite("Splits and dividends, and closes that are corrected for them", .quick)
struct StockEventTests {
    private static let path = "/v8/finance/chart/X"

    private static func chart(meta: String = #""currency":"USD","symbol":"X""#, _ rest: String) -> Exchange {
        .get(path, answer: .json(#"{"chart":{"result":[{"meta":{\#(meta)}\#(rest)}],"error":null}}"#))
    }

    // MARK: - Events

    @Test("One request for the whole period, with a day before it; the events of other days are left out")
    func request() async throws {
        // 14:30 UTC of 31 January, 1 February (twice) and 9 February, in no order.
        let sent =
            #","timestamp":[1],"events":{"splits":{"1706797800":{"date":1706797800,"numerator":1,"denominator":10,"#
            + #""splitRatio":"1:10"}},"dividends":{"1707489000":{"amount":0.205,"date":1707489000},"#
            + #""1706711400":{"amount":9,"date":1706711400},"1706797800":{"amount":"1.50","date":1706797800}},"#
            + #""capitalGains":{"1706797800":{"amount":7,"date":1706797800}}}"#
        let exchange = Exchange.get(
            Self.path, query: "period1=1706659200&period2=1707523200&interval=1d&events=div,split",
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"X"}\#(sent)}],"error":null}}"#))
        #expect(
            try await events(of: "stock:x", from: "2024-02-01", to: "2024-02-09T23:59:59Z", exchange).get() == [
                "2024-02-01 X dividend 1.5", "2024-02-01 X split 0.1", "2024-02-09 X dividend 0.205",
            ])
    }

    @Test("The day is the exchange's own, and pence are hundredths, of a dividend only")
    func dayAndUnit() async throws {
        let sent =
            #","events":{"dividends":{"1":{"amount":12.5,"date":1706742000}},"#
            + #""splits":{"2":{"date":1706742000,"numerator":3,"denominator":2}}}"#
        let meta = #""currency":"GBp","symbol":"X","gmtoffset":39600"#
        #expect(
            try await events(of: "X", from: "2024-02-01", to: "2024-02-01", Self.chart(meta: meta, sent)).get() == [
                "2024-02-01 X dividend 0.125", "2024-02-01 X split 1.5",
            ])
    }

    @Test("Without events there are none; what makes no sense is an error, and an unknown stock is unknown")
    func oddAnswers() async throws {
        for rest in ["", #","events":null"#, #","events":{}"#, #","events":{"splits":null,"dividends":{}}"#] {
            #expect(try await Self.ask(rest).get() == [], "\(rest)")
        }
        for event in [
            #""dividends":{"1":{"date":1706797800}}"#, #""dividends":{"1":{"amount":1}}"#,
            #""dividends":{"1":{"amount":-1,"date":1706797800}}"#,
            #""splits":{"1":{"date":1706797800,"numerator":4}}"#,
            #""splits":{"1":{"date":1706797800,"numerator":4,"denominator":0}}"#,
        ] {
            #expect(try await Self.ask(#","events":{\#(event)}"#).failure?.isInvalidData == true, "\(event)")
        }
        let missing = Exchange.get(
            Self.path, answer: .json(#"{"chart":{"result":null,"error":{"code":"Not Found"}}}"#, status: 404))
        let result = try await events(of: "X", from: "2024-02-01", to: "2024-02-09", missing)
        #expect(result.failure?.reason == unknown("X"))
    }

    private static func ask(_ rest: String) async throws -> Result<[String], ProviderFailure> {
        try await events(of: "X", from: "2024-02-01", to: "2024-02-09", chart(rest))
    }

    @Test("Other providers have no splits and dividends, and refuse corrected closes without a request")
    func others() async throws {
        for provider in ["coinbase", "cnbc", "nasdaq", "stooq", "sample"] {
            let question = PastQuestion(
                provider: provider, symbol: "stock:X", from: "2024-02-01", to: "2024-02-09", isAdjusted: true)
            try await withLoopbackServer([]) { server in
                let failure = try await question.ask(server).failure
                #expect(failure?.reason == .notKept("splits and dividends"), "\(provider)")
            }
        }
        #expect(MarketProvider.all.filter(\.hasEvents).map(\.name) == ["yahoo"])
    }

    // MARK: - Corrected closes

    /// Four days from 1 February, in London.
    private static func days(_ adjusted: String, close: String = "100,102,null,110", meta: String = "") -> Exchange {
        let times = (0..<4).map { "\(1_706_774_400 + 86_400 * $0)" }.joined(separator: ",")
        return chart(
            meta: #""currency":"USD","symbol":"X","gmtoffset":0\#(meta)"#,
            #","timestamp":[\#(times)],"indicators":{"quote":[{"open":[90,102,null,110],"high":[101,103,null,110],"#
                + #""low":[90,99,null,109],"close":[\#(close)],"volume":[7,8,null,9]}]\#(adjusted)}"#)
    }

    private static func question(width: CandleWidth = .day) -> PastQuestion {
        PastQuestion(
            provider: "yahoo", symbol: "X", from: "2024-01-29", to: "2024-02-04", width: width, isAdjusted: true)
    }

    @Test("The close is that of the provider, the others have the same ratio, the volume is as it was sent")
    func adjusted() async throws {
        let exchange = Self.days(#","adjclose":[{"adjclose":[98.7,102,null,110]}]"#)
        #expect(
            try await Self.question().ask([exchange]).get().map(\.line) == [
                "2024-02-01T00:00:00Z X 88.83 99.687 88.83 98.7 7 USD",
                "2024-02-02T00:00:00Z X 102 103 99 102 8 USD", "2024-02-04T00:00:00Z X 110 110 109 110 9 USD",
            ])
    }

    @Test("Products are rounded to 8 decimals, and a price that is the close stays the close, with all its digits")
    func rounded() async throws {
        let exchange = Self.days(#","adjclose":[{"adjclose":[33.333333333333336,102,null,109.12345678901]}]"#)
        let lines = try await Self.question().ask([exchange]).get().map(\.line)
        #expect(lines.first == "2024-02-01T00:00:00Z X 30 33.66666667 30 33.333333333333336 7 USD")
        #expect(
            lines.last == "2024-02-04T00:00:00Z X 109.12345678901 109.12345678901 108.13142536 109.12345678901 9 USD")
    }

    @Test("Weeks are made of corrected days; hours are refused by the provider's answer, which has none")
    func widths() async throws {
        let adjusted = #","adjclose":[{"adjclose":[98.7,102,null,110]}]"#
        #expect(
            try await Self.question(width: .week).ask([Self.days(adjusted)]).get().map(\.line) == [
                "2024-01-29T00:00:00Z X 88.83 110 88.83 110 24 USD"
            ])
        let hours = try await Self.question(width: .hour).ask([Self.days("")])
        #expect(hours.failure?.isInvalidData == true)
    }

    @Test("A day without a corrected close is a gap, except the newest; no such column is an error")
    func gaps() async throws {
        let meta = #","regularMarketPrice":111,"regularMarketTime":1707048000"#
        let exchange = Self.days(
            #","adjclose":[{"adjclose":[98.7,null,null,null]}]"#, close: "100,102,null,null", meta: meta)
        #expect(
            try await Self.question().ask([exchange]).get().map(\.line) == [
                "2024-02-01T00:00:00Z X 88.83 99.687 88.83 98.7 7 USD",
                "2024-02-04T00:00:00Z X 110 111 109 111 9 USD",
            ])
        for odd in ["", #","adjclose":[{}]"#, #","adjclose":[{"adjclose":[1,2]}]"#] {
            #expect(try await Self.question().ask([Self.days(odd)]).failure?.isInvalidData == true, "\(odd)")
        }
    }
}

@Suite("Splits and dividends, recorded", .needsRecordings, .quick)
struct StockEventRecordingTests {
    @Test(
        "Yahoo's events and corrected closes, as recorded",
        arguments: [
            (
                "v8-chart-AAPL-2020-08-31-to-2020-11-07", "AAPL", ("2020-08-31", "2020-11-06T23:59:59Z"),
                ["2020-08-31 AAPL split 4", "2020-11-06 AAPL dividend 0.205"],
                "2020-08-31T00:00:00Z AAPL 124.4031006 127.73793655 122.86244279 125.82673645019531 225702700 USD"
            ),
            (
                "v8-chart-MSFT-dividends-2021", "MSFT", ("2021-02-01", "2022-01-30"),
                [
                    "2021-02-17 MSFT dividend 0.56", "2021-05-19 MSFT dividend 0.56", "2021-08-18 MSFT dividend 0.56",
                    "2021-11-17 MSFT dividend 0.62",
                ], "2021-02-01T00:00:00Z MSFT 226.75858234 233.93583251 224.22145912 231.1864776611328 33314200 USD"
            ),
            (
                "v8-chart-NVDA-split-2021", "NVDA", ("2021-02-01", "2022-01-30"), ["2021-07-20 NVDA split 4"],
                "2021-02-01T00:00:00Z NVDA 13.02020622 13.23715535 12.87008691 13.2034912109375 217204000 USD"
            ),
        ] as [(String, String, (String, String), [String], String)])
    func yahoo(file: String, symbol: String, period: (String, String), sent: [String], first: String) async throws {
        let exchange = Exchange.get(
            "/v8/finance/chart/\(symbol)", answer: try .recording("yahoo/\(file).json"))
        let found = try await events(
            of: symbol, from: period.0, to: period.1, now: "2025-02-22T12:00:00Z", exchange)
        #expect(try found.get() == sent)
        let question = PastQuestion(
            provider: "yahoo", symbol: symbol, from: period.0, to: period.1, now: "2025-02-22T12:00:00Z",
            isAdjusted: true)
        let candles = try await question.ask([exchange]).get()
        #expect(candles.first?.line == first)
        #expect(candles.allSatisfy { $0.isEnclosed })
    }
}
