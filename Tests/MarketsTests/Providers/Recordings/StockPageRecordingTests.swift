import Markets
import TestSupport
import Testing

/// The recorded answers of CNBC and Nasdaq, byte for byte over real sockets, and what they say.
@Suite("CNBC and Nasdaq, recorded", .needsRecordings)
struct StockPageRecordingTests {
    private typealias Quoted = (file: String, symbol: String, facts: [String: String])

    private static let cnbcPath = "/quote-html-webservice/restQuote/symbolType/symbol"

    // MARK: - CNBC

    private static let cnbc: [Quoted] = [
        (
            "restquote-btc-etf-closed-20261005", "BTC",
            [
                "time": "2026-10-02T00:00:00Z", "name": "Grayscale Bitcoin Mini Trust ETF", "market": "NYSE Arca",
                "price": "37.25", "high": "38.55", "low": "37.07", "open": "37.44", "change": "-0.19",
                "change_percent": "-0.50747863",
            ]
        ),
        (
            "restquote-ko-20260831", "KO",
            ["time": "2026-08-31T20:10:00.000Z", "price": "88.67", "change_percent": "-1.1"]
        ),
    ]

    @Test("CNBC's quotes: a fund while the market is closed, and a stock")
    func cnbcQuotes() async throws {
        for (file, symbol, facts) in Self.cnbc {
            let answer = try Answer.recording("cnbc/\(file).json")
            let quote = try await StockRecordingTests.quote("cnbc", symbol, Self.cnbcPath, answer).get()
            let same = ["symbol": symbol, "id": symbol, "kind": "stock", "provider": "cnbc", "currency": "USD"]
            #expect(quote.facts == same.merging(facts) { $1 }, "\(file)")
        }
    }

    @Test("A future whose currency is not sent, and the yield of a bond, are not taken as dollars")
    func cnbcRefused() async throws {
        for (file, symbol, words) in [
            ("restquote-future-lco1-20260702", "@LCO.1", "currencyCode is missing"),
            ("restquote-us2y-20260911", "US2Y", "last is a percentage, not a price"),
        ] {
            let answer = try Answer.recording("cnbc/\(file).json")
            let failure = try await StockRecordingTests.quote("cnbc", symbol, Self.cnbcPath, answer).failure
            guard case .invalidData(let problem) = failure?.reason else {
                Issue.record("\(file): \(String(describing: failure))")
                continue
            }
            #expect("\(problem)".contains(words), "\(problem)")
        }
    }

    @Test("CNBC's rows before the market opens, in the older envelope")
    func cnbcEarly() async throws {
        let answer = try Answer.recording("cnbc/itvquote-premarket-20260617.json")
        let symbols = ["GOOG", "NVDA", "AVGO", "GOOGL"]
        try await withLoopbackServer([.get(Self.cnbcPath, answer: answer)]) { server in
            let quotes = try await MarketProvider.listed("cnbc").client(server).quotes(symbols).map { try $0.get() }
            #expect(quotes.map { $0.price?.description } == ["372", "207.41", "376.71", "373.25"])
            #expect(quotes.map { $0.changePercent?.description } == ["0", "0", "-4.37", "0"])
        }
    }

