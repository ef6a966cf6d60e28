import Platform
import TestSupport
import Testing

@Suite("the built tool: many lines for watch -", .needsLinux, .needsBuiltProduct("crypto"), .quick, .endsHang)
struct WatchInputTests {
    @Test(
        "14,000 symbols that come and go cost neither memory nor a core",
        arguments: [("S&", "different ones"), ("ETH", "always the same")])
    func comeAndGo(symbol: String, what: Comment) async throws {
        let outcome = try await runBuiltWatch(
            ["BTC", "-", "--fields", "symbol,price", "--csv", "--no-header", "--count", "1"],
            shell: """
                seq 14000 | sed 's/.*/add \(symbol)\\nremove \(symbol)/' >"$0/lines"; echo add LAST >>"$0/lines"
                exec "$@" <"$0/lines"
                """,
            scripts: { process in
                [
                    { peer in
                        var text = ""
                        while !text.contains("\"LAST-USD\"") {
                            text = try peer.expectText("changes") { _ in true }
                            // A busy machine may take longer for all of them than the program waits for a sign of life.
                            try peer.send(text: StreamFrames.coinbaseHeartbeat)
                        }
                        let (peak, used) = (process.peakMemory ?? .max, process.processorTicks)
                        guard peak < 64 << 10 else { throw ScriptFailure("\(peak) KiB") }
                        guard used < 1500 else { throw ScriptFailure("\(used) hundredths of a second") }
                        try peer.send(text: StreamFrames.coinbase("LAST-USD", "5"))
                        // Some of those that are gone may only now be asked for no longer.
                        try peer.waitUntilClientLeaves()
                    }
                ]
            })
        #expect(outcome.status == .exited(0), what)
        #expect(outcome.outputText == "LAST,5\r\n", what)
    }

    @Test("--for ends in time, however many lines are waiting", arguments: ["mock", "coinbase"])
    func time(provider: String) async throws {
        let lines = (0..<20_000).map { "add S\($0)\n" }.joined()
        let start = TimeSource.live.elapsed()
        let outcome = try await runBuilt(
            ["watch", "-", "-p", provider, "--for", "1s"], ["CRYPTO_COINBASE_WS_URL": "ws://127.0.0.1:1"],
            input: .bytes(Array(lines.utf8)))
        let took = TimeSource.live.elapsed() - start
        #expect(outcome.status != .exited(0))
        #expect(took < .seconds(12), "\(took)")
    }
}
