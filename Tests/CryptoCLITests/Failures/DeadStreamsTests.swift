import MarketProviders
import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

@Suite("The default chain of streams survives the death of its providers", .quick, .endsHang, .virtualTime)
struct DeadStreamsTests {
    /// The path of a stream, and a message with the price 7 of BTC in USDT.
    private static let streams: [String: (path: String, frame: String)] = [
        "kraken": ("/v2", #"{"channel":"ticker","data":[{"symbol":"BTC/USDT","last":7.0}]}"#),
        "okx": (
            "/ws/v5/public",
            #"{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"instId":"BTC-USDT","last":"7"}]}"#
        ),
        "binance": (
            "/stream", #"{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","E":1709294400500,"s":"BTCUSDT","c":"7"}}"#
        ),
    ]

    @Test("The first one that lives streams, with one notice of each one before it", arguments: Death.allCases)
    func next(death: Death) async throws {
        let chain = ProviderTable.markets.defaults(for: .watch, of: .coin)
        #expect(chain.map(\.name) == ["coinbase", "kraken", "okx", "binance"])
        for count in 1..<chain.count {
            let living = chain[count].name
            let stream = try #require(Self.streams[living])
            let script: WebSocketScript = { peer in
                _ = try peer.receiveMessage()
                try peer.send(text: stream.frame)
                try peer.waitUntilClientLeaves()
            }
            let run = try await death.withURL { grave in
                try await withLoopbackServer([.webSocket(stream.path, script: script)]) { server in
                    var variables = server.streams(of: living)
                    for dead in chain.prefix(count) {
                        let name = dead.name.uppercased()
                        variables["CRYPTO_\(name)_URL"] = grave
                        variables["CRYPTO_\(name)_WS_URL"] = grave.replacing("http:", with: "ws:")
                    }
                    return await runTool(
                        "watch BTC -c USDT --count 1 --fields price,provider --csv --no-header --retries 0 "
                            + "--timeout \(death.timeout)", variables)
                }
            }
            #expect(run.status == .success && run.output == "7,\(living)\r\n", "\(run.errors)")
            let notices = run.errorLines.filter { $0.contains("; trying ") }
            #expect(notices.count == count, "\(run.errors)")
            for (notice, (dead, next)) in zip(notices, zip(chain, chain.dropFirst())) {
                #expect(notice.hasPrefix("crypto: \(dead.name): ") && notice.hasSuffix("; trying \(next.name)"))
            }
            #expect(run.elapsed < .seconds(20))
        }
    }
}
