import Markets
import TestSupport
import Testing

@Suite("The example of Markets", .quick)
struct MarketsExampleTests {
    @Test(arguments: [("BTC", "62440.63"), ("PEPE", "0.00000405"), ("stock:AAPL", "179.66")])
    func prices(symbol: String, expected: String) async throws {
        let sample = try #require(MarketProvider.named("sample"))
        #expect(try await price(of: symbol, from: sample)?.description == expected)
    }

    @Test("An unknown symbol is an error")
    func unknown() async throws {
        let sample = try #require(MarketProvider.named("sample"))
        await #expect(throws: ProviderFailure.self) { try await price(of: "NOPE", from: sample) }
    }
}
