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
