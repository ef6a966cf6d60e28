import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("frankfurter", .quick, .virtualTime)
struct FrankfurterTests {
    @Test("Version 1 is read where the URL names it, with the ECB's time of publication", arguments: ["/v1", "/x/v1/"])
    func firstVersion(path: String) async throws {
        let body = #"{"amount":1.0,"base":"EUR","date":"2024-03-01","rates":{"SEK":11.2}}"#
        let requested = (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/latest"
        let table = try await withLoopbackServer([.get(requested, query: .none, answer: .json(body))]) { server in
            try await Provider.listed("frankfurter").rateClient(server, below: path).latest()
        }
        // 1 March 2024 is a Friday.
        #expect(table.rate("SEK") == "11.2" && table.nextPublication?.description == "2024-03-04T15:00:00Z")
    }

    @Test("Of two providers the one with the newer rate is used, not the one with the newer table")
    func newerRate() throws {
        var old = RateTable.of("EUR", "ARS=1 USD=2", provider: "a", time: "2026-10-08T00:00:00Z")
        old.times = [Currency("ARS") ?? .usd: .of("2026-10-01")]
        let new = RateTable.of("EUR", "ARS=3 USD=4", provider: "b", time: "2026-10-07T00:00:00Z")
        var graph = RateGraph()
        graph.add(old)
        graph.add(new)
        let peso = Asset(try #require(Currency("ARS")))
        #expect(try graph.conversion(from: Asset(.eur), to: peso).providers == ["b"])
        #expect(try graph.conversion(from: peso, to: Asset(.usd)).providers == ["b"])
        #expect(try graph.conversion(from: Asset(.eur), to: Asset(.usd)).providers == ["a"])
    }
}
