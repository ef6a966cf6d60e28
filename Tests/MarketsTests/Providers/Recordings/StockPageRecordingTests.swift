import Markets
import TestSupport
import Testing

/// The recorded answers of CNBC and Nasdaq, byte for byte over real sockets, and what they say.
@Suite("CNBC and Nasdaq, recorded", .needsRecordings)
struct StockPageRecordingTests {
    private static let cnbcPath = "/quote-html-webservice/restQuote/symbolType/symbol"

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
