import CryptoCLI
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path
private let key = "CG-sEcrEt+1/="

@Suite("Unreachable servers: refused, no address, redirects, certificates", .quick)
struct NetworkFailureTests {
    @Test("A refused connection")
    func refused() async throws {
        try await withRefusedURL { url in
            let run = await runTool("price BTC -p coingecko --retries 0", ["CRYPTO_COINGECKO_URL": url])
            let host = url.dropFirst("http://".count)
            expectFailure(
                run, .unavailable, says: "coingecko: no connection to \(host): Connection refused; check the network")
        }
    }

    @Test("A host name without an address", .endsHang)
    func unknownHost() async {
        let run = await runTool(
            "price BTC -p coingecko --retries 0", ["CRYPTO_COINGECKO_URL": "http://crypto.invalid"])
        expectFailure(run, .unavailable, says: "coingecko: no address for crypto.invalid; check the network")
    }

    @Test("A URL variable that is not a URL", arguments: ["ftp://127.0.0.1", "127.0.0.1:80", "://", "file:///etc"])
    func badURL(_ url: String) async {
        let run = await runTool("price BTC -p coingecko --retries 0", ["CRYPTO_COINGECKO_URL": url])
        #expect(run.status == .usage)
        #expect(run.errors.hasPrefix("crypto: coingecko: '\(url)"), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    static let redirects: [(location: String, says: String)] = [
        (path, "in a loop"), ("ftp://127.0.0.1/x", "to the scheme 'ftp', which is not followed"),
        ("file:///etc/passwd", "to the scheme 'file', which is not followed"),
        ("http://", "to 'http://', which is not a URL"),
    ]

    @Test("A redirect that is not followed", arguments: redirects)
    func redirect(location: String, says: String) async throws {
        try await withLoopbackServer([
            .get(
                path, query: ["symbols": "btc"],
                answer: .making { request in
                    .redirect(to: location == path ? request.target : location)
                })
        ]) { server in
            let run = await runTool("price BTC -p coingecko --retries 0", server.variables(for: "coingecko"))
            expectFailure(run, .unavailable, says: "coingecko: 127.0.0.1:\(server.port) redirects \(says)")
        }
    }

    @Test("Six redirects are too many, and a redirect without a location is an error")
    func endlessRedirects() async throws {
        let hops = (0..<6).map {
            Exchange.get($0 == 0 ? path : "/\($0)", answer: .redirect(to: "/\($0 + 1)"))
        }
        try await withLoopbackServer(hops) { server in
            let run = await runTool("price BTC -p coingecko --retries 0", server.variables(for: "coingecko"))
            expectFailure(run, .unavailable, says: "redirects more than 5 times")
        }
        try await withLoopbackServer([.get(path, answer: .status(302))]) { server in
            let run = await runTool("price BTC -p coingecko --retries 0", server.variables(for: "coingecko"))
            expectFailure(run, .unavailable, says: "redirects with status 302 but without a location")
        }
    }

    @Test("A redirect to another host is sent without the key, and no output contains it")
    func redirectWithKey() async throws {
        let there = Exchange.get(
            "/elsewhere", headers: ["x-cg-demo-api-key": .absent],
            answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        try await withLoopbackServer([there]) { other in
            let here = Exchange.get(
                path, headers: ["x-cg-demo-api-key": .value(key)], answer: .redirect(to: other.url + "/elsewhere"))
            try await withLoopbackServer([here]) { server in
                var variables = server.variables(for: "coingecko")
                variables["CRYPTO_COINGECKO_KEY"] = key
                let run = await runTool("price BTC -p coingecko -v --fields symbol --csv", variables)
                #expect(run.status == .success)
                #expect(run.outputLines == ["symbol", "BTC"])
                #expect(run.errors.contains("302: redirected to \(other.url)/elsewhere"))
                #expect(!run.errors.contains("sEcrEt"))
            }
        }
    }

    @Test("A key is not sent over plain http to another machine")
    func keyOverPlainHTTP() async {
        let run = await runTool(
            "price BTC -p cryptocompare",
            ["CRYPTO_CRYPTOCOMPARE_URL": "http://prices.invalid", "CRYPTO_CRYPTOCOMPARE_KEY": key])
        expectFailure(
            run, .unavailable, says: "cryptocompare: a key is never sent to prices.invalid over plain http; use https")
        #expect(!run.errors.contains("sEcrEt"))
    }

    @Test("A certificate that is not valid", .needsTLS, arguments: [CertificateKind.expired, .wrongHost])
    func certificate(_ kind: CertificateKind) async throws {
        try await withLoopbackServer([]) { server in
            try await withTLSFront(of: server, certificate: kind) { front in
                let run = await runTool(
                    "price BTC -p coingecko --retries 0",
                    ["CRYPTO_COINGECKO_URL": front.url, "CURL_CA_BUNDLE": front.caFile])
                expectFailure(
                    run, .unavailable, says: "coingecko: the certificate of 127.0.0.1:\(front.port) is not valid: ")
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("A valid certificate is accepted only by those who trust its issuer", .needsTLS)
    func trust() async throws {
        let rows = Exchange.get(path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        try await withLoopbackServer([rows]) { server in
            try await withTLSFront(of: server) { front in
                let line = "price BTC -p coingecko --retries 0"
                let stranger = await runTool(line, ["CRYPTO_COINGECKO_URL": front.url])
                expectFailure(stranger, .unavailable, says: "the certificate of 127.0.0.1:\(front.port) is not valid: ")
                let friend = await runTool(
                    line, ["CRYPTO_COINGECKO_URL": front.url, "SSL_CERT_FILE": front.caFile])
                #expect(friend.status == .success)
            }
        }
    }

    @Test("A redirect from https to http is not followed", .needsTLS)
    func downgrade() async throws {
        try await withLoopbackServer([
            .get(path, answer: .making { .redirect(to: "http://127.0.0.1:1\($0.path)") })
        ]) { server in
            try await withTLSFront(of: server) { front in
                let run = await runTool(
                    "price BTC -p coingecko --retries 0",
                    ["CRYPTO_COINGECKO_URL": front.url, "CURL_CA_BUNDLE": front.caFile])
                expectFailure(run, .unavailable, says: "redirects from https to plain http://127.0.0.1:1\(path)")
            }
        }
    }
}
