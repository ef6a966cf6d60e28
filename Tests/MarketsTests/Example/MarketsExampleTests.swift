import MarketProviders
import Markets
import TestSupport
import Testing

@Suite("The example of Markets", .quick)
struct MarketsExampleTests {
    @Test(arguments: [("BTC", "62440.63"), ("PEPE", "0.00000405"), ("stock:AAPL", "179.66")])
    func example(symbol: String, expected: String) async throws {
        let prices = try await prices(of: symbol, from: .sample)
        #expect(prices.count == 11)
        #expect(prices.prefix(2).map(\.description) == [expected, expected])
    }

    @Test("An unknown symbol is an error")
    func unknown() async throws {
        await #expect(throws: ProviderFailure.self) { try await prices(of: "NOPE", from: .sample) }
    }
}
