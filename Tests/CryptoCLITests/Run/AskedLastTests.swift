import TestSupport
import Testing

private let coingecko = CoinGeckoAnswers.path
private let coinmarketcap = CoinMarketCapAnswers.path

@Suite("Providers that failed are asked last by all processes", .needsBuiltProduct("crypto"), .endsHang)
struct AskedLastProcessTests {
    @Test("After the first run no one of some processes waits for a first provider that hangs", .quick)
    func some() async throws { try await expectNoWait(processes: 8) }

    @Test("After the first run no one of 64 processes waits for a first provider that hangs", .long)
    func many() async throws { try await expectNoWait(processes: 64) }

    private func expectNoWait(processes: Int) async throws {
        // Each process asks for a coin of its own, of which nothing is kept.
        let row = Answer.making { CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, $0.parameter("symbol") ?? "")) }
        let exchanges = [
            Exchange.get(coingecko, times: .any, answer: .never), .get(coinmarketcap, times: .any, answer: row),
        ]
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                let variables = server.variablesForDefaultChains.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let run = { @Sendable (coin: String, options: [String]) in
                    try await runBuilt(
                        ["price", coin, "--fields", "symbol,provider", "--csv", "--no-header", "-q"] + options,
                        variables)
                }
                let first = try await run("BTC", ["--timeout", "2s"])
                #expect(first.outputText == "BTC,coinmarketcap\r\n", "\(first.errorText)")
                let coins = (0..<processes).map { "T\($0)" }
                let outcomes = try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                    // Beside other tests so many processes may need longer than an attempt by default.
                    let limits = ["--timeout", "60s", "--deadline", "100s"]
                    for coin in coins { group.addTask { try await run(coin, limits) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let odd = outcomes.filter { $0.status != .exited(0) || !$0.errorText.isEmpty }
                #expect(odd.isEmpty, "\(odd.count): \(odd.prefix(3).map { "\($0.status) \($0.errorText)" })")
                #expect(Set(outcomes.map(\.outputText)) == Set(coins.map { "\($0),coinmarketcap\r\n" }))
                #expect(server.requests.count { $0.path == coingecko } == 1)
            }
        }
    }
}
