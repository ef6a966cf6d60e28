import TestSupport
import Testing
import Transport

/// Servers that send faster than the client reads, so that a second thread reads ahead.
@Suite("WebSocket: reading ahead", .quick)
struct WebSocketFloodTests {
    /// The frames that the server sends: small messages, long ones, fragments, and pings between them.
    private static let frames: [ServerFrame] = (0..<6_000).flatMap { number -> [ServerFrame] in
        let text = "message \(number) " + String(repeating: "x", count: number % 1000)
        return switch number {
        case 1_000, 4_000: [.binary([UInt8](repeating: UInt8(number / 1000), count: 3 << 20))]
        case _ where number % 1000 == 500: [.ping([UInt8(number / 1000)]), .text(text)]
        case _ where number % 1000 == 700: ServerFrame.fragments(ofText: text, size: 200)
        default: [.text(text)]
        }
    }

    private static let messages: [Message] = (0..<6_000).map { number in
        number == 1_000 || number == 4_000
            ? .binary([UInt8](repeating: UInt8(number / 1000), count: 3 << 20))
            : .text("message \(number) " + String(repeating: "x", count: number % 1000))
    }

    /// Runs a client against a server that plays a script, plain or behind TLS.
    private func converse<Value: Sendable>(
        overTLS: Bool, _ script: @escaping WebSocketScript,
        _ body: @escaping @Sendable (WebSocketConnection) throws -> Value
    ) async throws -> Value {
        try await withWebSocketServer([script]) { server in
            guard overTLS else { return try await client(server, configuration(), body: body) }
            return try await withTLSFront(of: server) { front in
                let trust = Trust(bundle: front.caFile)
                return try await client(
                    WebSocketRequest(base: "wss://127.0.0.1:\(front.port)"),
                    HTTPConfiguration(timeout: .seconds(60), userAgent: "crypto/test", trust: trust), body: body)
            }
        }
    }

    private func expectAllInOrder(overTLS: Bool) async throws {
        let script: WebSocketScript = { peer in
            try peer.send(Self.frames)
            for number in 0..<6 {
                try peer.expectText("seen \(number * 1000)")
                try peer.expectPong([UInt8(number)])
            }
            try peer.expectText("all")
        }
        let isWhole = try await converse(overTLS: overTLS, script) { socket in
            var seen: [Message] = []
            while seen.count < Self.messages.count {
                _ = try socket.receive(timeout: .seconds(60)) { kind, bytes in
                    // The client sends while a second thread may be reading.
                    if seen.count % 1000 == 0 { try? socket.send(text: "seen \(seen.count)") }
                    seen.append(Message(kind, bytes))
                }
            }
            try socket.send(text: "all")
            return seen == Self.messages
        }
        #expect(isWhole)
    }

    @Test("A flood of messages arrives in order, pings are answered, and the client can send")
    func order() async throws {
        try await expectAllInOrder(overTLS: false)
    }

    @Test("A flood of messages arrives in order over TLS", .needsTLS)
    func orderOverTLS() async throws {
        try await expectAllInOrder(overTLS: true)
    }

    @Test("An end in the middle of a frame is reported after everything before it")
    func cut() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(Self.frames)
            try peer.send(bytes: [0x81, 5, 65])
            try peer.drop()
        }
        let end = try await converse(overTLS: false, script) { socket in
            let end = socket.readToEnd()
            return (isWhole: end.messages == Self.messages, failure: end.failure)
        }
        #expect(end.isWhole)
        #expect(end.failure == .reset(midMessage: true))
    }

    @Test("A close during a flood reaches the server, and no more messages are delivered")
    func close() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(Array(Self.frames.prefix(3_000)))
            try peer.expectClose(1000)
        }
        let seen = try await converse(overTLS: false, script) { socket in
            var seen = 0
            while seen < 1000 { _ = try socket.receive(timeout: .seconds(60)) { _, _ in seen += 1 } }
            socket.close(patience: .seconds(60))
            let failure = socket.readToEnd()
            #expect(failure.messages.isEmpty)
            #expect(failure.failure == .closed(code: 1000, reason: ""))
            return seen
        }
        #expect(seen >= 1000)
    }

    @Test("A connection can be dropped while more data arrives")
    func dropped() async throws {
        let script: WebSocketScript = { peer in
            while true { try peer.send(Array(Self.frames.prefix(2_000))) }
        }
        for _ in 0..<5 {
            let seen = try await converse(overTLS: false, script) { try $0.nextMessages().count }
            #expect(seen > 0)
        }
    }
}
