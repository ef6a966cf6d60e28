import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// Recorded answers of stocks that need more than one question, or are a part of a recording.
@Suite("Yahoo, IEX, CNBC and Nasdaq, recorded", .needsRecordings, .quick)
struct StockRecordingTests {
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

    @Test("IEX's quotes of 2018, each taken out of the batch that they were recorded in")
    func iexBatch() async throws {
        let prices = ["FB": ["182.93", "-0.83", "-0.452", "183.76"], "MSFT": ["96.43", "0.25", "0.26", "96.18"]]
        let bytes = try Recordings.bytes("iex/legacy-1.0-batch-quote-fb-msft-2018.json")
        let text = String(decoding: bytes, as: UTF8.self)
        for (symbol, facts) in prices {
            let start = try #require(text.firstRange(of: #""\#(symbol)":{"quote":"#)).upperBound
            let body = String(text[start...].prefix { $0 != "}" }) + "}"
            let exchange = Exchange.get("/1.0/stock/\(symbol)/quote", answer: .json(body))
            let sent = try await withLoopbackServer([exchange]) { server in
                try await MarketProvider.listed("iex").client(server).quotes([symbol])[0].get().facts
            }
            #expect(["price", "change", "change_percent", "open"].map { sent[$0] } == facts, "\(symbol)")
        }
    }

    @Test("CNBC's rows of a yield, which is no price, and of an index that it does not know")
    func cnbcUnknown() async throws {
        let rows = try String(decoding: Recordings.bytes("cnbc/rows-us2y-ftsemib.ndjson"), as: UTF8.self)
        let list = rows.split(separator: "\n").joined(separator: ",")
        let body = Answer.json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(list)]}}"#)
        try await withLoopbackServer([.get("/quote-html-webservice/restQuote/symbolType/symbol", answer: body)]) {
            server in
            let results = try await MarketProvider.listed("cnbc").client(server).quotes(["US2Y", "stock:.FTSEMIB"])
            #expect(results[0].success == nil)
            #expect(results[1].failure?.reason == unknown("stock:.FTSEMIB"))
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
}
