import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// CryptoCompare's limits.
@Suite("CryptoCompare", .quick, .virtualTime)
struct CryptoCompareTests {
    @Test("fsyms of at most 1,000 characters, each ticker once")
    func batches() async throws {
        let symbols = (1...400).map { "coin\($0)" }
        let exchange = Exchange.get(
            "/data/pricemultifull", query: ["tsyms": "USD,EUR"], times: 4,
            answer: .making { request in
                let tickers = request.parameter("fsyms") ?? ""
                guard tickers.utf8.count <= 1000 else { return .status(400) }
                let rows = tickers.split(separator: ",").map { #""\#($0)":{"USD":{"PRICE":1},"EUR":{"PRICE":2}}"# }
                return .json(#"{"RAW":{\#(rows.joined(separator: ","))}}"#)
            })
        try await withLoopbackServer([exchange]) { server in
            let client = Provider.listed("cryptocompare").client(server, key: "secret")
            let results = try await client.quotes(symbols.flatMap { [$0, "\($0)/EUR", $0.uppercased()] })
            #expect(results.count == 1200)
            #expect(results.map { $0.success?.price?.description } == symbols.flatMap { _ in ["1", "2", "1"] })
        }
    }
}
