import Platform
import TestSupport
import Testing
import Transport

@Suite("WebSocket: TLS", .needsTLS, .quick)
struct WebSocketTLSTests {
    private func request(_ front: TLSFront, secret: Secret? = nil) -> WebSocketRequest {
        WebSocketRequest(base: "wss://127.0.0.1:\(front.port)", secret: secret)
    }

    private func trusting(_ front: TLSFront) -> HTTPConfiguration {
        HTTPConfiguration(timeout: .seconds(60), userAgent: "crypto/test", trust: Trust(bundle: front.caFile))
    }

    /// Runs a client against a server that plays a script behind TLS.
    private func converse<Value: Sendable>(
        protocols: [String] = ["http/1.1"], secret: Secret? = nil, _ script: @escaping WebSocketScript,
        _ body: @escaping @Sendable (WebSocketConnection) throws -> Value
    ) async throws -> Value {
        try await withWebSocketServer([script]) { server in
            try await withTLSFront(of: server, protocols: protocols) { front in
                try await client(request(front, secret: secret), trusting(front), body: body)
            }
        }
    }

    @Test("Messages and closes go both ways, the request has its key, and a server that prefers HTTP/2 gets HTTP/1.1")
    func conversation() async throws {
        for protocols in [["http/1.1"], ["h2", "http/1.1"]] {
            let script: WebSocketScript = { peer in
                guard peer.request.header("X-Key") == "abcdef" else { throw ScriptFailure("no key") }
                try peer.expectText("hello")
                try peer.send([.ping([1]), .text("hi")])
                try peer.expectPong([1])
                try peer.expectClose()
            }
            let secret = Secret.header(name: "X-Key", value: "abcdef")
            let messages = try await converse(protocols: protocols, secret: secret, script) { socket in
                try socket.send(text: "hello")
                var messages: [Message] = []
                while messages.isEmpty { messages += try socket.nextMessages() }
                socket.close()
                return messages
            }
            #expect(messages == [.text("hi")])
        }
    }

    @Test("Messages larger than the buffer arrive whole, also when TLS holds bytes while the socket is empty")
    func bursts() async throws {
        let texts = (0..<20_000).map { "message \($0) " + String(repeating: "x", count: $0 % 400) }
        let script: WebSocketScript = { peer in
            try peer.send(texts: texts)
            try peer.send(binary: [UInt8](repeating: 7, count: 3 << 20))
        }
        let seen = try await converse(script) { $0.readToEnd().messages }
        let isWhole = seen == texts.map { .text($0) } + [.binary([UInt8](repeating: 7, count: 3 << 20))]
        #expect(isWhole)
    }

    @Test("An end in the middle of a frame is a reset", arguments: [true, false])
    func cut(resets: Bool) async throws {
        let script: WebSocketScript = { peer in
            try peer.send(bytes: [0x81, 5, 65])
            try peer.expectText("seen")
            if resets { try peer.reset() }
            try peer.drop()
        }
        let failure = try await converse(script) { socket in
            _ = try socket.receive(timeout: .milliseconds(50)) { _, _ in }
            try socket.send(text: "seen")
            return socket.readToEnd().failure
        }
        // The beginning of the frame may be lost to a reset.
        #expect(failure == .reset(midMessage: true) || resets && failure == .reset(midMessage: false))
    }

    @Test("An invalid certificate is refused, as over HTTP", arguments: [CertificateKind.expired, .wrongHost])
    func certificate(_ kind: CertificateKind) async throws {
        try await withLoopbackServer([]) { server in
            try await withTLSFront(of: server, certificate: kind) { front in
                let failure = try await openingFailure(request(front), trusting(front))
                guard case .unreachable(.certificate) = failure?.reason else {
                    Issue.record("\(String(describing: failure))")
                    return
                }
            }
        }
    }
}
