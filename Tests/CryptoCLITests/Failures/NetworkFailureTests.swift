import CryptoCLI
import Platform
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path
private let key = "CG-sEcrEt+1/="

/// `Tests/Cases/failures/connections.txt` has other failures of connections.
@Suite("Unreachable servers: redirects, certificates, no network", .quick)
struct NetworkFailureTests {
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

    @Test(
        "Offline, one fact is said in place of each host",
        arguments: ["watch BTC", "price BTC", "price BTC -c SEK", "price BTC --consensus", "convert 1 BTC SEK"])
    func offline(line: String) async throws {
        // A name with an empty part has no address, and no name server is asked for it.
        let names = ["coinbase", "kraken", "binance"]
        let rates = ["FRANKFURTER", "ECB", "ERAPI", "CURRENCYAPI"].map { ("CRYPTO_\($0)_URL", "http://rates..invalid") }
        var variables = Dictionary(uniqueKeysWithValues: rates)
        for name in names {
            variables["CRYPTO_\(name.uppercased())_URL"] = "http://\(name)..invalid"
            variables["CRYPTO_\(name.uppercased())_WS_URL"] = "ws://\(name)..invalid"
        }
        let run = await runTool("\(line) -p \(names.joined(separator: ",")) --retries 0 -q", variables, time: .live)
        #expect(run.status == .unavailable && run.output.isEmpty)
        #expect(
            run.errors == "crypto: no network: no host name can be resolved; --provider sample needs none\n")
        let verbose = await runTool(
            "\(line) -p \(names.joined(separator: ",")) --retries 0 -v", variables, time: .live)
        #expect(verbose.errors.contains("no address for coinbase..invalid"), "\(verbose.errors)")
    }

    @Test("The host of a redirect is printed without control characters and is not a usage error")
    func redirect() async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: http://\u{202E}evil\u{9B}31m.invalid/\r\nContent-Length: 0\r\n\r\n"
        let run = try await list("-v", .raw(head))
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.errors.contains("redirected to http://"))
        #expect(run.errorLines.last?.hasPrefix("crypto: coingecko: 127.0.0.1:") == true, "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
    }

    @Test("A header of 1 MB is reported with provider and host")
    func largeHeader() async throws {
        let answer = Answer.json("[]", headers: [("X", String(repeating: "x", count: 1_000_000))])
        let run = try await list("", answer)
        expectFailure(run, .invalidData, says: "crypto: coingecko: 127.0.0.1:")
        #expect(run.errors.hasSuffix(" sent a header over 102400 bytes; try another --provider\n"), "\(run.errors)")
    }

    private func list(_ options: String, _ answer: Answer) async throws -> ToolRun {
        try await withLoopbackServer([.get(path, answer: answer)]) { server in
            await runTool("list -p coingecko --retries 0 \(options)", server.variables(for: "coingecko"))
        }
    }
}
