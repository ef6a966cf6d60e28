import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: over TLS", .needsTLS, .quick, .endsHang)
struct WatchTLSTests {
    /// A watch of one tick from a server behind TLS.
    private func watch(
        _ exchanges: [Exchange], protocols: [String] = ["http/1.1"], certificate: CertificateKind = .good,
        trusts: Bool = true
    ) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            try await withTLSFront(of: server, certificate: certificate, protocols: protocols) { front in
                var variables = ["CRYPTO_COINBASE_WS_URL": "wss://127.0.0.1:\(front.port)"]
                if trusts { variables["CURL_CA_BUNDLE"] = front.caFile }
                return await runTool(
                    "watch BTC --provider coinbase --retries 0 --count 1 --fields price --csv --no-header", variables,
                    time: .live)
            }
        }
    }

    @Test(
        "a server that prefers HTTP/2, or speaks nothing else by name, is spoken to in HTTP/1.1 and streams",
        arguments: [["http/1.1"], ["h2", "http/1.1"], ["h2"]])
    func protocols(_ protocols: [String]) async throws {
        let exchange = Exchange.webSocket { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
            try peer.expectClose(1000)
        }
        let run = try await watch([exchange], protocols: protocols)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "5\r\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "a certificate that is not good is 69, and nothing is said to the server", arguments: CertificateKind.allCases)
    func certificate(_ kind: CertificateKind) async throws {
        let run = try await watch([], certificate: kind, trusts: kind != .good)
        expectFailure(run, .unavailable, says: "coinbase: ")
    }
}
