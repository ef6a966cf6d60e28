import Markets
import TestSupport
import Testing

@Suite("Nasdaq", .quick)
struct NasdaqTests {
    private static let unknownSymbol = Answer.json(
        #"{"data":null,"message":null,"status":{"rCode":400,"bCodeMessage":[{"code":1001,"errorMessage":"Symbol not exists."}],"#
            + #""developerMessage":null}}"#)

    private static func data(_ json: String) -> Answer {
        .json(#"{"data":\#(json),"message":null,"status":{"rCode":200,"bCodeMessage":null,"developerMessage":null}}"#)
    }

    private static func apple(_ trade: String, second: String = "null") -> Answer {
        data(#"{"symbol":"AAPL","companyName":"Apple Inc.","primaryData":{\#(trade)},"secondaryData":\#(second)}"#)
    }

    private static func quote(_ symbol: String, _ exchanges: [Exchange]) async throws -> Result<Quote, ProviderFailure>
    {
        try await withLoopbackServer(exchanges) { server in
            try await MarketProvider.listed("nasdaq").client(server).quotes([symbol], allowsOtherCurrency: true)[0]
        }
    }

    private static func apple(_ answer: Answer) -> Exchange {
        .get(
            "/api/quote/AAPL/info", query: "assetclass=stocks", headers: ["Accept": "application/json"], answer: answer)
    }

    // MARK: - United States

    @Test("A stock is asked for as one, and as a fund if it is not known; in neither class it is unknown")
    func classes() async throws {
        let fund = Exchange.get(
            "/api/quote/BRK.B/info", query: "assetclass=etf",
            answer: Self.data(#"{"symbol":"BRK.B","primaryData":{"lastSalePrice":"37.25"}}"#))
        let stock = Exchange.get("/api/quote/BRK.B/info", query: "assetclass=stocks", answer: Self.unknownSymbol)
        let quote = try await Self.quote("BRK-B", [stock, fund]).get()
        #expect(quote.symbol == "BRK-B" && quote.price?.description == "37.25" && quote.currency == .usd)
        let nothing = Exchange.get("/api/quote/NOPE/info", times: 2, answer: Self.unknownSymbol)
        #expect(try await Self.quote("NOPE", [nothing]).failure?.reason == unknown("NOPE"))
    }

    @Test("What it cannot have is unknown without a request")
    func unasked() async throws {
        for symbol in ["SAP.DE", "HSBA.L", "^GSPC", "EURUSD=X", "id:../x", "005930.KS"] {
            #expect(try await Self.quote(symbol, []).failure?.reason == unknown(symbol))
        }
    }

    @Test(
        "Outside of the market's hours the price is the close in secondaryData; a change without a sign may be a fall")
    func close() async throws {
        let early = #""lastSalePrice":"$267.85","netChange":"0.75","deltaIndicator":"up","bidPrice":"$267""#
        let closed =
            #"{"lastSalePrice":"$1,267.10","netChange":"0.10","percentageChange":"9%","deltaIndicator":"down","#
            + #""lastTradeTimestamp":"Closed at Oct 6, 2026 4:00 PM ET"}"#
        let quote = try await Self.quote("AAPL", [Self.apple(Self.apple(early, second: closed))]).get()
        #expect(
            quote.facts == [
                "time": "2026-10-06T20:00:00Z", "symbol": "AAPL", "id": "AAPL", "name": "Apple Inc.", "kind": "stock",
                "price": "1267.1", "currency": "USD", "open": "1267.2", "change": "-0.1",
                "change_percent": "-0.00789141", "provider": "nasdaq",
            ])
        let open = try await Self.quote("AAPL", [Self.apple(Self.apple(early, second: #"{"lastSalePrice":"N/A"}"#))])
            .get()
        #expect(open.price?.description == "267.85" && open.change?.description == "0.75")
        #expect(open.bid?.description == "267")
    }

    @Test(
        "The time in an English sentence is New York's, in summer and in winter; a day alone is that day",
        arguments: [
            ("Oct 7, 2026 12:52 PM ET", "2026-10-07T16:52:00Z"), ("Oct 7, 2026 12:52 AM ET", "2026-10-07T04:52:00Z"),
            ("DATA AS OF Nov 19, 2019 9:27 AM ET - PRE-MARKET", "2019-11-19T14:27:00Z"),
            ("CLOSED AT 4:00 PM ET ON Nov 18, 2019", "2019-11-18T21:00:00Z"),
            ("DATA AS OF Nov 19, 2019", "2019-11-19T00:00:00Z"), ("Mar 8, 2026 1:59 AM ET", "2026-03-08T06:59:00Z"),
            ("Mar 8, 2026 3:00 AM ET", "2026-03-08T07:00:00Z"), ("Nov 1, 2026 12:59 AM ET", "2026-11-01T04:59:00Z"),
            ("Nov 1, 2026 2:00 AM ET", "2026-11-01T07:00:00Z"), ("", "2024-03-01T12:00:00Z"), ("soon", nil),
            ("Oct 7, 2026 12:52 PM", nil), ("Oct 7, 2026 13:52 PM ET", nil), ("Oct 7, 2026 2:60 PM ET", nil),
            ("Oct 32, 2026", nil), ("Oct 2026", nil), ("Oct 7, 2026 12:52 PM PT", nil),
        ] as [(String, String?)])
    func newYork(text: String, time: String?) async throws {
        let answer = Self.apple(#""lastSalePrice":"$1","lastTradeTimestamp":"\#(text)""#)
        let result = try await Self.quote("AAPL", [Self.apple(answer)])
        #expect(result.success?.time.description == time)
        #expect(result.failure?.isInvalidData == (time == nil ? true : nil))
    }

    // MARK: - Nordic exchanges

    private static let search = Exchange.get(
        "/api/nordic/search", query: "searchText=VOLV%20B", times: .any,
        answer: data(
            #"[{"group":"Shares","instruments":[{"orderbookId":"TX1","symbol":"VOLV A","assetClass":"SHARES","currency":"SEK"},"#
                + #"{"orderbookId":"TX2","symbol":"VOLV B","assetClass":"WARRANTS","currency":"SEK"},"#
                + #"{"orderbookId":"TX3","symbol":"VOLV B","assetClass":"SHARES","currency":"EUR"}]},"#
                + #"{"group":"More","instruments":[{"orderbookId":"TX4","symbol":"VOLV B","assetClass":"SHARES","currency":"SEK"}]},"#
                + #"{"group":"None","instruments":null}]"#))

    private static func header(_ more: String = "") -> Exchange {
        .get(
            "/api/nordic/instruments/TX4/info", query: "assetClass=SHARES&lang=en",
            answer: data(
                #"{"qdHeader":{"symbol":"VOLV B","companyName":"Volvo B","exchange":"Nasdaq Stockholm","currency":"SEK","#
                    + #""lastSalePrice":250.5\#(more)}}"#))
    }

    @Test("A Nordic stock is searched for by its symbol and currency, and quoted by its order book")
    func nordic() async throws {
        let more =
            #","lastTradeTimestamp":"2024-07-01 17:29:59 CET","primaryData":{"lastSalePrice":"SEK 999,99","#
            + #""netChange":"1,50","percentageChange":"9,99%","deltaIndicator":"down"}"#
        let quote = try await Self.quote("stock:VOLV-B.ST", [Self.search, Self.header(more)]).get()
        #expect(
            quote.facts == [
                "time": "2024-07-01T15:29:59Z", "symbol": "VOLV-B.ST", "id": "VOLV-B.ST", "name": "Volvo B",
                "kind": "stock", "market": "Nasdaq Stockholm", "price": "250.5", "currency": "SEK", "open": "252",
                "change": "-1.5", "change_percent": "-0.5952381", "provider": "nasdaq",
            ])
        let other = try await Self.quote("stock:VOLV-B.CO", [Self.search])
        #expect(other.failure?.reason == unknown("stock:VOLV-B.CO"), "no order book in kroner")
    }

    @Test("Texts that may have a comma between thousands are unknown, and a time of another clock is an error")
    func nordicTexts() async throws {
        let odd = #","primaryData":{"netChange":"1,500","percentageChange":"","deltaIndicator":"up"}"#
        let quote = try await Self.quote("VOLV-B.ST", [Self.search, Self.header(odd)]).get()
        #expect(quote.change == nil && quote.open == nil && quote.changePercent == nil)
        let clock = #","lastTradeTimestamp":"2024-07-01 17:29:59 PST""#
        #expect(try await Self.quote("VOLV-B.ST", [Self.search, Self.header(clock)]).failure?.isInvalidData == true)
    }

    @Test("An order book that is gone is an unknown stock")
    func noInstrument() async throws {
        for error in [
            #"{"code":404,"errorMessage":"Instrument not found"}"#, #"{"code":"NO_INST_FOUND","errorMessage":"x"}"#,
        ] {
            let answer = Answer.json(#"{"data":null,"status":{"rCode":400,"bCodeMessage":[\#(error)]}}"#)
            let gone = Exchange.get("/api/nordic/instruments/TX4/info", answer: answer)
            #expect(try await Self.quote("VOLV-B.ST", [Self.search, gone]).failure?.reason == unknown("VOLV-B.ST"))
        }
    }

    @Test("A stock that the search finds at another exchange with the same currency is unknown, and so are its days")
    func otherExchange() async throws {
        let search = Exchange.get(
            "/api/nordic/search", query: "searchText=NOKIA", times: .any,
            answer: Self.data(
                #"[{"instruments":[{"orderbookId":"TX5","symbol":"NOKIA","assetClass":"SHARES","currency":"EUR"}]}]"#))
        let header = Exchange.get(
            "/api/nordic/instruments/TX5/info", times: .any,
            answer: Self.data(
                #"{"qdHeader":{"symbol":"NOKIA","exchange":"Nasdaq Helsinki","currency":"EUR","lastSalePrice":4.5}}"#))
        #expect(try await Self.quote("stock:NOKIA.HE", [search, header]).get().market == "Nasdaq Helsinki")
        let estonian = try await Self.quote("stock:NOKIA.TL", [search, header])
        #expect(estonian.failure?.reason == unknown("stock:NOKIA.TL"))
        let days = try await Self.question("NOKIA.TL").ask([search, header])
        #expect(days.failure?.reason == unknown("NOKIA.TL"))
    }

    // MARK: - Days

    private static func question(_ symbol: String, from: String = "2024-02-01") -> PastQuestion {
        PastQuestion(provider: "nasdaq", symbol: symbol, from: from, to: "2024-02-05")
    }

    @Test("Days of the United States begin a day earlier in the request, since a period of one day is refused")
    func history() async throws {
        let rows = """
            {"tradesTable":{"rows":[{"date":"02/05/2024","close":"$1,000.50","volume":"66,333,880","open":"$7.66",
            "high":"$1,008.15","low":"$6.04"},{"date":"02/02/2024","close":"N/A","volume":"","open":"","high":"","low":""},
            {"date":"02/01/2024","close":"2","volume":"N/A","open":"1","high":"3","low":"1"}]}}
            """
        let query: RequestMatcher.Query = "assetclass=stocks&fromdate=2024-01-31&todate=2024-02-05&limit=9999"
        let exchange = Exchange.get("/api/quote/AAPL/historical", query: query, answer: Self.data(rows))
        #expect(
            try await Self.question("AAPL").ask([exchange]).get().map(\.line) == [
                "2024-02-01T00:00:00Z AAPL 1 3 1 2 - USD",
                "2024-02-05T00:00:00Z AAPL 7.66 1008.15 6.04 1000.5 66333880 USD",
            ])
        let day = Exchange.get(
            "/api/quote/AAPL/historical", query: ["fromdate": "2024-02-04", "todate": "2024-02-05"],
            answer: Self.data(rows))
        #expect(try await Self.question("AAPL", from: "2024-02-05").ask([day]).get().count == 1)
    }

    @Test("Days of a Nordic stock are of its order book, in its currency")
    func nordicHistory() async throws {
        let rows = """
            {"charts":{"rows":[{"dateTime":"2024-02-05","open":"1,609.00","high":"1,620.50","low":"1,600","close":"1,615.00",
            "totalVolume":"1,234"},{"dateTime":"2024-02-02","open":"","high":"","low":"","close":"1,609.00","totalVolume":""}]}}
            """
        let exchange = Exchange.get(
            "/api/nordic/instruments/TX4/chart/download",
            query: "assetClass=SHARES&fromDate=2024-01-31&toDate=2024-02-05", answer: Self.data(rows))
        #expect(
            try await Self.question("VOLV-B.ST").ask([Self.search, exchange]).get().map(\.line) == [
                "2024-02-05T00:00:00Z VOLV-B.ST 1609 1620.5 1600 1615 1234 SEK"
            ])
        var strict = Self.question("VOLV-B.ST")
        strict.allowsOtherCurrency = false
        #expect(try await strict.ask([Self.search]).failure?.reason == .cannotQuote(.usd))
    }
}
