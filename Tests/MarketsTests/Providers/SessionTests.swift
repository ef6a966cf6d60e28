import Markets
import Platform
import TestSupport
import Testing

/// The quote of a provider that is asked for the session of its exchange at a time.
private func quote(
    _ provider: String, _ symbol: String, at now: String = "2024-03-01T12:00:00Z",
    extras: QuoteExtras = .session, _ exchanges: Exchange...
) async throws -> Quote {
    try await withLoopbackServer(exchanges) { server in
        let provider = MarketProvider.listed(provider)
        let start = try #require(Timestamp(rfc3339: now))
        var settings = ProviderSettings(
            http: provider.testHTTP, base: server.url, time: TestClock(start: start).source)
        settings.extras = extras
        let choice = CurrencyChoice(.usd, allowsOtherCurrency: true)
        return try await provider.make(settings).quotes([try Symbol(symbol)], choice)[0].get()
    }
}

/// The session, the price, the change and the time, as text.
private func session(of quote: Quote) -> String {
    let facts = quote.facts
    return ["session", "extended_price", "extended_change_percent", "extended_time"].map { facts[$0] ?? "-" }
        .joined(separator: " ")
}

@Suite("The session of a stock's exchange, and trades outside of the regular hours", .quick)
struct SessionTests {
    // MARK: - Yahoo

    private static let path = "/v8/finance/chart/NVDA"

    /// The sessions of 2024-03-01 in New York: 09:00, 14:30, 21:00, 01:00 UTC.
    private static let sessions =
        #""currentTradingPeriod":{"pre":{"timezone":"EST","start":1709283600,"end":1709303400},"#
        + #""regular":{"start":1709303400,"end":1709326800},"post":{"start":1709326800,"end":1709341200}}"#

