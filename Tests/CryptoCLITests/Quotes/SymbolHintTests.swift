import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Hints for unknown symbols: a search that fails or never ends", .quick, .virtualTime)
struct SymbolHintTests {
    private static let search = "/api/v3/search"
    private static let noCoins = Exchange.get(CoinGeckoAnswers.path, times: .any, answer: .json("[]"))

    @Test("--verbose shows why a search failed")
    func verbose() async throws {
        let run = try await withLoopbackServer([Self.noCoins, .get(Self.search, answer: .status(503))]) { server in
            await runTool("price zebracoin -p coingecko -v", server.variables(for: "coingecko"))
        }
        #expect(run.errors.contains("crypto: no hint: coingecko: refused with status 503\n"))
        #expect(run.errorLines.last == "crypto: unknown symbol 'zebracoin' (asked: coingecko)")
    }

    @Test(
        "A search that never ends is over at the deadline, with the status of the unknown symbol",
        .quick, .endsHang)
    func deadline() async throws {
        try await withLoopbackServer([Self.noCoins, .get(Self.search, answer: .never)]) { server in
            let run = await runTool(
                "price zebracoin -p coingecko --deadline 700ms", server.variables(for: "coingecko"))
            expectFailure(run, .unknownName, says: "unknown symbol 'zebracoin' (asked: coingecko)")
            #expect(run.elapsed < .seconds(5))
        }
    }
}
