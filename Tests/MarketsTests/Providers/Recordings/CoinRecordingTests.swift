import Markets
import TestSupport
import Testing

/// All recorded pairs of Kraken.
@Suite("Kraken, recorded", .needsRecordings, .quick, .virtualTime)
struct CoinRecordingTests {
    @Test(
        "Every recorded key of Kraken's follows the rules, so that any pairs are one request",
        arguments: ["AssetPairs-20171003", "cryptofeed-AssetPairs-20210417", "AssetPairs-10-20260919"])
    func krakenKeys(file: String) async throws {
        let pairs = try Answer.recording("kraken/\(file).json")
        let symbols = try await withLoopbackServer([
            .get("/0/public/AssetPairs", answer: pairs),
            .get("/0/public/Ticker", answer: .json(#"{"error":[],"result":{}}"#)),
        ]) { server in
            try await Provider.listed("kraken").client(server).top(limit: 1000).quotes
        }
        let rows = symbols.compactMap(\.id).map { #""\#($0)":{"c":["1","1"]}"# }
        let answer = Answer.json(#"{"error":[],"result":{\#(rows.joined(separator: ","))}}"#)
        try await withLoopbackServer([.get("/0/public/Ticker", answer: answer)]) { server in
            let results = try await Provider.listed("kraken").client(server).quotes(symbols.map(\.symbol))
            #expect(results.map { $0.success?.id } == symbols.map(\.id))
        }
    }
}
