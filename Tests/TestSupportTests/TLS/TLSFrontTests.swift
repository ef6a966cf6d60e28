import Testing

@testable import TestSupport

@Suite("TLS front", .needsTLS, .quick)
struct TLSFrontTests {
    /// The output of the openssl client, with the CA trusted and the address verified.
    private func request(_ front: TLSFront) async throws -> ToolOutcome {
        let openssl = try #require(Executables.inPath("openssl"))
        return try await ToolProcess.run(
            openssl,
            [
                "s_client", "-quiet", "-connect", "127.0.0.1:\(front.port)", "-CAfile", front.caFile,
                "-verify_return_error", "-verify_ip", "127.0.0.1",
            ],
            input: .bytes(Array("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n".utf8)))
    }

    @Test("A valid certificate is trusted through its CA, and the bytes of the plain server are passed through")
    func good() async throws {
        try await withLoopbackServer([.get("/a", answer: .json("[1]"))]) { server in
            try await withTLSFront(of: server) { front in
                let outcome = try await request(front)
                #expect(outcome.outputText.hasSuffix("\r\n\r\n[1]"))
                #expect(outcome.status == .exited(0))
            }
        }
    }

    @Test(
        "An invalid certificate is refused for its defect",
        arguments: [(CertificateKind.expired, "certificate has expired"), (.wrongHost, "IP address mismatch")])
    func bad(kind: CertificateKind, reason: String) async throws {
        try await withLoopbackServer([]) { server in
            try await withTLSFront(of: server, certificate: kind) { front in
                let outcome = try await request(front)
                #expect(outcome.errorText.contains(reason))
                #expect(outcome.output.isEmpty)
            }
        }
    }

    @Test("The helper ends when its stdin does")
    func dies() async throws {
        try await withTemporaryDirectory { directory in
            let front = try await TLSFront(.good, plainPort: 1, in: directory)
            #expect(front.stopGently() == .exited(0))
        }
    }
}
