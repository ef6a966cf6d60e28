import Markets
import TestSupport
import Testing

@Suite("CNBC", .quick)
struct CNBCTests {
    private static let path = "/quote-html-webservice/restQuote/symbolType/symbol"

    private static func rows(_ rows: String...) -> Answer {
        .json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(rows.joined(separator: ","))]}}"#)
    }

    private static func row(_ symbol: String, last: String = "1", currency: String? = "USD", _ more: String = "")
        -> String
    {
        let currency = currency.map { #","currencyCode":"\#($0)""# } ?? ""
        return #"{"symbol":"\#(symbol)","code":0,"last":"\#(last)"\#(currency)\#(more)}"#
    }

    private static func quotes(_ symbols: [String], _ answer: Answer) async throws -> [Result<Quote, ProviderFailure>] {
        try await withLoopbackServer([.get(path, answer: answer)]) { server in
            try await MarketProvider.listed("cnbc").client(server).quotes(symbols, allowsOtherCurrency: true)
        }
    }

    @Test("Many stocks are one request, each by its own symbol; rows are matched by symbol, in any order")
    func batch() async throws {
        let asked = ["stock:AAPL", "VOLV-B.ST", "aapl", "id:SAP-DE", "NOPE", "MSFT"]
        let answer = Self.rows(
            Self.row("VOLV.B-SE", last: "250.5", currency: "SEK"), #"{"symbol":"NOPE","code":1}"#, Self.row("MSFT"),
            Self.row("SAP-DE", last: "199", currency: "EUR"), Self.row("AAPL", last: "220.5"))
        let query: RequestMatcher.Query = [
            "symbols": "AAPL|MSFT|NOPE|SAP-DE|VOLV.B-SE", "requestMethod": "itv", "output": "json", "exthrs": "1",
        ]
        let results = try await withLoopbackServer([.get(Self.path, query: query, answer: answer)]) { server in
            try await MarketProvider.listed("cnbc").client(server).quotes(asked, allowsOtherCurrency: true)
        }
        #expect(results.map { $0.success?.symbol } == ["AAPL", "VOLV-B.ST", "AAPL", "SAP-DE", nil, "MSFT"])
        #expect(results.map { $0.success?.id } == ["AAPL", "VOLV.B-SE", "AAPL", "SAP-DE", nil, "MSFT"])
        #expect(results.map { $0.success?.price?.description } == ["220.5", "250.5", "220.5", "199", nil, "1"])
        #expect(results.map { $0.success?.currency.code } == ["USD", "SEK", "USD", "EUR", nil, "USD"])
        #expect(results[4].failure?.reason == unknown("NOPE"))
    }

    @Test("More stocks than a request holds are asked for in several")
    func batches() async throws {
        let names = (100..<145).map { "S\($0)" }
        let answers = Answer.making { request in
            let symbols = request.parameter("symbols")?.split(separator: "|").map(String.init) ?? []
            let rows = symbols.map { Self.row($0) }.joined(separator: ",")
            return .json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(rows)]}}"#)
        }
        try await withLoopbackServer([.get(Self.path, times: 2, answer: answers)]) { server in
            let results = try await MarketProvider.listed("cnbc").client(server).quotes(names)
            #expect(results.map { $0.success?.symbol } == names)
        }
    }

    @Test(
        "Symbols as Yahoo writes them become CNBC's; its own stay",
        arguments: [
            ("VOLV-B.ST", "VOLV.B-SE"), ("SAP.DE", "SAP-DE"), ("0700.HK", "700-HK"), ("NOVO-B.CO", "NOVO.B-DK"),
            ("VOD.L", "VOD-GB"), ("BP.L", "BP.-GB"), ("7203.T", "7203.T-JP"), ("LUMI.TA", "LUMI-IL"),
            ("BHP.AX", "BHP-AU"),
            ("BRK-B", "BRK.B"), ("BRK.B", "BRK.B"), ("^GSPC", ".SPX"), ("^N225", ".N225"), ("VOLV.B-SE", "VOLV.B-SE"),
            ("7203.T-JP", "7203.T-JP"), (".DJI", ".DJI"), ("@CL.1", "@CL.1"), ("EUR=", "EUR="), ("BTC.CM=", "BTC.CM="),
            ("DE10Y-DE", "DE10Y-DE"),
        ])
    func symbols(ticker: String, symbol: String) async throws {
        let row = Self.row(symbol, currency: "EUR")
        let exchange = Exchange.get(Self.path, query: ["symbols": symbol], answer: Self.rows(row))
        try await withLoopbackServer([exchange]) { server in
            let client = MarketProvider.listed("cnbc").client(server)
            let quote = try await client.quotes(["stock:\(ticker)"], allowsOtherCurrency: true)[0].get()
            #expect(try quote.symbol == Symbol("stock:\(ticker)").bare && quote.id == symbol && quote.kind == .stock)
            #expect(symbol != "BRK.B" || quote.symbol == "BRK-B")
        }
    }

    @Test(
        "A price below 0 is real of futures, indices and yields only, and 0 is no price",
        arguments: [("@CL.1", true), (".X", true), ("DE3M-DE", true), ("KO", false)])
    func signs(symbol: String, isReal: Bool) async throws {
        let more = #","high":"18.27","low":"-40.32","change":"-55.90""#
        let below = try await Self.quotes([symbol], Self.rows(Self.row(symbol, last: "-37.63", more)))[0]
        if isReal {
            #expect(try below.get().price?.description == "-37.63" && below.get().low?.description == "-40.32")
            #expect(try below.get().changePercent?.description == "-305.96606459")
        } else {
            #expect(below.failure?.reason == .invalidData("row 1: the price is below 0"))
        }
        let zero = try await Self.quotes([symbol], Self.rows(Self.row(symbol, last: "0")))[0]
        #expect(try zero.failure?.reason == .noPrice(Symbol(symbol)))
    }

    @Test("What it cannot have is unknown without a request")
    func unasked() async throws {
        let symbols = ["005930.KS", "^FTSE", "EURUSD=X", "GC=F", "A|B", "id:..", "id:../x", "X.IS", "A.B.C"]
        try await withLoopbackServer([]) { server in
            let results = try await MarketProvider.listed("cnbc").client(server).quotes(symbols)
            #expect(results.map { $0.failure?.reason } == symbols.map { unknown($0) })
        }
    }

    @Test("One row may be an object in place of an array, and the envelope may have its older names")
    func envelopes() async throws {
        let row = Self.row("KO", last: "4,098.12")
        for body in [
            #"{"FormattedQuoteResult":{"FormattedQuote":\#(row)}}"#, #"{"ITVQuoteResult":{"ITVQuote":[\#(row)]}}"#,
        ] {
            #expect(try await Self.quotes(["KO"], .json(body))[0].get().price?.description == "4098.12")
        }
    }

    @Test(
        "The change is counted from the price less the change, not from the close, which is the newest after the close")
    func change() async throws {
        let more = [
            #","change":"-0.19","change_pct":"+9%","previous_day_closing":"37.25""#: "37.44 -0.19 -0.50747863",
            #","change":"UNCH","change_pct":"UNCH","previous_day_closing":"37.25""#: "37.25 0 0",
            #","change_pct":"-1.10%""#: "nil nil -1.1", #","change":"abc""#: "nil nil nil",
        ]
        for (more, facts) in more {
            let quote = try await Self.quotes(["BTC"], Self.rows(Self.row("BTC", last: "37.25", more)))[0].get()
            let numbers = [quote.open, quote.change, quote.changePercent].map { $0?.description ?? "nil" }
            #expect(numbers.joined(separator: " ") == facts, "\(more)")
        }
    }

    @Test("Pence and agorot are hundredths; the price after the close is not taken")
    func units() async throws {
        let more = #","high":"1,306.5","change":"+12","ExtendedMktQuote":{"last":"9","type":"POST_MKT"}"#
        for (symbol, unit, currency) in [("VOD-GB", "GBp", "GBP"), ("LUMI-IL", "ILA", "ILS")] {
            let answer = Self.rows(Self.row(symbol, last: "1,305.3", currency: unit, more))
            let quote = try await Self.quotes([symbol], answer)[0].get()
            #expect(quote.price?.description == "13.053" && quote.currency.code == currency)
            #expect(quote.high?.description == "13.065" && quote.change?.description == "0.12")
        }
    }

    @Test(
        "The time of the last trade, of a closed market the day",
        arguments: [
            ("2026-09-28T16:00:00.000-0400", "2026-09-28T20:00:00.000Z"), ("2026-10-02", "2026-10-02T00:00:00Z"),
            ("2026-06-17T09:18:00-0400", "2026-06-17T13:18:00Z"),
            ("2026-07-02T05:04:00.000+0100", "2026-07-02T04:04:00.000Z"),
            ("3:39 PM EST", nil), ("2026-09-28T16:00:00", nil),
        ] as [(String, String?)])
    func time(sent: String, time: String?) async throws {
        let result = try await Self.quotes(["KO"], Self.rows(Self.row("KO", #","last_time":"\#(sent)""#)))[0]
        #expect(result.success?.time.description == time)
        #expect(result.failure?.isInvalidData == (time == nil ? true : nil))
    }

    @Test(
        "Without that time it is the one for show, of today or the day before in New York; otherwise that of the request",
        arguments: [
            // The request is at 2024-03-01T12:00:00Z, seven o'clock there.
            ("6:39 AM EST", "2024-03-01T11:39:00Z"), ("3:39 PM EST", "2024-02-29T20:39:00Z"),
            ("02/28/24 EST", "2024-02-28T00:00:00Z"), ("soon", "2024-03-01T12:00:00Z"),
            (" ", "2024-03-01T12:00:00Z"),
        ])
    func shownTime(sent: String, time: String) async throws {
        let result = try await Self.quotes(["KO"], Self.rows(Self.row("KO", #","last_timedate":"\#(sent)""#)))[0]
        #expect(result.success?.time.description == time)
    }

    @Test("A bad row spoils its own stock only; a row without its currency is in dollars in the United States alone")
    func badRows() async throws {
        let results = try await Self.quotes(
            ["KO", "SAP.DE", "MSFT", "IBM", "^GSPC", "^N225"],
            Self.rows(
                Self.row("KO", currency: nil), Self.row("SAP-DE", currency: nil),
                #"{"symbol":"MSFT","code":7,"last":"1"}"#, Self.row("IBM", last: "soon"),
                Self.row(".SPX", currency: nil), Self.row(".N225", currency: nil)))
        #expect(results[0].success?.currency == .usd)
        #expect(results[1].failure?.reason == .invalidData("row 2: currencyCode is missing"))
        #expect(results[2].failure?.reason == .invalidData("row 3: code is not 0"))
        #expect(results[3].failure?.reason == .invalidData("row 4: last is not a number"))
        #expect(results[4].success?.symbol == "^GSPC" && results[4].success?.currency == .usd)
        #expect(results[5].failure?.reason == .invalidData("row 6: currencyCode is missing"))
    }

    // MARK: - Days

    private static func days(_ symbol: String, _ body: String) -> Exchange {
        .get("/harmony/app/bars/\(symbol)/1D/20240201000000/20240209235959/adjusted/EST5EDT.json", answer: .json(body))
    }

    private static let bars = """
        {"barData":{"priceBars":[
        {"open":"100","high":"1,105","low":"95","close":"101","volume":7,"tradeTime":"20240201040000","tradeTimeinMills":1},
        {"open":null,"high":"105","low":"95","close":"101","volume":7,"tradeTime":"20240202040000"},
        {"open":"110","high":"115","low":"105","close":"111","volume":null,"tradeTime":"20240205050000"}]}}
        """

    private static func question(_ symbol: String) -> PastQuestion {
        PastQuestion(provider: "cnbc", symbol: symbol, from: "2024-02-01", to: "2024-02-09")
    }

    @Test("Days of a stock of the United States are one request; a day without a price is a gap")
    func history() async throws {
        let candles = try await Self.question("stock:AAPL").ask([Self.days("AAPL", Self.bars)]).get()
        #expect(
            candles.map(\.line) == [
                "2024-02-01T00:00:00Z AAPL 100 1105 95 101 7 USD", "2024-02-05T00:00:00Z AAPL 110 115 105 111 - USD",
            ])
    }

    @Test("Elsewhere the row of the stock tells the currency, and whether prices are in pence")
    func historyInPence() async throws {
        let row = Exchange.get(
            Self.path, query: ["symbols": "BP.-GB"], answer: Self.rows(Self.row("BP.-GB", currency: "GBp")))
        let candles = try await Self.question("BP.L").ask([row, Self.days("BP.-GB", Self.bars)]).get()
        #expect(candles.map(\.line).first == "2024-02-01T00:00:00Z BP.L 1 11.05 0.95 1.01 7 GBP")
        var strict = Self.question("BP.L")
        strict.allowsOtherCurrency = false
        #expect(try await strict.ask([row]).failure?.reason == .cannotQuote(.usd))
    }

    @Test("A symbol without bars is unknown; hours are not kept; a body of no sense is invalid")
    func historyFailures() async throws {
        let missing = Exchange.get(Self.path, times: .any, answer: Self.rows(#"{"symbol":"NOPE","code":1}"#))
        for body in ["{}", #"{"barData":null}"#, #"{"status":"ERROR"}"#] {
            let result = try await Self.question("NOPE").ask([Self.days("NOPE", body), missing])
            #expect(result.failure?.reason == unknown("NOPE"), "\(body)")
        }
        let row = Exchange.get(Self.path, answer: Self.rows(Self.row("KO")))
        for body in ["{}", #"{"barData":{}}"#, #"{"barData":{"priceBars":[{"open":"1"}]}}"#, "[]", "<html>"] {
            let result = try await Self.question("KO").ask([Self.days("KO", body), row])
            #expect(result.failure?.isInvalidData == true, "\(body)")
        }
        var hours = Self.question("KO")
        hours.width = .hour
        #expect(try await hours.ask([]).failure?.reason == .notKept("candles of 1h, only of 1d 1w"))
    }
}
