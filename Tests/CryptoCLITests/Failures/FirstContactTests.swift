import Platform
import TestSupport
import Testing

/// Machines on which something is missing: a message says what to do.
@Suite("The first request on a new machine", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct FirstContactTests {
    private static let price = ["price", "BTC", "-p", "coingecko", "--retries", "0"]

    private static func expect(_ advice: String, after facts: String, _ variables: [String: String]) async throws {
        let outcome = try await runBuilt(price, variables)
        #expect(outcome.status == .exited(69))
        #expect(outcome.outputText.isEmpty)
        #expect(outcome.errorText.contains(facts), "\(outcome.errorText)")
        #expect(outcome.errorText.hasSuffix("; \(advice)\n"), "\(outcome.errorText)")
    }

    private static let password = "write user and password into the proxy's URL: http://USER:PASSWORD@HOST:PORT"

    @Test("A proxy that wants a password, for https and for http")
    func proxyPassword() async throws {
        let refusal = Answer.status(407)
        try await withLoopbackServer([.request("CONNECT", "crypto.invalid:443", answer: refusal)]) { server in
            try await Self.expect(
                Self.password, after: "the proxy on the way to crypto.invalid failed",
                ["https_proxy": server.url, "CRYPTO_COINGECKO_URL": "https://crypto.invalid"])
        }
        let path = "http://crypto.invalid" + CoinGeckoAnswers.path
        try await withLoopbackServer([.get(path, answer: refusal)]) { server in
            try await Self.expect(
                Self.password, after: "refused by the proxy with status 407",
                ["http_proxy": server.url, "CRYPTO_COINGECKO_URL": "http://crypto.invalid"])
        }
    }

    @Test("A proxy that does not exist")
    func noProxy() async throws {
        try await Self.expect(
            "check the variable https_proxy",
            after: "the proxy on the way to crypto.invalid failed: Could not resolve proxy: proxy.invalid",
            ["https_proxy": "http://proxy.invalid:1", "CRYPTO_COINGECKO_URL": "https://crypto.invalid"])
    }

    @Test("A proxy that refuses the connection is named with its variable, without its password")
    func closedProxy() async throws {
        try await withRefusedURL { url in
            let address = url.dropFirst("http://".count)
            for (variable, scheme) in [("HTTPS_PROXY", "https"), ("http_proxy", "http"), ("ALL_PROXY", "http")] {
                try await Self.expect(
                    "check the variable \(variable)",
                    after:
                        "the proxy on the way to crypto.invalid failed: \(address) (\(variable)): Connection refused",
                    [
                        variable: "http://me:s3cret@\(address)",
                        "CRYPTO_COINGECKO_URL": "\(scheme)://crypto.invalid",
                    ])
            }
        }
    }

    @Test(
        "A variable without the URL of a proxy is named, without its password",
        arguments: ["foo://me:s3cret@x", "http://["])
    func noURLOfProxy(value: String) async throws {
        try await Self.expect(
            "check the variable HTTPS_PROXY",
            after: "crypto.invalid failed: HTTPS_PROXY is not the URL of a proxy that libcurl supports; check",
            ["HTTPS_PROXY": value, "CRYPTO_COINGECKO_URL": "https://crypto.invalid"])
    }

    @Test("No name server knows the host")
    func noNetwork() async throws {
        try await Self.expect(
            "check the network or try another --provider", after: "no address for crypto.invalid",
            ["CRYPTO_COINGECKO_URL": "https://crypto.invalid"])
    }

    @Test("A clock that is wrong, and no certificates of authorities", .needsTLS)
    func certificates() async throws {
        try await withLoopbackServer([]) { server in
            try await withTLSFront(of: server, certificate: .expired) { front in
                try await Self.expect(
                    "check the clock of this machine, or try another --provider", after: "expired",
                    ["CURL_CA_BUNDLE": front.caFile, "CRYPTO_COINGECKO_URL": front.url])
            }
            let install = "install the package ca-certificates, or set SSL_CERT_FILE to a file of trusted certificates"
            try await withTLSFront(of: server) { front in
                for bundle in ["/dev/null", "/nowhere"] {
                    try await Self.expect(
                        install, after: "the certificate of 127.0.0.1",
                        ["CURL_CA_BUNDLE": bundle, "CRYPTO_COINGECKO_URL": front.url])
                }
            }
        }
    }
}