    @Test("CNBC's row of an unknown symbol, and the rows of a yield and of an index that it does not know")
    func cnbcUnknown() async throws {
        let missing = try Answer.recording("cnbc/restquote-unknown-mxap-20260513.json")
        #expect(
            try await StockRecordingTests.quote("cnbc", "MXAP", Self.cnbcPath, missing).failure?.reason
                == unknown("MXAP"))
        let rows = try String(decoding: Recordings.bytes("cnbc/rows-us2y-ftsemib.ndjson"), as: UTF8.self)
        let list = rows.split(separator: "\n").joined(separator: ",")
        let body = Answer.json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(list)]}}"#)
        try await withLoopbackServer([.get(Self.cnbcPath, answer: body)]) { server in
            let results = try await MarketProvider.listed("cnbc").client(server).quotes(["US2Y", "stock:.FTSEMIB"])
            #expect(results[0].success == nil)
            #expect(results[1].failure?.reason == unknown("stock:.FTSEMIB"))
        }
    }

    // MARK: - Nasdaq

    private static let nasdaq: [Quoted] = [
        (
            "info-aapl-hours-20191119", "AAPL",
            [
                "time": "2019-11-19T15:33:00Z", "price": "266.782", "open": "267.1", "change": "-0.318",
                "change_percent": "-0.11905653", "market_cap": "1185383123230",
            ]
        ),
        (
            "info-aapl-off-hours-20191119", "AAPL",
            [
                "time": "2019-11-19T00:00:00Z", "price": "266.29", "open": "267.1", "change": "-0.81",
                "change_percent": "-0.30325721", "market_cap": "1183197036850",
            ]
        ),
        (
            "info-aapl-pre-hours-20191119", "AAPL",
            [
                "time": "2019-11-18T21:00:00Z", "price": "267.1", "open": "265.76", "change": "1.34",
                "change_percent": "0.50421433", "market_cap": "1186796081500",
            ]
        ),
    ]

    @Test("Nasdaq's quotes in and out of the market's hours")
    func nasdaqQuotes() async throws {
        for (file, symbol, facts) in Self.nasdaq {
            let answer = try Answer.recording("nasdaq/\(file).json")
            let quote = try await StockRecordingTests.quote("nasdaq", symbol, "/api/quote/\(symbol)/info", answer).get()
            let same = [
                "symbol": symbol, "id": symbol, "kind": "stock", "provider": "nasdaq", "currency": "USD",
                "name": "Apple Inc. Common Stock", "market": "NASDAQ-GS",
            ]
            #expect(quote.facts == same.merging(facts) { $1 }, "\(file)")
        }
    }

    @Test("Nasdaq's stock of Copenhagen before the market opens")
    func nasdaqNordic() async throws {
        let books =
            #"{"data":[{"instruments":[{"orderbookId":"TX1","symbol":"JYSK","assetClass":"SHARES","currency":"DKK"}]}]}"#
        let exchanges: [Exchange] = [
            .get("/api/nordic/search", answer: .json(books)),
            .get("/api/nordic/instruments/TX1/info", answer: try .recording("nasdaq/nordic-info-jysk-20250724.json")),
        ]
        try await withLoopbackServer(exchanges) { server in
            let client = MarketProvider.listed("nasdaq").client(server)
            let quote = try await client.quotes(["JYSK.CO"], allowsOtherCurrency: true)[0].get()
            #expect(
                quote.facts == [
                    "time": "2025-07-23T05:01:49Z", "symbol": "JYSK.CO", "id": "JYSK.CO", "name": "Jyske Bank",
                    "kind": "stock", "market": "Nasdaq Copenhagen", "price": "649", "currency": "DKK",
                    "change_percent": "0", "provider": "nasdaq",
                ])
        }
    }

    @Test("Nasdaq's error for an unknown symbol, which comes for the wrong class too")
    func nasdaqUnknown() async throws {
        let answer = try Answer.recording("nasdaq/error-1001-unknown-symbol-20261005.json")
        try await withLoopbackServer([.get("/api/quote/BTC/info", times: 2, answer: answer)]) { server in
            let result = try await MarketProvider.listed("nasdaq").client(server).quotes(["BTC"])[0]
            #expect(result.failure?.reason == unknown("BTC"))
            #expect(server.requests.map { $0.parameter("assetclass") } == ["stocks", "etf"])
        }
    }

    @Test("Nasdaq's days of a stock and of a fund, none at all, and its refusal of a period")
    func nasdaqDays() async throws {
        func past(_ symbol: String, _ from: String, _ to: String, _ file: String) async throws -> Result<
            [Candle], ProviderFailure
        > {
            let question = PastQuestion(
                provider: "nasdaq", symbol: symbol, from: from, to: to, now: "2026-10-01T12:00:00Z")
            let answer = try Answer.recording("nasdaq/\(file).json")
            return try await question.ask([.get("/api/quote/\(symbol)/historical", answer: answer)])
        }
        let stock = try await past("CAPR", "2026-08-03", "2026-08-14", "historical-capr-10rows-20260814").get()
        #expect(stock.count == 10)
        #expect(stock.first?.line == "2026-08-03T00:00:00Z CAPR 3.775 4.2 3.658 4.2 5166955 USD")
        #expect(stock.last?.line == "2026-08-14T00:00:00Z CAPR 7.66 8.15 6.04 6.65 66333880 USD")
        let fund = try await past("SPY", "2026-09-24", "2026-09-25", "historical-spy-etf-20260925").get()
        #expect(
            fund.map(\.line) == [
                "2026-09-24T00:00:00Z SPY 764.065 768.95 763.245 767.18 43983660 USD",
                "2026-09-25T00:00:00Z SPY 768.78 772.28 766.29 771.35 36666730 USD",
            ])
        #expect(try await past("SPY", "2026-09-26", "2026-09-27", "historical-no-rows-20260929").get().isEmpty)
        let refused = try await past("SPY", "2026-09-26", "2026-09-27", "error-1011-date-window-20260929")
        #expect(refused.failure?.reason == .status(400, words: "Provided date is less than from date"))
    }
}
