import Platform
import TestSupport
import Testing
import Transport

@Suite("WebSocket: faulty servers and networks", .quick)
struct WebSocketFailureTests {
    static let silent: [(String, Answer)] = [
        ("accepts and says nothing", .never),
        ("drips", .slowWebSocket(every: .milliseconds(20)) { _ in }),
        ("stops in the header", .script([.send(Array("HTTP/1.1 101 X\r\nUpg".utf8)), .waitUntilClientLeaves])),
    ]

    @Test("A timeout ends a handshake as a whole, even when data arrives", arguments: silent)
    func handshakeTimeout(_ name: String, _ answer: Answer) async throws {
        let start = ContinuousClock.now
        let failure = try await openingFailure(answer, configuration(timeout: .milliseconds(300)))
        #expect(failure.reason == .timedOut(milliseconds: 300, of: .attempt), "\(name)")
        #expect(ContinuousClock.now - start < .seconds(50))
    }

    @Test("A deadline ends a handshake before its timeout, and no connection is made after the deadline")
    func deadline() async throws {
        try await withLoopbackServer([.get("/", times: .any, answer: .never)]) { server in
            let request = WebSocketRequest(base: server.webSocketURL)
            let passed = configuration(deadline: Deadline(after: .zero, on: .live))
            let late = try await openingFailure(request, passed)
            #expect(late?.reason == .timedOut(milliseconds: 0, of: .deadline))
            #expect(server.connectionCount == 0)
            let soon = configuration(deadline: Deadline(after: .milliseconds(300), on: .live))
            guard case .timedOut(_, of: .deadline) = try await openingFailure(request, soon)?.reason else {
                Issue.record("no deadline")
                return
            }
        }
    }

