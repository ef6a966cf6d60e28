import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("watch: --record and --replay", .quick, .endsHang)
struct WatchRecordTests {
    /// Sends these prices after the subscription, until the client leaves.
    private static func script(_ prices: [String]) -> WebSocketScript {
        { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbaseGreeting)
            for price in prices {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", "\"\(price)\""))
                try peer.wait(.milliseconds(2))
            }
            try peer.waitUntilClientLeaves()
        }
    }

    private func record(
        _ line: String, _ exchanges: [Exchange], _ home: TemporaryDirectory
    ) async throws -> (run: ToolRun, variables: [String: String]) {
        try await withLoopbackServer(exchanges) { server in
            let variables = server.variables(for: "coinbase", "coingecko", "frankfurter")
                .merging(server.streams(of: "coinbase")) { $1 }
            return (await runTool("\(line) --record \(home.path("r"))", variables, time: .live), variables)
        }
    }

    private static let over = "crypto: coinbase: the stream is over\n"

    @Test("A stream prints the same rows with the same ages from its record, at full speed, and then is over")
    func same() async throws {
        try await withTemporaryDirectory { home in
            let prices = (1...50).map { "\($0).5" }
            let (first, variables) = try await record(
                "watch BTC -p coinbase --count 50 -f jsonl", [.webSocket(script: Self.script(prices))], home)
            #expect(first.status == .success && first.outputLines.count == 50, "\(first.errors)")
            let again = await runTool("watch BTC -p coinbase -f jsonl --replay \(home.path("r"))", variables)
            #expect(again.output == first.output)
            #expect(again.status == .success && again.errors == Self.over, "\(again.errors)")
            let counted = await runTool(
                "watch BTC -p coinbase --count 50 -f jsonl --replay \(home.path("r"))", variables)
            #expect(counted.output == first.output && counted.status == .success)
        }
    }

    @Test("A provider without a stream is polled from the record until it is over")
    func polled() async throws {
        try await withTemporaryDirectory { home in
            let exchanges = ["1", "2", "3"].map { price in
                Exchange.get(
                    CoinGeckoAnswers.path,
                    answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: price)))
            }
            let line = "watch BTC -p coingecko --poll 20ms --fields price,age --csv --no-header"
            let (first, variables) = try await record("\(line) --count 3", exchanges, home)
            #expect(first.outputLines.count == 3, "\(first.errors)")
            let again = await runTool("\(line) --replay \(home.path("r"))", variables)
            #expect(again.output == first.output)
            #expect(again.status == .success)
            #expect(again.errors == first.errors + "crypto: coingecko: the stream is over\n")
        }
    }

    @Test("A killed run leaves a record of all that it printed", .needsBuiltProduct("crypto"))
    func killed() async throws {
        try await withTemporaryDirectory { home in
            let options = ["BTC", "--fields", "price", "--csv", "--no-header"]
            @Sendable func printed() -> String {
                (try? Files.bytes(home.path("out"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            let outcome = try await runBuiltWatch(
                options + ["--record", home.path("r")], shell: "exec \"$@\" >'\(home.path("out"))'",
                scripts: { process in
                    [
                        { peer in
                            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
                            for price in 1...20 {
                                try peer.send(text: StreamFrames.coinbase("BTC-USD", "\"\(price)\""))
                            }
                            try peer.wait { printed().hasSuffix("20\r\n") }
                            process.signal(SIGKILL)
                            try peer.waitUntilClientLeaves()
                        }
                    ]
                })
            #expect(outcome.status == .signalled(SIGKILL))
            let name = try #require(Files.names(in: home.path("r")).first)
            let text = String(decoding: try Files.bytes(home.path("r/\(name)")), as: UTF8.self)
            let url = try #require(text.split(separator: "\"").dropFirst(3).first)
            // As if the last line was cut.
            try home.write(text + #"{"time":"2026-"#, to: "r/\(name)")
            let again = try await runBuilt(
                ["watch", "-p", "coinbase"] + options + ["--replay", home.path("r")],
                ["CRYPTO_COINBASE_WS_URL": String(url)])
            #expect(again.outputText == printed())
            #expect(again.status == .exited(0), "\(again.errorText)")
        }
    }
}
