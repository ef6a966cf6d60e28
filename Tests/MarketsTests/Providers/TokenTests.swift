import MarketProviders
import Markets
import Platform
import ProviderKit
import TestSupport
import Testing

@Suite("Tokens by their contracts", .quick, .virtualTime)
struct TokenTests {
    @Test("No provider of coins knows a token")
    func others() async throws {
        let markets = ProviderTable.markets.prices.filter { $0.jobs.contains(.price) && $0.tokenJobs.isEmpty }
        #expect(markets.count > 15)
        let token = try Symbol("eth:0x1000000000000000000000000000000000000001")
        for provider in markets {
            try await withLoopbackServer([.get("/never", times: .any, answer: .json("{}"))]) { server in
                var settings = ProviderSettings(
                    http: provider.testHTTP, base: server.url, key: "a-test-key", time: TestClock().source)
                settings.streamBase = server.webSocketURL
                let found = await provider.make(settings).quotes([token], CurrencyChoice(.usd))
                let isUnknown = if case .unknownSymbol? = found[0].failure?.reason { true } else { false }
                #expect(isUnknown, "\(provider.name): \(found)")
                #expect(server.requests.isEmpty, "\(provider.name)")
            }
        }
    }

    /// A provider, how many requests 31 tokens are, and a row and the answer around the rows.
    private static let services:
        [(name: String, count: Int, row: @Sendable (_ address: String) -> String, body: @Sendable (String) -> String)] =
            [
                ("coingecko", 31, { #""\#($0)":{"usd":1,"last_updated_at":1700000000}"# }, { "{\($0)}" }),
                (
                    "defillama", 2, { #""ethereum:\#($0)":{"price":1,"timestamp":1700000000}"# },
                    { #"{"coins":{\#($0)}}"# }
                ),
                (
                    "geckoterminal", 2, { #""\#($0)":1"# },
                    { #"{"data":{"attributes":{"token_prices":{\#($0)}}}}"# }
                ),
                (
                    "dexpaprika", 4,
                    { #"{"id":"\#($0)","price_usd":1,"last_updated":"2023-11-14T22:13:20.123456789Z"}"# },
                    { "[\($0)]" }
                ),
            ]

    @Test("CoinGecko is asked for one token a request, the others for as many as they take")
    func batches() async throws {
        let addresses = (0..<31).map { "0x" + String(repeating: "0", count: 38) + String(10 + $0) }
        for service in Self.services {
            let exchange = Exchange.everything(
                .making { request in
                    let rows = addresses.filter { request.target.contains($0) }.map(service.row)
                    return .json(service.body(rows.joined(separator: ",")))
                })
            try await withLoopbackServer([exchange]) { server in
                let found = try await Provider.listed(service.name).client(server)
                    .quotes(addresses.map { "eth:\($0)" })
                #expect(found.allSatisfy { $0.success != nil }, "\(service.name): \(found)")
                #expect(server.requests.count == service.count, "\(service.name)")
            }
        }
    }
}
