import AirQuality
import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

@Suite("Providers without a network", .quick)
struct MadeUpPriceTests {
    @Test("sample prints the same bytes in every run, whatever the clock")
    func sample() async {
        let later = TestClock()
        later.advance(by: .seconds(90_000_000))
        for line in ["list -p sample --json", "price BTC ETH -p sample"] {
            let (one, two) = (await runTool(line), await runTool(line, time: later.source))
            #expect(one.output == two.output)
            #expect(one.status == .success)
        }
    }

    @Test("mock walks by its seed and the clock, and names itself")
    func mock() async {
        let line = "price BTC -p mock --csv --fields time,price,provider --no-header"
        let (one, two) = (await runTool(line), await runTool(line + " --seed 1"))
        #expect(one.output == two.output)
        #expect(one.output.hasPrefix("2024-03-01T12:00:00Z,"))
        #expect(one.output.hasSuffix(",mock\r\n"))
        let second = await runTool(line + " --seed 2")
        #expect(second.output != one.output)
        #expect(await runTool(line, ["CRYPTO_PRICE_SEED": "2"]).output == second.output)
    }

    /// Points all real providers at a server that expects no request.
    private static func variables(of server: LoopbackServer) -> [String: String] {
        let names =
            MarketProvider.all.filter { !$0.isMadeUp }.map(\.name)
            + AirQualityProvider.all.filter { !$0.isMadeUp }.map(\.name)
        return names.reduce(into: [:]) { variables, name in
            let prefix = "CRYPTO_" + name.uppercased().replacing("-", with: "_")
            variables[prefix + "_URL"] = server.url
            variables[prefix + "_WS_URL"] = server.webSocketURL
            variables[prefix + "_KEY"] = "a-test-key"
        }
    }

    static let lines: [(line: String, sample: ToolStatus, mock: ToolStatus)] = [
        ("list -c SEK -n 3", .success, .success), ("list -c KWD -n 3", .unknownName, .unknownName),
        ("list --sort price -c JPY -n 3", .success, .success), ("list --search bit", .success, .success),
        ("list BTC NOPE -c SEK", .unknownName, .unknownName), ("list --market futures", .success, .usage),
        ("price BTC ETH/EUR -c SEK", .success, .success), ("price BTC -c KWD", .unknownName, .unknownName),
        ("price NOPE", .unknownName, .unknownName), ("price stock:AAPL -c SEK", .success, .unknownName),
        ("price BTC --history 3d -c SEK", .success, .usage), ("price BTC --at 2024-02-25", .success, .usage),
        ("price BTC --chart", .success, .usage), ("price BTC --consensus --min-sources 1", .success, .success),
        ("convert 1 BTC SEK", .success, .success), ("convert 1 EUR SEK KWD", .unknownName, .unknownName),
        ("convert 1 BTC NOPE", .unknownName, .unknownName), ("convert 1 BTC SEK --at 2024-02-25", .success, .usage),
        ("convert 1 EUR SEK --at 2024-02-25", .success, .usage), ("convert 1 BTC SEK --explain", .success, .success),
        ("watch BTC -c SEK --count 1", .success, .success), ("watch BTC -c KWD --count 1", .unknownName, .unknownName),
        ("watch BTC -c SEK --poll 1s --count 1", .success, .success),
        ("watch --top 2 -c SEK --count 1", .success, .success),
        ("aqi Delhi", .success, .success), ("aqi Nowhere", .unknownName, .unknownName),
        ("aqi Delhi --history 3h", .success, .success), ("aqi Delhi --watch --count 1", .success, .success),
    ]

    @Test("With a made-up provider no real one is asked, for any job", arguments: lines)
    func asksNobodyReal(line: String, sample: ToolStatus, mock: ToolStatus) async throws {
        try await withLoopbackServer([]) { server in
            for (name, status) in [("sample", sample), ("mock", mock)] {
                let run = await runTool("\(line) -p \(name) --retries 0", Self.variables(of: server), time: .live)
                #expect(run.status == status, "\(name): \(run.errors)")
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(
        "Made-up and real providers cannot be combined: exit 64 before the first request",
        arguments: [
            ("list", "coingecko", "sample"), ("list BTC", "coingecko", "mock"), ("list BTC -c SEK", "binance", "mock"),
            ("price BTC", "coinbase", "sample"), ("price BTC --history 3d", "coinbase", "sample"),
            ("price BTC --consensus", "kraken", "mock"), ("convert 1 BTC SEK", "ecb", "sample"),
            ("convert 1 BTC SEK --at 2024-02-25", "ecb", "mock"), ("watch BTC -c SEK", "kraken", "mock"),
            ("watch --top 3", "coingecko", "mock"), ("aqi Delhi", "open-meteo", "sample"),
            ("aqi Delhi --watch", "waqi", "mock"),
        ])
    func notBesideReal(line: String, real: String, made: String) async throws {
        try await withLoopbackServer([]) { server in
            for names in ["\(real),\(made)", "\(made),\(real)"] {
                let run = await runTool("\(line) -p \(names)", Self.variables(of: server))
                expectFailure(
                    run, .usage,
                    says:
                        "--provider: the data of \(made) is made up and cannot be combined with \(real); name one kind")
                #expect(server.requests.isEmpty)
            }
        }
    }
}
