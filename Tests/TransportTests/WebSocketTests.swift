import Platform
import TestSupport
import Testing
import Transport

@Suite("WebSocket: messages over loopback")
struct WebSocketTests {
    @Test("text and binary go both ways, and both sides close in order")
    func conversation() async throws {
        let server: WebSocketScript = { peer in
            try peer.expectText("hello")
            try peer.send(text: "grüß dich")
            try peer.expectBinary([0, 1, 255])
            try peer.send(binary: [7])
            try peer.expectClose(1000)
        }
        try await withWebSocketServer([server]) { server in
            let seen = try await client(server) { socket in
                try socket.send(text: "hello")
                var seen = try socket.nextMessages()
                try [0, 1, 255].withUnsafeBufferPointer { try socket.send(.binary, $0) }
                seen += try socket.nextMessages()
                socket.close()
                return seen
            }
            #expect(seen == [.text("grüß dich"), .binary([7])])
            #expect(server.connectionCount == 1)
        }
    }
}