    static let broken: [Fault] = [
        Fault("closed without a byte", .disconnect(), reason: .unreachable(.headerCut)),
        Fault("reset without a byte", .disconnect(.reset), reason: .unreachable(.reset(receivedBytes: 0))),
        Fault(
            "header cut", .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: webs"), reason: .unreachable(.headerCut)),
        Fault("no HTTP", .raw("220 ready\r\n\r\n"), reason: .invalid(.notHTTP)),
        Fault("header without end", .endlessHeaders, reason: .invalid(.headerTooLarge(limit: 256 << 10))),
        Fault(
            "a line without end", .script([.sendRepeatedly([UInt8](repeating: 65, count: 65536), times: nil)]),
            reason: .invalid(.headerTooLarge(limit: 256 << 10))),
        Fault(
            "a line without a name", .raw("HTTP/1.1 101 X\r\nnonsense\r\n\r\n"),
            reason: .invalid(.malformedHeader("nonsense"))),
    ]

    @Test("A broken or invalid handshake answer is an error", arguments: broken)
    func handshakeBreaks(_ fault: Fault) async throws {
        #expect(try await openingFailure(fault.answer).reason == fault.reason)
    }

    @Test(
        "Errors before the handshake are those of HTTP: refused, unknown host, invalid URL or header, key over plain ws"
    )
    func notReached() async throws {
        let secret = Secret.query(name: "key", value: "s3cr3t")
        let port = try await withLoopbackServer([]) { $0.port }
        let cases: [(WebSocketRequest, String, TransportError.Reason)] = [
            (
                WebSocketRequest(base: "ws://127.0.0.1:\(port)"), "127.0.0.1:\(port)",
                .unreachable(.connect("Connection refused"))
            ),
            (WebSocketRequest(base: "ws://crypto.invalid"), "crypto.invalid", .unreachable(.dns)),
            (WebSocketRequest(base: "ws://me:s3cr3t@h"), "ws://***@h", .invalidURL("ws://***@h")),
            (WebSocketRequest(base: "gopher://h"), "gopher://h", .invalidURL("gopher://h")),
            (WebSocketRequest(base: "ws://h.example", secret: secret), "h.example", .secretOverPlainHTTP),
            (
                WebSocketRequest(base: "ws://h.example", headers: [HTTPHeader("A", "b\r\nC: d")]), "h.example",
                .invalidHeader(name: "A")
            ),
        ]
        for (request, host, reason) in cases {
            #expect(try await openingFailure(request) == .transport(TransportError(host: host, reason: reason)))
        }
    }

    static let violations: [(ServerFrame, WebSocketFault, UInt16)] = [
        (ServerFrame(opcode: 1, payload: [65], reservedBits: 4), .reservedBits, 1002),
        (ServerFrame(opcode: 3, payload: []), .reservedOpcode(3), 1002),
        (ServerFrame(opcode: 1, payload: [65], maskingKey: [1, 2, 3, 4]), .maskedFrame, 1002),
        (ServerFrame(opcode: 9, payload: [UInt8](repeating: 0, count: 126)), .oversizedControl, 1002),
        (ServerFrame(opcode: 1, payload: [0xC0, 0x80]), .invalidUTF8, 1007),
        (.close(1005), .closeCode(1005), 1002),
        (ServerFrame(opcode: 8, payload: [3]), .halfCloseCode, 1002),
    ]

    @Test(
        "An invalid frame ends the connection after the valid ones before it, with a close code for the server",
        arguments: violations)
    func violation(frame: ServerFrame, fault: WebSocketFault, code: UInt16) async throws {
        let script: WebSocketScript = { peer in
            try peer.send([.text("sound"), frame, .text("never seen")])
            try peer.expectClose(code)
        }
        try await withWebSocketServer([script]) { server in
            let end = try await client(server) { $0.readToEnd() }
            #expect(end.messages == [.text("sound")])
            #expect(end.failure == .protocolViolation(fault))
        }
    }

    @Test("A message over 16 MiB is refused with 1009, with an announced length and in endless fragments")
    func tooLarge() async throws {
        let announced: WebSocketScript = { peer in
            try peer.send(bytes: [0x82, 0x7F, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3])
            try peer.expectClose(1009)
        }
        let fragmented: WebSocketScript = { peer in
            let fragment = [UInt8](repeating: 0x20, count: 1 << 20)
            try peer.send(ServerFrame(opcode: 1, payload: fragment, isFinal: false))
            for _ in 0..<16 { try peer.send(ServerFrame(opcode: 0, payload: fragment, isFinal: false)) }
            try peer.expectClose(1009)
        }
        try await withWebSocketServer([announced, fragmented]) { server in
            for _ in 0..<2 {
                let end = try await client(server) { $0.readToEnd() }
                #expect(end.messages.isEmpty && end.failure == .tooLarge(limit: 16 << 20))
            }
        }
    }

    static let losses: [(String, WebSocketScript, midMessage: Bool)] = [
        (
            "dropped in a frame",
            {
                try $0.send(bytes: Array(ServerFrame.text("cut").bytes.prefix(3))); try $0.drop()
            }, true
        ),
        (
            "reset in a frame",
            { peer in
                try peer.expectText("go")
                try peer.send([.text("whole"), .ping()])
                try peer.send(bytes: [0x81, 5, 65])
                // The pong shows that the client has received all of it.
                try peer.expectPong()
                try peer.reset()
            }, true
        ),
        (
            "dropped in a fragmented message",
            {
                try $0.send(ServerFrame(opcode: 1, payload: [65], isFinal: false)); try $0.drop()
            }, true
        ),
        (
            "dropped between messages",
            {
                try $0.send(text: "x"); try $0.drop()
            }, false
        ),
        (
            "reset at once",
            {
                try $0.expectText("go"); try $0.reset()
            }, false
        ),
    ]

    @Test("An end without a close frame is a reset, in a message or between two", arguments: losses)
    func lost(_ name: String, _ script: @escaping WebSocketScript, midMessage: Bool) async throws {
        try await withWebSocketServer([script]) { server in
            let failures = try await client(server) { socket in
                try socket.send(text: "go")
                let first = socket.readToEnd().failure
                return [first, socket.readToEnd().failure]
            }
            #expect(failures == [.reset(midMessage: midMessage), .reset(midMessage: midMessage)], "\(name)")
        }
    }

    @Test("A send that fails ends the connection after the current batch")
    func answersIntoNothing() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(texts: Array(repeating: "question", count: 200))
            _ = try peer.receive()
            try peer.reset()
        }
        try await withWebSocketServer([script]) { server in
            let end = try await client(server) { socket in
                let large = String(repeating: "x", count: 1 << 20)
                var (asked, failures) = (0, 0)
                while asked < 200 {
                    _ = try socket.receive(timeout: .seconds(60)) { _, _ in
                        asked += 1
                        if (try? socket.send(text: large)) == nil { failures += 1 }
                    }
                }
                #expect(failures > 0)
                return socket.readToEnd().failure
            }
            #expect(end == .reset(midMessage: false))
        }
    }

    @Test("The timeout ends a send to a server that does not read")
    func unread() async throws {
        let script: WebSocketScript = { try $0.wait(.seconds(60)) }
        try await withWebSocketServer([script]) { server in
            let failure = try await client(server, configuration(timeout: .milliseconds(300))) { socket in
                let large = [UInt8](repeating: 0, count: 8 << 20)
                do throws(WebSocketFailure) {
                    for _ in 0..<100 {
                        let result = large.withUnsafeBufferPointer { bytes in
                            Result { () throws(WebSocketFailure) in try socket.send(.binary, bytes) }
                        }
                        try result.get()
                    }
                    return nil as WebSocketFailure?
                } catch {
                    return error
                }
            }
            #expect(failure?.reason == .timedOut(milliseconds: 300, of: .attempt))
        }
    }
}

extension WebSocketFailure {
    /// The reason of a transport error; nil for other failures.
    var reason: TransportError.Reason? {
        if case .transport(let error) = self { error.reason } else { nil }
    }
}
