import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// Yahoo's, Stooq's and IEX's shapes, as documented and observed.
@Suite("Stocks", .quick)
struct StockTests {
    private static func withClient(
        _ provider: String, key: String? = nil, _ exchanges: [Exchange],
        _ body: (MarketClient) async throws -> Void
    ) async throws {
        try await withLoopbackServer(exchanges) {
            try await body(MarketProvider.listed(provider).client($0, key: key))
        }
    }

    private static func chart(_ meta: String) -> Answer {
        .json(#"{"chart":{"result":[{"meta":{\#(meta)}}],"error":null}}"#)
    }

    private static func apple(_ currency: String = "USD", _ more: String = #""regularMarketPrice":220.5"#) -> Answer {
        chart(#""currency":"\#(currency)","symbol":"AAPL",\#(more)"#)
    }

    private static let applePath = "/v8/finance/chart/AAPL"
}

// MARK: - Yahoo

extension StockTests {
    @Test("Yahoo: one request a stock, a bare ticker and an id are stocks too; names stand in the path as they are")
    func yahooRequests() async throws {
        let query: RequestMatcher.Query = "range=1d&interval=1d"
        let names = ["AAPL", "HSBA.L", "%5EGSPC", "EURUSD=X", "BRK-B"]
        let exchanges = names.map { name in
            Exchange.get(
                "/v8/finance/chart/\(name)", query: query,
                answer: Self.chart(
                    #""currency":"USD","symbol":"\#(name.replacing("%5E", with: "^"))","regularMarketPrice":1"#))
        }
        try await Self.withClient("yahoo", exchanges) { client in
            let asked = [
                "stock:aapl", "AAPL", "id:AAPL", "hsba.l", "^GSPC", "EURUSD=X", "stock:brk-b", "id:../x", "stock:BRK.B",
                "brk.b",
            ]
            let results = try await client.quotes(asked)
            #expect(
                results.map { $0.success?.symbol } == [
                    "AAPL", "AAPL", "AAPL", "HSBA.L", "^GSPC", "EURUSD=X", "BRK-B", nil, "BRK-B", "BRK-B",
                ])
            #expect(results.prefix(7).allSatisfy { $0.success?.kind == .stock })
            #expect(results[7].failure?.reason == unknown("id:../x"))
        }
    }

    @Test(
        "The change is counted from the close of the day before; bars with gaps do not matter; what is unknown is nil")
    func yahooChange() async throws {
        let answer = Answer.json(
            #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL","exchangeName":"NMS","shortName":"Apple","#
                + #""regularMarketPrice":220.5,"regularMarketTime":1709294370,"previousClose":200,"#
                + #""chartPreviousClose":100,"regularMarketDayHigh":null,"regularMarketVolume":5},"timestamp":[1,2],"#
                + #""indicators":{"quote":[{"open":[null,1],"close":[]},{}]}}],"error":null}}"#)
        try await Self.withClient("yahoo", [.get(Self.applePath, answer: answer)]) { client in
            let results = try await client.quotes(["AAPL"])
            #expect(
                results[0].success?.facts == [
                    "time": "2024-03-01T11:59:30Z", "symbol": "AAPL", "id": "AAPL", "name": "Apple", "kind": "stock",
                    "market": "NMS", "price": "220.5", "currency": "USD", "open": "200", "change": "20.5",
                    "change_percent": "10.25", "provider": "yahoo",
                ])
        }
    }

    @Test(
        "Prices in minor units are divided by those of one currency, exactly",
        arguments: [
            ("GBp", "GBP", "3.053"), ("GBX", "GBP", "3.053"), ("ILA", "ILS", "3.053"), ("ZAc", "ZAR", "3.053"),
            ("ZAC", "ZAR", "3.053"), ("ILa", "ILS", "3.053"), ("USX", "USD", "3.053"),
            ("GBP", "GBP", "305.3"), ("ZAR", "ZAR", "305.3"), ("JPY", "JPY", "305.3"),
        ])
    func hundredths(sent: String, currency: String, price: String) async throws {
        let more = #""regularMarketPrice":305.3,"regularMarketDayHigh":306.507,"chartPreviousClose":299"#
        try await Self.withClient("yahoo", [.get(Self.applePath, answer: Self.apple(sent, more))]) { client in
            let quote = try await client.quotes(["AAPL"], allowsOtherCurrency: true)[0].get()
            #expect(quote.currency.code == currency && quote.price?.description == price)
            #expect(quote.high?.description == (price == "305.3" ? "306.507" : "3.06507"))
            #expect(quote.change?.description == (price == "305.3" ? "6.3" : "0.063"))
        }
    }

    @Test(
        "A price below 0 is real of futures and indices only, and 0 is no price",
        arguments: [
            ("CL=F", "FUTURE", true), ("^TNX", "INDEX", true), ("CL=F", nil, true), ("AAPL", "EQUITY", false),
            ("AAPL", nil, false),
        ])
    func yahooSigns(symbol: String, type: String?, isReal: Bool) async throws {
        let kind = type.map { #""instrumentType":"\#($0)","# } ?? ""
        func answer(_ price: String) -> Exchange {
            let meta = #""currency":"USX","symbol":"\#(symbol)","previousClose":1827,"regularMarketDayLow":-4032,"#
            return .get(
                "/v8/finance/chart/\(symbol.replacing("^", with: "%5E"))",
                answer: Self.chart(#"\#(meta)\#(kind)"regularMarketPrice":\#(price)"#))
        }
        try await Self.withClient("yahoo", [answer("-3763"), answer("0")]) { client in
            let below = try await client.quotes(["stock:\(symbol)"])[0]
            if isReal {
                #expect(try below.get().price?.description == "-37.63" && below.get().low?.description == "-40.32")
                #expect(try below.get().change?.description == "-55.9")
                #expect(try below.get().changePercent?.description == "-305.96606459")
            } else {
                #expect(below.failure?.reason == .invalidData("the price is below 0"))
            }
            let zero = try await client.quotes(["stock:\(symbol)"])[0]
            #expect(try zero.failure?.reason == .noPrice(Symbol("stock:\(symbol)")))
        }
    }

    @Test("A stock in another currency is cannotQuote, of a pair too; where its own is fine it is answered in that")
    func stockCurrency() async throws {
        let exchange = Exchange.get(Self.applePath, times: 2, answer: Self.apple("GBP"))
        try await Self.withClient("yahoo", [exchange]) { client in
            let firm = try await client.quotes(["AAPL", "stock:AAPL/SEK", "AAPL/GBP"])
            #expect(firm[0].failure?.reason == .cannotQuote(.usd))
            #expect(firm[1].failure?.reason == .cannotQuote(.sek))
            #expect(firm[2].success?.price?.description == "220.5")
            let own = try await client.quotes(["AAPL", "AAPL/SEK"], allowsOtherCurrency: true)
            #expect(own.map { $0.success?.currency.code } == ["GBP", "GBP"])
        }
    }

    private static let notFound = #""error":{"code":"Not Found","description":"No data found"}"#

    @Test(
        "Yahoo's refusals are distinguished",
        arguments: [
            (404, #"{"chart":{"result":null,\#(notFound)}}"#, unknown("AAPL")),
            (200, #"{"chart":{"result":null,\#(notFound)}}"#, unknown("AAPL")),
            (404, #"{"chart":{"result":null,"error":null}}"#, .status(404, words: nil)),
            (404, "gone", .status(404, words: nil)),
            (
                401, #"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#,
                .unauthorized(words: "Invalid Crumb")
            ),
            (
                422, #"{"chart":{"result":null,"error":{"code":"Unprocessable Entity","description":"bad range"}}}"#,
                .status(422, words: "bad range")
            ),
            (200, #"{"chart":{"result":null,"error":{"code":"Internal"}}}"#, .status(200, words: "Internal")),
            (429, "Too Many Requests\r\n", .rateLimited(words: "Too Many Requests")),
            (429, "Edge: Too Many Requests", .blocked(words: "Edge: Too Many Requests")),
            (500, "<html>", .status(500, words: nil)),
        ] as [(Int, String, ProviderFailure.Reason)])
    func yahooErrors(status: Int, body: String, reason: ProviderFailure.Reason) async throws {
        try await Self.withClient("yahoo", [.get(Self.applePath, answer: .status(status, body: body))]) { client in
            let results = try await client.quotes(["AAPL"])
            #expect(results[0].failure?.reason == reason)
        }
    }
}

// MARK: - Yahoo's search

extension StockTests {
    private static let searchPath = "/v1/finance/search"

    @Test(
        "A search is one request; symbols that begin with the text first, then names, then other hits; no prices; no page is a row"
    )
    func search() async throws {
        let answer = Answer.json(
            #"{"count":4,"quotes":[{"symbol":"0R2V.L","longname":"Apple Inc.","exchDisp":"London","quoteType":"EQUITY"},"#
                + #"{"index":"x","name":"Appleby","permalink":"appleby","isYahooFinance":false},"#
                + #"{"symbol":"APPL","shortname":"Appl Corp","exchange":"NYQ"},{"symbol":"ZZZ","longname":"Other"},"#
                + #"{"symbol":5}],"news":[{"title":"x"}]}"#)
        let exchange = Exchange.get(
            Self.searchPath, query: "q=appl&quotesCount=50&newsCount=0", answer: answer)
        try await Self.withClient("yahoo", [exchange]) { client in
            let list = try await client.top(limit: 9, in: .sek, search: "appl")
            #expect(list.quotes.map(\.symbol) == ["APPL", "0R2V.L", "ZZZ"] && list.dropped.map(\.place) == [5])
            #expect(
                list.quotes[1].facts == [
                    "time": "2024-03-01T12:00:00Z", "symbol": "0R2V.L", "id": "0R2V.L", "name": "Apple Inc.",
                    "kind": "stock", "market": "London", "currency": "SEK", "provider": "yahoo",
                ])
        }
    }

    @Test(
        "A search among the first of those found asks for so many; without a search there is no list, and no request is sent"
    )
    func searchLimits() async throws {
        let exchange = Exchange.get(
            Self.searchPath, query: ["quotesCount": "2"],
            answer: .json(#"{"quotes":[{"symbol":"AB"},{"symbol":"ABC"},{"symbol":"ABD"}]}"#))
        try await Self.withClient("yahoo", [exchange]) { client in
            let list = try await client.top(.first(2), search: "ab")
            #expect(list.quotes.map(\.symbol) == ["AB", "ABC"])
            await #expect(throws: ProviderFailure("yahoo", .cannot(.list))) { try await client.top(limit: 1) }
        }
    }

    @Test("Nothing found is an answer; one without its list, or with no sound row, is none")
    func emptySearch() async throws {
        for (body, isSound) in [
            (#"{"quotes":[]}"#, true), (#"{"count":0}"#, false), (#"{"quotes":null}"#, false), ("[]", false),
            (#"{"quotes":[5]}"#, false),
        ] {
            try await Self.withClient("yahoo", [.get(Self.searchPath, answer: .json(body))]) { client in
                do {
                    let list = try await client.top(limit: 1, search: "ab")
                    #expect(isSound && list.quotes.isEmpty, "\(body)")
                } catch let failure as ProviderFailure {
                    #expect(!isSound && failure.isInvalidData, "\(body)")
                }
            }
        }
    }
}

// MARK: - Stooq

extension StockTests {
    private static func stooq(_ body: String, headers: [(String, String)] = []) -> Exchange {
        .get(
            "/q/l/", query: "s=aapl.us&f=sd2t2ohlcvn&h=&e=csv", headers: ["Accept-Encoding": .absent],
            answer: .status(200, headers: headers, body: body))
    }

    @Test("Stooq: uncompressed CSV of one line, its clock in Warsaw, by the header's columns or those asked for")
    func stooqLine() async throws {
        let line = "AAPL.US,2024-07-01,22:00:16,200,210.5,N/D,220.0,5,\"APPLE, INC\"\r\n"
        for body in [line, "Symbol,Date,Time,Open,High,Low,Close,Volume,Name\r\n" + line] {
            try await Self.withClient("stooq", [Self.stooq(body)]) { client in
                let results = try await client.quotes(["stock:AAPL"])
                #expect(
                    results[0].success?.facts == [
                        "time": "2024-07-01T20:00:16Z", "symbol": "AAPL", "id": "AAPL.US", "name": "APPLE, INC",
                        "kind": "stock", "price": "220", "currency": "USD", "open": "200", "high": "210.5",
                        "change": "20", "change_percent": "10", "provider": "stooq",
                    ])
            }
        }
        let other = "Symbol,Close,Time,Date,Open,High,Low\nAAPL.US,1,22:00:16,2024-01-02,N/D,N/D,N/D"
        try await Self.withClient("stooq", [Self.stooq(other)]) { client in
            let results = try await client.quotes(["aapl.us"])
            #expect(results[0].success?.price?.description == "1")
            #expect(results[0].success?.facts["time"] == "2024-01-02T21:00:16Z")
        }
    }

    @Test(
        "The hour changes in Warsaw",
        arguments: [
            ("2024-03-31,01:59:59", "2024-03-31T00:59:59Z"), ("2024-03-31,03:00:00", "2024-03-31T01:00:00Z"),
            ("2024-10-27,01:59:59", "2024-10-26T23:59:59Z"), ("2024-10-27,03:00:00", "2024-10-27T02:00:00Z"),
            ("2026-03-29,03:00:00", "2026-03-29T01:00:00Z"), ("2023-01-01,00:30:00", "2022-12-31T23:30:00Z"),
            ("N/D,N/D", "2024-03-01T12:00:00Z"),
        ])
    func warsaw(sent: String, time: String) async throws {
        try await Self.withClient("stooq", [Self.stooq("AAPL.US,\(sent),1,1,1,1,1,X\r\n")]) { client in
            let results = try await client.quotes(["AAPL"])
            #expect(results[0].success?.facts["time"] == time)
        }
    }

    @Test(
        "What stooq sends with 200 and is no quote",
        arguments: [
            ("AAPL.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D\r\n", unknown("AAPL")),
            (
                "Symbol,Date,Time,Open,High,Low,Close,Volume\r\nAAPL.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D\r\n",
                unknown("AAPL")
            ),
            ("Exceeded the daily hits limit", .rateLimited(words: "Exceeded the daily hits limit")),
            ("<!DOCTYPE html><html><script>proof()</script></html>", .invalidData("HTML instead of CSV")),
            ("<html>\n<body>a,b</body>", .invalidData("HTML instead of CSV")),
            ("Write to www@stooq.com", .invalidData("Symbol is Write to www@stooq.com, not AAPL.US")),
            ("MSFT.US,2024-07-01,22:00:16,1,1,1,1,1\r\n", .invalidData("Symbol is MSFT.US, not AAPL.US")),
            ("AAPL.US,2024-07-01,22:00:16,1,1,1,-1,1\r\n", .invalidData("Close is not a price")),
            ("AAPL.US,2024-07-32,22:00:16,1,1,1,1,1\r\n", .invalidData("Date is not a time")),
            ("AAPL.US,2024-07-01,22:00:16,1,1\r\n", .invalidData("Close is missing")),
        ] as [(String, ProviderFailure.Reason)])
    func stooqErrors(body: String, reason: ProviderFailure.Reason) async throws {
        try await Self.withClient("stooq", [Self.stooq(body)]) { client in
            let results = try await client.quotes(["AAPL"])
            #expect(results[0].failure?.reason == reason)
        }
    }

    @Test("A compressed answer to a plain request is refused, and stocks of other countries send no request")
    func stooqRefused() async throws {
        let squeezed = Self.stooq("x", headers: [("Content-Encoding", "gzip")])
        try await Self.withClient("stooq", [squeezed]) { client in
            let results = try await client.quotes(["AAPL", "HSBA.UK", "AAPL.US.US"])
            #expect(results[0].failure?.isInvalidData == true)
            #expect(results[1].failure?.reason == unknown("HSBA.UK"))
            #expect(results[2].failure?.reason == unknown("AAPL.US.US"))
        }
    }
}

// MARK: - IEX

extension StockTests {
    @Test("Iex sends the change as a fraction: -0.0136 is -1.36 %; open is what the change is counted from")
    func iexQuote() async throws {
        let body =
            #"{"symbol":"AAPL","companyName":"Apple Inc.","primaryExchange":"NASDAQ","open":210,"high":null,"#
            + #""latestPrice":197.28,"latestUpdate":1709294370123,"latestVolume":5,"change":-2.72,"#
            + #""changePercent":-0.0136,"iexBidPrice":0,"iexAskPrice":198,"marketCap":7,"previousClose":200}"#
        try await Self.withClient("iex", [.get("/1.0/stock/AAPL/quote", query: .none, answer: .json(body))]) {
            client in
            let results = try await client.quotes(["stock:AAPL"])
            #expect(
                results[0].success?.facts == [
                    "time": "2024-03-01T11:59:30.123Z", "symbol": "AAPL", "id": "AAPL", "name": "Apple Inc.",
                    "kind": "stock", "market": "NASDAQ", "price": "197.28", "currency": "USD", "open": "200",
                    "change": "-2.72", "change_percent": "-1.36", "ask": "198", "market_cap": "7", "provider": "iex",
                ])
        }
    }

    @Test("With a key iex is the later service, and the key goes into the query")
    func iexKey() async throws {
        let answer = Answer.json(#"{"symbol":"AAPL","currency":"CAD","latestPrice":1}"#)
        let exchange = Exchange.get("/stable/stock/AAPL/quote", query: "token=a-test-key", answer: answer)
        try await Self.withClient("iex", key: "a-test-key", [exchange]) { client in
            let results = try await client.quotes(["AAPL"], allowsOtherCurrency: true)
            #expect(results[0].success?.currency.code == "CAD")
        }
    }

    @Test(
        "Iex refuses in plain text",
        arguments: [
            (404, "Unknown symbol", unknown("AAPL")), (404, "Unknown symbol\r\n", unknown("AAPL")),
            (404, "Not Found", .status(404, words: nil)), (404, "<html>", .status(404, words: nil)),
            (
                403, "The API key provided is not valid.",
                .unauthorized(words: "The API key provided is not valid.")
            ),
            (403, "no", .status(403, words: nil)), (429, "Too many requests", .rateLimited(words: "Too many requests")),
        ] as [(Int, String, ProviderFailure.Reason)])
    func iexErrors(status: Int, body: String, reason: ProviderFailure.Reason) async throws {
        let exchange = Exchange.get("/1.0/stock/AAPL/quote", answer: .status(status, body: body))
        try await Self.withClient("iex", [exchange]) { client in
            let results = try await client.quotes(["AAPL"])
            #expect(results[0].failure?.reason == reason)
        }
    }

    @Test("Iex's list is its symbols with their names, without prices, and a search finds in both")
    func iexSymbols() async throws {
        let rows = [("A", "Agilent"), ("AAPL", "Apple"), ("PINE", "Alpine"), ("APLE", "Apple Hospitality")].map {
            #"{"symbol":"\#($0)","name":"\#($1)","date":"2019-01-02","isEnabled":true,"type":"cs","iexId":"2"}"#
        }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await Self.withClient("iex", [.get("/1.0/ref-data/symbols", times: 2, answer: answer)]) { client in
            let all = try await client.top(limit: 2)
            #expect(all.quotes.map(\.symbol) == ["A", "AAPL"])
            #expect(all.quotes.allSatisfy { $0.kind == .stock && $0.price == nil })
            let found = try await client.top(limit: 9, search: "ap")
            #expect(found.quotes.map(\.symbol) == ["APLE", "AAPL"])
        }
    }
}
