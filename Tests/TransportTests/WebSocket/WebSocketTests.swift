import Platform
import TestSupport
import Testing
import Transport

@Suite("WebSocket: open connections", .quick)
struct WebSocketTests {
    @Test("Text and binary messages go both ways, and both sides close in order")
    func conversation() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText("hello")
            try peer.send(text: "grüß dich")
            try peer.expectBinary([0, 1, 255])
            try peer.send(binary: [7])
            try peer.expectClose(1000)
        }
        try await withWebSocketServer([script]) { server in
            let seen = try await client(server) { socket in
                try socket.send(text: "hello")
                var seen = try socket.nextMessages()
                try [0, 1, 255].withUnsafeBufferPointer { try socket.send(.binary, $0) }
                seen += try socket.nextMessages()
                socket.close()
                socket.close()
                #expect(throws: WebSocketFailure.closed(code: 1000, reason: "")) { try socket.send(text: "late") }
                return seen
            }
            #expect(seen == [.text("grüß dich"), .binary([7])])
            #expect(server.connectionCount == 1)
        }
    }

    @Test(
        "Messages that arrive together are delivered together, whole ones in place and fragmented ones assembled")
    func batches() async throws {
        let texts = (0..<1000).map { "message \($0)" }
        let script: WebSocketScript = { peer in
            try peer.send(texts: texts)
            try peer.send(ServerFrame.fragments(ofText: "κόσμε", size: 3))
        }
        try await withWebSocketServer([script]) { server in
            let end = try await client(server) { socket in
                var calls = 0
                var messages: [Message] = []
                while (try? socket.receive(timeout: .seconds(60)) { messages.append(Message($0, $1)) }) != nil {
                    calls += 1
                }
                return (calls, messages)
            }
            #expect(end.0 < 500)
            #expect(end.1 == texts.map { .text($0) } + [.text("κόσμε")])
        }
    }

    @Test(
        "A message of 16 MiB is received, and one of a megabyte is sent",
        arguments: [WebSocketMessageKind.text, .binary])
    func large(kind: WebSocketMessageKind) async throws {
        let payload = [UInt8](repeating: 0x61, count: 16 << 20)
        let script: WebSocketScript = { peer in
            try peer.send(ServerFrame(opcode: kind == .text ? 1 : 2, payload: payload))
            let sent = try peer.receiveMessage()?.payload
            guard sent == Array(payload.prefix(1 << 20)) else { throw ScriptFailure("not what was sent") }
        }
        try await withWebSocketServer([script]) { server in
            let failure = try await client(server) { socket in
                var seen = 0
                while seen == 0 {
                    _ = try socket.receive(timeout: .seconds(60)) { kind, bytes in
                        seen = bytes.count
                        try? socket.send(kind, UnsafeBufferPointer(rebasing: bytes.prefix(1 << 20)))
                    }
                }
                #expect(seen == payload.count)
                return socket.readToEnd().failure
            }
            #expect(failure == .closed(code: 1000, reason: ""))
        }
    }

    @Test("Pings are answered with their payload, between messages and in the middle of one; pongs are skipped")
    func pings() async throws {
        let script: WebSocketScript = { peer in
            try peer.send([.ping(), .text("a"), ServerFrame(opcode: 10, payload: [9])])
            try peer.expectPong()
            let halves = ServerFrame.fragments(ofText: "bc", size: 1)
            try peer.send([halves[0], .ping([UInt8](repeating: 7, count: 125)), halves[1]])
            try peer.expectPong([UInt8](repeating: 7, count: 125))
            try peer.expectPong([1, 2])
        }
        try await withWebSocketServer([script]) { server in
            let end = try await client(server) { socket in
                let first = try socket.nextMessages() + socket.nextMessages()
                try socket.send(pong: [1, 2])
                return (first, socket.readToEnd().failure)
            }
            #expect(end.0 == [.text("a"), .text("bc")])
            #expect(end.1 == .closed(code: 1000, reason: ""))
        }
    }

    @Test("A control frame alone gives a batch without messages; silence and half a message time out")
    func silence() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(.ping())
            try peer.expectPong()
            try peer.send(bytes: Array(ServerFrame.text("half").bytes.prefix(4)))
            try peer.expectText("enough")
            try peer.drop()
        }
        try await withWebSocketServer([script]) { server in
            let events = try await client(server) { socket in
                let ping = try socket.receive(timeout: .seconds(60)) { _, _ in }
                let half = try socket.receive(timeout: .milliseconds(100)) { _, _ in }
                try socket.send(text: "enough")
                #expect(socket.readToEnd().failure == .reset(midMessage: true))
                return [ping, half]
            }
            #expect(events == [.messages(0), .timedOut])
        }
    }

    static let closes: [(code: UInt16?, reason: String)] = [
        (1000, ""), (1001, "going away"), (1012, "restart"), (4000, "own"), (nil, ""),
    ]

    @Test("A server's close is reported with code and reason, and answered with the same code", arguments: closes)
    func closedByServer(code: UInt16?, reason: String) async throws {
        let script: WebSocketScript = { peer in
            try peer.send([.text("last"), .close(code, reason: reason), .text("never seen")])
            try peer.expectClose(code)
        }
        try await withWebSocketServer([script]) { server in
            let end = try await client(server) { $0.readToEnd() }
            #expect(end.messages == [.text("last")])
            #expect(end.failure == .closed(code: code, reason: reason))
        }
    }

    @Test("A key in a close reason is not shown")
    func secretInReason() async throws {
        let script: WebSocketScript = { try $0.close(4001, reason: "bad key s3cr3tkey") }
        try await withWebSocketServer([script]) { server in
            let request = WebSocketRequest(
                base: server.webSocketURL, secret: .query(name: "api_key", value: "s3cr3tkey"))
            let failure = try await client(request) { $0.readToEnd().failure }
            #expect(failure == .closed(code: 4001, reason: "bad key ***"))
        }
    }

    @Test("Closing does not wait for a server that does not answer or continues to send")
    func impatience() async throws {
        let mute: WebSocketScript = { try $0.wait(.seconds(600)) }
        let talkative: WebSocketScript = { peer in while true { try peer.send(texts: ["a", "b", "c"]) } }
        try await withWebSocketServer([mute, talkative]) { server in
            for _ in 0..<2 {
                let start = ContinuousClock.now
                try await client(server) { $0.close(code: 1001) }
                #expect(ContinuousClock.now - start < .seconds(50))
            }
        }
    }

    @Test("Each connection of a server gets the next script, for tests of clients that reconnect")
    func inARow() async throws {
        let scripts: [WebSocketScript] = [
            { try $0.drop() }, { try $0.close(1012) }, { try $0.send(text: "third") },
        ]
        try await withWebSocketServer(scripts) { server in
            var ends: [WebSocketFailure?] = []
            for _ in scripts { ends.append(try await client(server) { $0.readToEnd().failure }) }
            #expect(
                ends == [.reset(midMessage: false), .closed(code: 1012, reason: ""), .closed(code: 1000, reason: "")])
            #expect(server.connectionCount == 3)
        }
    }
}