    private static func chart(
        _ more: String = "", currency: String = "USD", sessions: String = sessions, times: String = "",
        closes: String = ""
    ) -> Exchange {
        .get(
            path, query: "range=1d&interval=1m&includePrePost=true",
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"\#(currency)","symbol":"NVDA","regularMarketPrice":200,"#
                    + #""regularMarketTime":1709240400,"previousClose":190,\#(sessions)\#(more)},"#
                    + #""timestamp":[\#(times)],"indicators":{"quote":[{"close":[\#(closes)],"open":[]}]}}],"error":null}}"#
            ))
    }

    @Test(
        "Yahoo: the session is that of the clock, and the trade the last minute with one in it",
        arguments: [
            ("2024-03-01T12:00:00Z", "pre 202.5 1.25 2024-03-01T11:00:00Z"),
            ("2024-03-01T08:59:59Z", "closed - - -"), ("2024-03-01T14:29:59Z", "pre 202.5 1.25 2024-03-01T11:00:00Z"),
            ("2024-03-01T14:30:00Z", "regular - - -"), ("2024-03-01T21:00:00Z", "post 199 -0.5 2024-03-01T21:00:00Z"),
            ("2024-03-02T01:00:00Z", "closed - - -"), ("2024-03-02T12:00:00Z", "closed - - -"),
        ])
    func yahoo(now: String, expected: String) async throws {
        let times = "1709283600,1709290800,1709294340,1709303400,1709326800,1709330000"
        let chart = Self.chart(times: times, closes: "201,202.5,null,200,199,null")
        let quote = try await quote("yahoo", "NVDA", at: now, chart)
        #expect(session(of: quote) == expected)
        #expect(quote.price?.description == "200" && quote.change?.description == "10")
    }

    @Test(
        "Yahoo: the price that a page shows replaces that of the minute, unless it is the regular one; what is odd is unknown",
        arguments: [
            (chart(#","fulldayPrice":210"#, times: "1709290800", closes: "209.99"), "pre 210 5 2024-03-01T11:00:00Z"),
            (chart(#","fulldayPrice":200"#, times: "1709290800", closes: "204"), "pre 204 2 2024-03-01T11:00:00Z"),
            (chart(#","fulldayPrice":210"#), "pre - - -"), (chart(times: "1709290800", closes: ""), "pre - - -"),
            (chart(sessions: #""currentTradingPeriod":null"#, times: "1709290800", closes: "204"), "- - - -"),
            (chart(sessions: #""currentTradingPeriod":{"pre":[],"post":{"start":9,"end":1}}"#), "- - - -"),
            (chart(times: "1709290800,null", closes: "0,-1"), "pre - - -"),
        ])
    func yahooValues(chart: Exchange, expected: String) async throws {
        #expect(session(of: try await quote("yahoo", "NVDA", chart)) == expected)
    }

    @Test("Yahoo: pence are hundredths, here too; without the wish for it the request and the quote are the usual ones")
    func yahooOthers() async throws {
        let pence = Self.chart(currency: "GBp", times: "1709290800", closes: "204")
        let british = try await quote("yahoo", "NVDA", pence)
        #expect(session(of: british) == "pre 2.04 2 2024-03-01T11:00:00Z" && british.price?.description == "2")
        let usual = Exchange.get(
            Self.path, query: "range=1d&interval=1d",
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"NVDA","regularMarketPrice":200,\#(Self.sessions)}}]}}"#
            ))
        #expect(session(of: try await quote("yahoo", "NVDA", extras: [.changes, .trend], usual)) == "- - - -")
    }

    // MARK: - CNBC

    private static func cnbc(_ more: String, of symbol: String = "NVDA") -> Exchange {
        .get(
            "/quote-html-webservice/restQuote/symbolType/symbol",
            answer: .json(
                #"{"FormattedQuoteResult":{"FormattedQuote":[{"symbol":"\#(symbol)","code":0,"last":"200","change":"10","#
                    + #""currencyCode":"USD",\#(more)}]}}"#))
    }

    private static func extended(_ type: String, _ time: String, last: String = "1,210.00") -> String {
        #","ExtendedMktQuote":{"type":"\#(type)","last":"\#(last)","change":"-9","change_pct":"-9%","last_time":"\#(time)"}"#
    }

    @Test(
        "CNBC: the trade counts in its own session, where it is newer than the regular price",
        arguments: [
            (
                "2024-03-01T12:00", #""curmktstatus":"PRE_MKT","last_time":"2024-02-29""#,
                ("PRE_MKT", "2024-03-01T06:59:00.000-0500"), "pre 1210 505 2024-03-01T11:59:00.000Z"
            ),
            (
                "2024-02-29T23:10", #""curmktstatus":"POST_MKT","last_time":"2024-02-29T16:00:00.000-0500""#,
                ("POST_MKT", "2024-02-29T18:00:00-0500"), "post 1210 505 2024-02-29T23:00:00Z"
            ),
            // It stays in the answer when its session is over.
            (
                "2024-03-01T15:01", #""curmktstatus":"REG_MKT","last_time":"2024-03-01T10:00:00.000-0500""#,
                ("PRE_MKT", "2024-03-01T09:29:00.000-0500"), "regular - - -"
            ),
            (
                "2024-03-01T12:00", #""curmktstatus":"PRE_MKT","last_time":"2024-02-29""#,
                ("POST_MKT", "2024-02-29T19:59:00.000-0500"), "pre - - -"
            ),
            // Of the morning before that day's close.
            (
                "2024-03-01T12:00", #""curmktstatus":"PRE_MKT","last_time":"2024-02-29""#,
                ("PRE_MKT", "2024-02-29T09:29:00.000-0500"), "pre - - -"
            ),
            (
                "2024-03-01T12:00", #""curmktstatus":"POST_MKT","last_time":"2024-03-01""#, ("POST_MKT", "2024-03-01"),
                "closed - - -"
            ),
            (
                "2024-03-01T12:00", #""curmktstatus":"HALTED""#, ("PRE_MKT", "2024-03-01T06:59:00.000-0500"),
                "- - - -"
            ), ("2024-03-01T12:00", #""curmktstatus":"PRE_MKT""#, ("PRE_MKT", "soon"), "pre - - -"),
            ("2024-03-01T12:00", #""name":"x""#, nil, "- - - -"),
            ("2024-03-01T15:00", #""curmktstatus":"REG_MKT""#, nil, "regular - - -"),
        ] as [(String, String, (String, String)?, String)])
    func cnbc(minute: String, row: String, trade: (String, String)?, expected: String) async throws {
        let more = row + (trade.map { Self.extended($0.0, $0.1) } ?? "")
        let quote = try await quote("cnbc", "NVDA", at: minute + ":00Z", Self.cnbc(more))
        #expect(session(of: quote) == expected)
        #expect(quote.price?.description == "200" && quote.changePercent?.description == "5.26315789")
        #expect(session(of: try await Self.unasked(Self.cnbc(more))) == "- - - -")
    }

    @Test(
        "CNBC: the session follows the hours of the exchange and the last time, not the word alone",
        arguments: [
            // The hours of New York in winter and in summer, and a Saturday.
            ("NVDA", "2024-03-01T07:00", "REG_MKT", "2024-02-29", "closed"),
            ("NVDA", "2024-03-01T11:06", "REG_MKT", "2024-02-29", "pre"),
            ("^GSPC", "2024-03-01T11:06", "REG_MKT", "2024-02-29", "closed"),
            ("NVDA", "2024-03-01T14:29", "REG_MKT", "2024-02-29", "pre"),
            ("NVDA", "2024-03-01T14:31", "REG_MKT", "2024-03-01T09:30:30-0500", "regular"),
            ("NVDA", "2024-06-03T13:31", "REG_MKT", "2024-06-03T09:30:30.000-0400", "regular"),
            ("NVDA", "2024-06-03T13:29", "REG_MKT", "2024-05-31", "pre"),
            ("NVDA", "2024-06-04T00:01", "REG_MKT", "2024-06-03T16:00:00-0400", "closed"),
            ("NVDA", "2024-03-02T15:00", "REG_MKT", "2024-03-01T16:00:00-0500", "closed"),
            ("NVDA", "2024-03-01T14:31", "PRE_MKT", "2024-02-29", "regular"),
            // Holidays, and a day on which the market closed at 13:00.
            ("NVDA", "2024-07-04T15:00", "REG_MKT", "2024-07-03", "closed"),
            ("NVDA", "2024-07-04T15:00", "REG_MKT", "2024-07-03T13:00:00-0400", "closed"),
            ("NVDA", "2024-07-03T18:00", "POST_MKT", "2024-07-03T13:00:00-0400", "post"),
            // An exchange whose hours are not known.
            ("VOD-GB", "2024-03-01T10:00", "REG_MKT", "2024-03-01T10:00:00.000+0000", "regular"),
            ("VOD-GB", "2024-03-01T02:00", "REG_MKT", "2024-02-29", "closed"),
            ("VOD-GB", "2024-03-01T02:00", "REG_MKT", "2024-02-29T16:35:00.000+0000", "closed"),
        ])
    func cnbcHours(
        symbol: String, minute: String, status: String, last: String, expected: String
    ) async throws {
        let sent = symbol == "^GSPC" ? ".SPX" : symbol
        let quote = try await quote(
            "cnbc", "stock:" + symbol, at: minute + ":00Z",
            Self.cnbc(#""curmktstatus":"\#(status)","last_time":"\#(last)""#, of: sent))
        #expect(quote.session?.rawValue == expected)
    }

    private static func unasked(_ exchange: Exchange) async throws -> Quote {
        try await quote("cnbc", "NVDA", extras: [], exchange)
    }

    // MARK: - Nasdaq

    private static func nasdaq(_ status: String, trade: String, close: String) -> Exchange {
        .get(
            "/api/quote/NVDA/info",
            answer: .json(
                #"{"data":{"symbol":"NVDA","marketStatus":"\#(status)","primaryData":{\#(trade)},"secondaryData":\#(close)},"#
                    + #""status":{"rCode":200}}"#))
    }

    @Test(
        "Nasdaq: letters of the status count alone, and the change is counted from the two prices",
        arguments: [
            ("Pre-Market", "pre"), ("PRE MARKET", "pre"), ("After Hours", "post"), ("After-Hours", "post"),
            ("Closed", "closed"), ("Market Closed", "closed"), ("Open", "regular"), ("Market Open", "regular"),
            ("Opening Auction", nil),
        ] as [(String, String?)])
    func nasdaq(status: String, name: String?) async throws {
        let trade =
            #""lastSalePrice":"$1,210.00","netChange":"0.81","deltaIndicator":"up","lastTradeTimestamp":"Mar 1, 2024 6:59 AM ET""#
        let close =
            #"{"lastSalePrice":"$1,000.00","netChange":"-9.00","lastTradeTimestamp":"Closed at Feb 29, 2024 4:00 PM ET"}"#
        let isExtended = ["pre", "post"].contains(name)
        let quote = try await quote("nasdaq", "NVDA", Self.nasdaq(status, trade: trade, close: close))
        let more = isExtended ? "1210 21 2024-03-01T11:59:00Z" : "- - -"
        #expect(session(of: quote) == "\(name ?? "-") \(more)" && quote.price?.description == "1000")
        let alone = try await Self.regular(status, trade)
        #expect(session(of: alone) == "\(name ?? "-") - - -" && alone.price?.description == "1210")
        let old = trade.replacing("Mar 1", with: "Feb 29")
        #expect(
            session(of: try await Self.early(Self.nasdaq(status, trade: old, close: close))) == "\(name ?? "-") - - -")
    }

    /// In session there is one price.
    private static func regular(_ status: String, _ trade: String) async throws -> Quote {
        try await quote("nasdaq", "NVDA", nasdaq(status, trade: trade, close: "null"))
    }

    private static func early(_ exchange: Exchange) async throws -> Quote {
        try await quote("nasdaq", "NVDA", exchange)
    }

    // MARK: - Sample and currencies

    @Test(
        "The sample's stocks are traded before the opening, its coins have no session; other currencies keep the change"
    )
    func sample() async throws {
        var settings = ProviderSettings(http: MarketProvider.sample.testHTTP, time: TestClock().source)
        settings.extras = .session
        let client = MarketProvider.sample.make(settings)
        let symbols = try ["stock:NVDA", "stock:AAPL", "BTC"].map { try Symbol($0) }
        let dollars = try await client.quotes(symbols, CurrencyChoice(.usd)).map { session(of: try $0.get()) }
        #expect(
            dollars == [
                "pre 795.64 -3.29974842 2024-03-01T11:59:00Z", "pre 180.41 0.41745519 2024-03-01T11:59:00Z", "- - - -",
            ])
        let kronor = try await client.quotes(symbols, CurrencyChoice(.sek))[0].get()
        #expect(kronor.facts["extended_change_percent"] == "-3.29974842" && kronor.currency == .sek)
        #expect(kronor.extended?.price.description == "8233.28831222")
    }
}

@Suite("The session of a stock's exchange, recorded", .needsRecordings, .quick)
struct SessionRecordingTests {
    @Test(
        "CNBC and Nasdaq, as recorded",
        arguments: [
            ("nasdaq/info-aapl-pre-hours-20191119.json", "AAPL", "pre 267.85 0.28079371 2019-11-19T14:27:00Z"),
            ("nasdaq/info-aapl-hours-20191119.json", "AAPL", "regular - - -"),
            ("nasdaq/info-aapl-after-hours-20191119.json", "AAPL", "post 267.1 0.30417965 2019-11-19T21:31:00Z"),
            ("nasdaq/info-aapl-off-hours-20191119.json", "AAPL", "closed - - -"),
            ("nasdaq/info-aapl-premarket-20260930.json", "AAPL", "pre 329.51 0.03339405 2026-09-30T10:44:00Z"),
            ("cnbc/restquote-soxl-premarket-20260818.json", "SOXL", "pre 137.27 -9.41067775 2026-08-18T11:20:13.618Z"),
            ("cnbc/restquote-btc-etf-closed-20261005.json", "BTC", "closed - - -"),
            ("cnbc/restquote-ko-20260831.json", "KO", "- - - -"),
        ])
    func pages(file: String, symbol: String, expected: String) async throws {
        let provider = String(file.prefix { $0 != "/" })
        let path =
            provider == "cnbc" ? "/quote-html-webservice/restQuote/symbolType/symbol" : "/api/quote/\(symbol)/info"
        let text = try String(decoding: Recordings.bytes(file), as: UTF8.self)
        let body =
            text.hasPrefix(#"{"symbol""#) ? #"{"FormattedQuoteResult":{"FormattedQuote":[\#(text)]}}"# : text
        #expect(session(of: try await quote(provider, symbol, .get(path, answer: .json(body)))) == expected)
    }

    @Test("CNBC's older envelope, as recorded: a stock that is not traded before the opening is in the same session")
    func severalRows() async throws {
        let path = "/quote-html-webservice/restQuote/symbolType/symbol"
        let exchange = Exchange.get(path, answer: try .recording("cnbc/itvquote-premarket-20260617.json"))
        let sent = try await withLoopbackServer([exchange]) { server in
            var settings = ProviderSettings(
                http: MarketProvider.cnbc.testHTTP, base: server.url,
                time: TestClock(start: try #require(Timestamp(rfc3339: "2026-06-17T13:18:30Z"))).source)
            settings.extras = .session
            let symbols = try ["NVDA", "GOOGL", "AVGO", "GOOG"].map { try Symbol($0) }
            return try await MarketProvider.cnbc.make(settings).quotes(symbols, CurrencyChoice(.usd)).map {
                session(of: try $0.get())
            }
        }
        #expect(
            sent == [
                "pre 208.47 0.51106504 2026-06-17T13:18:00Z", "pre 371.34 -0.51172137 2026-06-17T13:18:00Z",
                "pre - - -", "pre 370 -0.53763441 2026-06-17T13:18:00Z",
            ])
    }

    @Test(
        "Yahoo's sessions, as recorded, at times of that day and of the weekend after it",
        arguments: [
            ("v8-chart-AAPL", "2025-03-24T13:51:34Z", "regular - - -"),
            ("v8-chart-AAPL", "2025-03-24T08:00:00Z", "pre - - -"),
            ("v8-chart-AAPL", "2025-03-24T23:59:59Z", "post - - -"),
            ("v8-chart-MSFT-dividends-2021", "2025-02-22T12:00:00Z", "closed - - -"),
        ])
    func yahoo(file: String, now: String, expected: String) async throws {
        let symbol = file.contains("MSFT") ? "MSFT" : "AAPL"
        let chart = Exchange.get("/v8/finance/chart/\(symbol)", answer: try .recording("yahoo/\(file).json"))
        #expect(session(of: try await quote("yahoo", symbol, at: now, chart)) == expected)
    }
}
