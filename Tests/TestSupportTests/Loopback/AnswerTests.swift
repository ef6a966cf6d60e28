import Platform
import Testing

@testable import TestSupport

@Suite("Answers", .quick)
struct AnswerTests {
    private static let request = "GET /a HTTP/1.1\r\n\r\n"

    /// The bytes of one answer up to the end of the connection, as a client receives them.
    private func end(of answer: Answer, request: String = Self.request) async throws -> PlainClient.End {
        try await withLoopbackServer([.get("/a", answer: answer)]) { server in
            let client = try PlainClient(port: server.port)
            try client.send(request)
            return client.readToEnd()
        }
    }

    private func bytes(_ text: String) -> [UInt8] {
        Array(text.utf8)
    }

    @Test(
        "Bytes and endings are exactly those of the script",
        arguments: [
            (Answer.raw("HTTP/1.1 200 OK\r\nContent-Le"), "HTTP/1.1 200 OK\r\nContent-Le"),
            (.disconnect(), ""),
            (.status(204).then(.close), "HTTP/1.1 204 No Content\r\n\r\n"),
            (.cut(Array("0123".utf8), after: 2), "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n01"),
            (
                .response(headers: [("Content-Length", "1"), ("Content-Length", "2")], body: [65]).then(.close),
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nA"
            ),
            (
                .chunked([Array("ab".utf8), [UInt8](repeating: 67, count: 16)]).then(.close),
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n10\r\nCCCCCCCCCCCCCCCC\r\n0\r\n\r\n"
            ),
            (
                .slow(Array("0123456789".utf8), bytesPerSecond: 200).then(.close),
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"
            ),
            (
                .making { .status(418, headers: [("X", $0.target)]).then(.close) },
                "HTTP/1.1 418 I'm a teapot\r\nX: /a\r\nContent-Length: 0\r\n\r\n"
            ),
        ])
    func exact(answer: Answer, expected: String) async throws {
        #expect(try await end(of: answer) == .closed(bytes(expected)))
    }

    @Test("A reset resets the connection, also after part of a body")
    func reset() async throws {
        #expect(try await end(of: .disconnect(.reset)) == .reset)
        #expect(try await end(of: .cut(bytes("0123"), after: 2, then: .reset)) == .reset)
    }

    @Test("Connection: close closes the connection")
    func connectionClose() async throws {
        let seen = try await end(of: .status(200), request: "GET /a HTTP/1.1\r\nConnection: close\r\n\r\n")
        #expect(seen == .closed(bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")))
    }

    @Test("A large body has its length, announced or not")
    func large() async throws {
        let head = bytes("HTTP/1.1 200 OK\r\n\r\n").count
        guard case .closed(let seen) = try await end(of: .large(megabytes: 3, announced: false)) else {
            Issue.record("reset")
            return
        }
        #expect(seen.count == head + 3 << 20)
    }

    @Test("A slow body is sent in intervals, and a delay comes before the first byte")
    func pace() async throws {
        let start = TimeSource.live.elapsed()
        _ = try await end(of: .slow(bytes("01234567"), bytesPerSecond: 40).delayed(by: .milliseconds(100)).then(.close))
        #expect(TimeSource.live.elapsed() - start >= .milliseconds(300))
    }

    @Test(
        "A server stops at once, whatever its scripts do",
        arguments: [
            Answer.never, .endless(), .endless(chunked: true), .endlessHeaders, .stalled([1, 2], after: 1),
            .status(200).delayed(by: .seconds(600)), .slow([1, 2, 3], bytesPerSecond: 1),
            .script([.takeOver { connection in while true { _ = try connection.receive() } }]),
        ])
    func stop(answer: Answer) async throws {
        let start = TimeSource.live.elapsed()
        try await withLoopbackServer([.get("/a", answer: answer)]) { server in
            let client = try PlainClient(port: server.port)
            try client.send(Self.request)
            try await expectEventually("the request") { !server.requests.isEmpty }
            server.stop()
            // The connection ends for the client too, after the bytes already sent.
            _ = client.readToEnd()
        }
        #expect(TimeSource.live.elapsed() - start < .seconds(50))
    }

    @Test("An exchange may take over the connection, beginning with the bytes that came with the request")
    func takeOver() async throws {
        let echo = Answer.script([
            .send(Answer.head(101, reason: nil, headers: [("Upgrade", "echo")], length: nil)),
            .takeOver { connection in
                while case let bytes = try connection.receive(), !bytes.isEmpty {
                    try connection.send(bytes.reversed())
                }
            },
        ])
        try await withLoopbackServer([.get("/a", answer: echo)]) { server in
            let client = try PlainClient(port: server.port)
            try client.send(Self.request + "early")
            let expected = bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n" + "ylrae")
            var seen: [UInt8] = []
            while seen.count < expected.count, let more = client.receive(), !more.isEmpty { seen += more }
            #expect(seen == expected)
            try client.send("abc")
            #expect(client.receive() == bytes("cba"))
        }
    }

    @Test("A refused port refuses connections")
    func refused() async throws {
        try await withRefusedURL { url in
            let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
            #expect(throws: SystemCallFailure.self) { try PlainClient(port: port) }
        }
    }

    @Test(
        "The server listens on ::1 where the machine has it", .needs("the address ::1", LoopbackFamily.ipv6.isAvailable)
    )
    func ipv6() async throws {
        try await withLoopbackServer([.get("/a", answer: .json("6"))], family: .ipv6) { server in
            #expect(server.url == "http://[::1]:\(server.port)")
            let client = try PlainClient(port: server.port, family: .ipv6)
            let answer = try client.exchange(Self.request)
            #expect(answer.hasSuffix("6"))
        }
    }
}
