import Testing

@testable import TestSupport

@Suite("WebSocket peer", .quick)
struct WebSocketPeerTests {
    /// The handshake of RFC 6455 section 1.3.
    private static let handshake = [
        "GET /chat HTTP/1.1", "Host: server.example.com", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]

    private static let accepted = """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r\n
        """

    /// A masked frame of section 5.7: the text “Hello”.
    private static let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    private static let close: [UInt8] = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8]

    /// The bytes that a client receives after the handshake and these bytes.
    private func answer(to bytes: [UInt8], from server: LoopbackServer) throws -> PlainClient.End {
        let client = try PlainClient(port: server.port)
        try client.send(Self.handshake.joined(separator: "\r\n") + "\r\n\r\n")
        try client.send(bytes)
        return client.readToEnd()
    }

    @Test("The handshake and the frame of RFC 6455 are read, and frames and closes are sent")
    func example() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText("Hello")
            try peer.send([.text("Hi"), .ping([1])])
            try peer.send(ServerFrame.fragments(ofText: "abc", size: 2))
            try peer.expectClose(1000)
        }
        try await withWebSocketServer([script]) { server in
            let client = try PlainClient(port: server.port)
            try client.send(Self.handshake.joined(separator: "\r\n") + "\r\n\r\n")
            try client.send(Self.hello + Self.close)
            let frames: [UInt8] = [0x81, 2, 72, 105, 0x89, 1, 1, 0x01, 2, 97, 98, 0x80, 1, 99, 0x88, 2, 3, 0xE8]
            var all: [UInt8] = []
            while all.count < Self.accepted.utf8.count + frames.count, let more = client.receive(), !more.isEmpty {
                all += more
            }
            #expect(all == Array(Self.accepted.utf8) + frames)
            #expect(server.requests.map(\.path) == ["/chat"])
            #expect(server.webSocketURL == "ws://127.0.0.1:\(server.port)")
        }
    }

    @Test("A request that is not a handshake or offers an extension gets 400", arguments: [0, 2, 3, 4, 5])
    func refused(line: Int) async throws {
        try await withWebSocketServer([{ _ in }]) { server in
            var lines = Self.handshake
            lines[line] = line == 0 ? "GET /chat HTTP/1.1\r\nSec-WebSocket-Extensions: x" : "X: y"
            let answer = try PlainClient(port: server.port).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("An unexpected text fails the test at the line of the expectation")
    func unexpected() async throws {
        let line = #_sourceLocation.line + 2
        try await expectFailure("expected text “Goodbye”, got text “Hello”", line: line, sending: Self.hello) {
            try $0.expectText("Goodbye")
        }
    }

    @Test("A missing message fails the test when the client disconnects or the test ends")
    func missing() async throws {
        let line = #_sourceLocation.line + 2
        try await expectFailure("expected text “more”, but the client left", line: line, sending: Self.close) {
            try $0.expectText("more")
        }
        let script: WebSocketScript = { try $0.expectText("more") }
        try await withKnownIssue {
            try await withWebSocketServer([script]) { server in
                let client = try PlainClient(port: server.port)
                try client.send(Self.handshake.joined(separator: "\r\n") + "\r\n\r\n")
                _ = client.receive()
            }
        } matching: { issue in
            "\(issue)".contains("expected text “more”, but the ")
        }
    }

    @Test("A frame without a mask fails the test")
    func unmasked() async throws {
        try await expectFailure("the client's frame is not masked", line: nil, sending: [0x81, 1, 65]) {
            _ = try $0.receive()
        }
    }

    private func expectFailure(
        _ words: String, line: Int?, sending bytes: [UInt8], _ script: @escaping WebSocketScript
    ) async throws {
        try await withKnownIssue {
            try await withWebSocketServer([script]) { server in
                _ = try answer(to: bytes, from: server)
            }
        } matching: { issue in
            "\(issue)".contains(words) && (line == nil || issue.sourceLocation?.line == line)
        }
    }
}
