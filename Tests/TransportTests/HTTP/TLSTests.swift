import Platform
import TestSupport
import Testing
import Transport

@Suite("TLS: trust and keys", .needsTLS, .quick)
struct TLSTests {
    private func client(_ trust: Trust) -> HTTPClient {
        HTTPClient.curl(HTTPConfiguration(timeout: .seconds(60), userAgent: "crypto/test", trust: trust))
    }

    @Test("A valid certificate of a CA from the environment is trusted, for both of its names")
    func good() async throws {
        let exchange = Exchange.get("/", headers: ["X-Key": "abcdef"], times: 2, answer: .json("{}"))
        try await withLoopbackServer([exchange]) { server in
            try await withTLSFront(of: server) { front in
                let client = client(Trust(environment: ["SSL_CERT_FILE": front.caFile]))
                for base in [front.url, "https://localhost:\(front.port)"] {
                    let secret = Secret.header(name: "X-Key", value: "abcdef")
                    let response = try await client.send(HTTPRequest(base: base, path: "/", secret: secret))
                    #expect(response.verdict == .content(Array("{}".utf8)))
                }
            }
        }
    }

    @Test(
        "An expired certificate and one of another host are refused without a retry",
        arguments: [CertificateKind.expired, .wrongHost])
    func bad(_ kind: CertificateKind) async throws {
        try await refused(kind) { Trust(bundle: $0) }
    }

    @Test(
        "A certificate of an unknown CA is refused, and every certificate where the CA file is missing",
        arguments: [nil, "/does/not/exist"])
    func unknown(bundle: String?) async throws {
        try await refused(.good) { _ in Trust(bundle: bundle) }
    }

    private func refused(_ kind: CertificateKind, trust: (String) -> Trust) async throws {
        try await withLoopbackServer([]) { server in
            try await withTLSFront(of: server, certificate: kind) { front in
                let result = await client(trust(front.caFile)).result(of: HTTPRequest(base: front.url, path: "/"))
                guard case .failure(let error) = result, case .unreachable(.certificate(let words)) = error.reason
                else {
                    Issue.record("\(result)")
                    return
                }
                #expect(!words.isEmpty && !error.isTransient)
            }
        }
    }

    @Test("A server without TLS is a TLS error")
    func noTLS() async throws {
        let client = client(Trust())
        // Not verified afterwards, because the server receives no HTTP.
        let server = try LoopbackServer([])
        defer { server.stop() }
        let request = HTTPRequest(base: "https://127.0.0.1:\(server.port)", path: "/")
        let result = await client.result(of: request)
        guard case .unreachable(.tls) = result.failureReason else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("A redirect from https to http is refused")
    func downgrade() async throws {
        try await withLoopbackServer([.get("/", answer: .redirect(to: "http://127.0.0.1:1/x?key=abcdef"))]) { server in
            try await withTLSFront(of: server) { front in
                let request = HTTPRequest(
                    base: front.url, path: "/", secret: .query(name: "key", value: "abcdef"))
                let result = await client(Trust(bundle: front.caFile)).result(of: request)
                #expect(result.failureReason == .redirect(.downgrade(to: "http://127.0.0.1:1/x?key=***")))
            }
        }
    }

    @Test("A redirect from http to https does not send the key, even on the same host")
    func upgrade() async throws {
        let there = Exchange.get("/there", query: .none, headers: ["X-Key": .absent], answer: .json("{}"))
        try await withLoopbackServer([there]) { secure in
            try await withTLSFront(of: secure) { front in
                try await withLoopbackServer([.get("/", answer: .redirect(to: front.url + "/there"))]) { plain in
                    let request = HTTPRequest(
                        base: plain.url, path: "/", secret: .header(name: "X-Key", value: "abcdef"))
                    let response = try await client(Trust(bundle: front.caFile)).send(request)
                    #expect(response.url == front.url + "/there")
                }
            }
        }
    }

    @Test("A body that is cut or reset over TLS is an error")
    func cut() async throws {
        let body = Array(#"{"price":1}"#.utf8)
        for answer in [Answer.cut(body, after: 4), .cut(body, after: 4, then: .reset)] {
            try await withLoopbackServer([.get("/", answer: answer)]) { server in
                try await withTLSFront(of: server) { front in
                    let request = HTTPRequest(base: front.url, path: "/")
                    let result = await client(Trust(bundle: front.caFile)).result(of: request)
                    #expect(
                        [.cut(receivedBytes: 4, expected: 11), .reset(receivedBytes: 4)].contains { reason in
                            result.failureReason == .unreachable(reason)
                        }, "\(result)")
                }
            }
        }
    }
}
