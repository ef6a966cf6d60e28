import Markets
import TestSupport
import Testing

@Suite("Recorded figures of the market", .needsRecordings, .quick)
struct MarketFigureRecordingTests {
    private func price(
        _ symbol: String, _ path: String, _ recording: String, by provider: MarketProvider
    ) async throws -> Quote {
        try await withLoopbackServer([.get(path, answer: try .recording(recording))]) { server in
            try await provider.client(server).quotes([try Symbol(symbol)], CurrencyChoice(.usd))[0].get()
        }
    }

    @Test(
        "CoinGecko",
        arguments: [
            ("global-20210518", "2142953338976.9612", "38.259132842486686", "2021-05-18T13:55:59Z"),
            ("global-20250117-trimmed", "3751351705612.96", "53.9930159141062", "2025-01-17T09:13:45Z"),
        ])
    func coingecko(file: String, cap: String, share: String, time: String) async throws {
        for (symbol, value) in [("global:market_cap", cap), ("global:btc_dominance", share)] {
            let quote = try await price(symbol, "/api/v3/global", "coingecko/\(file).json", by: .coingecko)
            #expect(quote.price?.description == value && quote.time.description == time)
        }
    }

    @Test(
        "CoinPaprika",
        arguments: [
            ("global-20201021", "368198248292", "59.98", "2020-10-20T23:56:47Z"),
            ("global-20211022", "2559344984924", "44.68", "2021-10-22T18:36:46Z"),
        ])
    func coinpaprika(file: String, cap: String, share: String, time: String) async throws {
        for (symbol, value) in [("global:market_cap", cap), ("global:btc_dominance", share)] {
            let quote = try await price(symbol, "/v1/global", "coinpaprika/\(file).json", by: .coinpaprika)
            #expect(quote.price?.description == value && quote.time.description == time)
        }
    }

    @Test(
        "alternative.me: the newest of one or two values",
        arguments: [
            ("fng-20211220", "25", "2021-12-20T00:00:00Z"), ("fng-two-202604", "47", "2026-04-27T00:00:00Z"),
        ])
    func alternativeMe(file: String, value: String, time: String) async throws {
        let quote = try await price("global:fear_greed", "/fng/", "alternativeme/\(file).json", by: .alternativeMe)
        #expect(quote.price?.description == value && quote.time.description == time)
        #expect(quote.currency == .unitless && quote.kind == .index)
    }
}
