import CryptoCLI
import TestSupport
import Testing

@Suite("The User-Agent header", .quick, .virtualTime)
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

    /// A provider of stocks, the lines that send each of its requests, and their paths.
    struct Pages: Sendable, CustomTestStringConvertible {
        var provider: String
        var lines: [String]
        var exchanges: [Exchange]
        var paths: Set<String>
        var headers: [String: String] = [:]
        var testDescription: String { provider }
    }

    private static let days = "--from 2024-02-28 --to 2024-02-29"
    private static let bars = "/harmony/app/bars/AAPL/1D/20240228000000/20240229235959/adjusted/EST5EDT.json"

    static let pages = [
        Pages(
            provider: "yahoo", lines: ["price stock:AAPL", "price stock:AAPL \(days)", "list --search apple"],
            exchanges: [YahooAnswers.quote("AAPL")], paths: ["/v8/finance/chart/AAPL", "/v1/finance/search"]),
        Pages(
            provider: "cnbc", lines: ["price stock:AAPL", "price stock:AAPL \(days)"],
            exchanges: [CNBCAnswers.quotes(["AAPL": ("220.5", "USD")])], paths: [CNBCAnswers.path, bars]),
        Pages(
            provider: "nasdaq",
            lines: [
                "price stock:AAPL stock:NOPE", "price stock:VOLV-B.ST -c SEK", "price stock:AAPL \(days)",
                "price stock:VOLV-B.ST -c SEK \(days)",
            ],
            exchanges: [NasdaqAnswers.quote("AAPL"), NasdaqAnswers.unknown("NOPE")]
                + NasdaqAnswers.swedish("VOLV B", price: "250.5"),
            paths: [
                "/api/quote/AAPL/info", "/api/quote/NOPE/info", "/api/nordic/search",
                "/api/nordic/instruments/TX1/info", "/api/quote/AAPL/historical",
                "/api/nordic/instruments/TX1/chart/download",
            ],
            headers: [
                "Accept": "application/json", "Accept-Language": "en-US,en;q=0.9", "Origin": "https://www.nasdaq.com",
                "Referer": "https://www.nasdaq.com/",
            ]),
    ]

    @Test("Each request for stocks has the headers with which its service answers programs", arguments: pages)
    func headers(pages: Pages) async throws {
        try await withLoopbackServer(pages.exchanges + [.everything(.json("{}"))]) { server in
            for line in pages.lines {
                _ = await runTool("\(line) -p \(pages.provider) --retries 0 -q", server.variables(for: pages.provider))
            }
            #expect(Set(server.requests.map(\.path)) == pages.paths)
            for request in server.requests {
                #expect(request.header("User-Agent") == "Mozilla/5.0 (compatible; crypto/\(CryptoTool.version))")
                #expect(request.header("Accept") == pages.headers["Accept"] ?? "*/*", "\(request)")
                for (name, value) in pages.headers { #expect(request.header(name) == value, "\(request): \(name)") }
            }
        }
    }
}
