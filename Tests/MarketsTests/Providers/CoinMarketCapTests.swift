import Markets
import TestSupport
import Testing

/// CoinMarketCap's long lists.
@Suite("CoinMarketCap", .quick, .virtualTime)
struct CoinMarketCapTests {
    private static let listings = "/public-api/v3/cryptocurrency/listings/latest"

    @Test("A list of more rows than one answer holds is requested in pages of 5000")
    func pages() async throws {
        let pages = [1, 5001].map { start in
            let rows = (start..<start + 5000).map { rank in
                #"{"id":\#(rank),"symbol":"C\#(rank)","cmc_rank":\#(rank),"quote":[{"symbol":"USD","price":2}]}"#
            }
            let body = #"{"status":{"error_code":0},"data":[\#(rows.joined(separator: ","))]}"#
            return Exchange.get(Self.listings, query: ["start": "\(start)", "limit": "5000"], answer: .json(body))
        }
        let list = try await Self.list(pages) { try await $0.top(limit: 6000) }
        #expect(list.quotes.map(\.rank) == (1...6000).map { $0 } && list.dropped.isEmpty)
        let first = try await Self.list([pages[0]]) { try await $0.top(.oneAnswer(atLeast: 50), search: "c10") }
        #expect(first.quotes.map(\.symbol).prefix(3) == ["C10", "C100", "C101"])
    }

    private static func list(
        _ exchanges: [Exchange], _ body: (MarketClient) async throws -> ListAnswer
    ) async throws -> ListAnswer {
        try await withLoopbackServer(exchanges) { try await body(Provider.listed("coinmarketcap").client($0)) }
    }
}
