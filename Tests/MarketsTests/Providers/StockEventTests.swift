import MarketProviders
import Markets
import TestSupport
import Testing

@Suite("Splits and dividends, and closes that are corrected for them", .quick, .virtualTime)
struct StockEventTests {
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
        #expect(ProviderTable.markets.prices.filter(\.hasEvents).map(\.name) == ["yahoo"])
    }
}
