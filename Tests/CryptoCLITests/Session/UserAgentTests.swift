import CryptoCLI
import TestSupport
import Testing

@Suite("The User-Agent header", .quick)
struct UserAgentTests {
    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> (ToolRun, agents: [String?]) {
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(line, server.variablesForDefaultChains)
            return (run, server.requests.map { $0.header("User-Agent") })
        }
    }

    @Test("A browser's form where nothing else is served, the tool's own name elsewhere")
    func agents() async throws {
        let coin = Exchange.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        let (run, agents) = try await run("price stock:AAPL BTC --csv", [YahooAnswers.quote("AAPL"), coin])
        #expect(run.status == .success, "\(run.errors)")
        let version = CryptoTool.version
        #expect(Set(agents) == ["Mozilla/5.0 (compatible; crypto/\(version))", "crypto/\(version)"])
    }

    @Test("A refusal of the program or address exits with 69 without a pause", arguments: ["", " --retries 5"])
    func blocked(options: String) async throws {
        let refusal = Answer.status(429, headers: [("Retry-After", "7")], body: "Edge: Too Many Requests")
        let (run, agents) = try await run(
            "price AAPL -p yahoo" + options, [.get("/v8/finance/chart/AAPL", answer: refusal)])
        expectFailure(
            run, .unavailable,
            says: "yahoo: refuses this program or address: Edge: Too Many Requests; try another --provider")
        #expect(agents.count == 1)
    }

    @Test("Such a refusal is no pause for other processes, as a limit of requests is")
    func noPause() async throws {
        for (body, count) in [("Edge: Too Many Requests", 2), ("Too Many Requests", 1)] {
            try await withTemporaryDirectory { home in
                let exchange = Exchange.get(
                    "/v8/finance/chart/AAPL", times: .any, answer: .status(429, body: body))
                try await withLoopbackServer([exchange]) { server in
                    let variables = server.variables(for: "yahoo").merging(["XDG_CACHE_HOME": home.path]) { $1 }
                    for _ in 0..<2 {
                        let run = await runTool("price AAPL -p yahoo --retries 0", variables)
                        #expect(run.status == (count == 2 ? .unavailable : .tryLater), "\(run.errors)")
                    }
                    #expect(server.requests.count == count, "\(body)")
                }
            }
        }
    }
}
