import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Files of kept answers", .quick, .virtualTime)
struct CacheTests {
    /// Runs `body` with a cache and a server that has these answers of coingecko.
    private func withCache(
        _ rows: [String], _ body: (TemporaryDirectory, [String: String]) async throws -> Void
    ) async throws {
        let exchanges = rows.map { Exchange.get(CoinGeckoAnswers.path, answer: .json("[\($0)]")) }
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                try await body(home, server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path]) { $1 })
            }
        }
    }

    private static let line = "price BTC -p coingecko --retries 0 --fields price --csv --no-header"

    @Test("A damaged file is asked for again")
    func damaged() async throws {
        let rows = ["1", "2", "3"].map { CoinGeckoAnswers.row("bitcoin", "btc", price: $0) }
        try await withCache(rows) { home, variables in
            #expect(await runTool(Self.line, variables).output == "1\r\n")
            let name = try #require(Files.names(in: home.path("crypto")).first { $0.count == 64 })
            let file = home.path("crypto/\(name)")
            let bytes = try Files.bytes(file)
            try Files.write(Array(bytes.dropLast()), to: file)
            #expect(await runTool(Self.line, variables).output == "2\r\n")
            try Files.write([], to: file)
            for _ in 0..<2 { #expect(await runTool(Self.line, variables).output == "3\r\n") }
        }
    }

    @Test("watch --poll always asks")
    func polling() async throws {
        // A busy machine may poll once more before the run has ended.
        let rows = ["1", "2", "3"].map { Answer.json("[\(CoinGeckoAnswers.row("bitcoin", "btc", price: $0))]") }
        let exchanges = rows.enumerated().map { index, row in
            Exchange.get(CoinGeckoAnswers.path, times: index == 2 ? .any : 1, answer: row)
        }
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                let variables = server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path]) { $1 }
                #expect(await runTool(Self.line, variables).output == "1\r\n")
                let options = "-p coingecko --fields price --csv --no-header"
                let run = await runTool("watch BTC --poll 10ms --count 2 \(options)", variables)
                #expect(run.output == "2\r\n3\r\n", "\(run.errors)")
            }
        }
    }

    @Test("Neither the key nor an answer that repeats it is kept")
    func secrets() async throws {
        let canary = "canary-0123456789"
        let rows = [CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.row("x", "btc", name: canary)]
        try await withCache(rows) { home, variables in
            let variables = variables.merging(["CRYPTO_COINGECKO_KEY": canary]) { $1 }
            for options in ["", "", " --refresh"] {
                #expect(await runTool(Self.line + options, variables).status == .success)
            }
            let names = Files.names(in: home.path("crypto"))
            #expect(!names.isEmpty)
            for name in names {
                let content = String(decoding: try Files.bytes(home.path("crypto/\(name)")), as: UTF8.self)
                #expect(!(name + content).contains("0123456789"))
            }
        }
    }
}
