import Testing

@testable import TestSupport

@Suite("Loopback server", .quick)
struct LoopbackServerTests {
    @Test("A matching request is answered and recorded unchanged")
    func answers() async throws {
        try await withLoopbackServer([
            .get(
                "/api/v3/coins/markets", query: ["vs_currency": "usd"], headers: ["x-key": .absent],
                answer: .json(#"[{"id":"bitcoin"}]"#))
        ]) { server in
            let client = try PlainClient(port: server.port)
            let answer = try client.exchange(
                "GET /api/v3/coins/markets?page=1&vs_currency=usd HTTP/1.1\r\nHost: x\r\nAccept:  */* \r\n\r\n")
            #expect(
                answer == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n"
                    + #"[{"id":"bitcoin"}]"#)
            let request = try #require(server.requests.first)
            #expect(request.target == "/api/v3/coins/markets?page=1&vs_currency=usd")
            #expect(request.headers == [.init(name: "Host", value: "x"), .init(name: "Accept", value: "*/*")])
            #expect(request.parameter("page") == "1")
        }
    }

    @Test("One connection carries several requests in order, and several connections can be open at once")
    func keepAlive() async throws {
        try await withLoopbackServer([
            .get("/a", answer: .status(200, body: "first")),
            .get("/a", answer: .status(200, body: "second")),
            .get("/never", answer: .never),
        ]) { server in
            let waiting = try PlainClient(port: server.port)
            try waiting.send("GET /never HTTP/1.1\r\n\r\n")
            let client = try PlainClient(port: server.port)
            #expect(try client.exchange("GET /a HTTP/1.1\r\n\r\n").hasSuffix("first"))
            #expect(try client.exchange("GET /a HTTP/1.1\r\n\r\n").hasSuffix("second"))
            #expect(server.connectionCount == 2)
            try await expectEventually("the waiting request") { server.requests.count == 3 }
            #expect(server.openConnectionCount == 2)
            withExtendedLifetime((waiting, client)) {}
        }
    }

    @Test("A client that disconnects during an answer is noticed")
    func leaving() async throws {
        try await withLoopbackServer([.get("/a", answer: .endless())]) { server in
            var client: PlainClient? = try PlainClient(port: server.port)
            try client?.send("GET /a HTTP/1.1\r\n\r\n")
            try await expectEventually("the request") { server.requests.count == 1 }
            #expect(server.openConnectionCount == 1)
            client = nil
            try await expectEventually("the end of the connection") { server.openConnectionCount == 0 }
        }
    }

    @Test("A request without an expected parameter gets 599 and fails the test with the reason")
    func unmatched() async throws {
        try await withKnownIssue {
            try await withLoopbackServer([.get("/a", query: ["x": "1"], times: .any, answer: .json("{}"))]) { server in
                let answer = try PlainClient(port: server.port).exchange("GET /a?x=2 HTTP/1.1\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 599 "))
            }
        } matching: { issue in
            "\(issue)".contains("unmatched request GET /a?x=2") && "\(issue)".contains("the query has no x=1")
        }
    }

    @Test("An unused answer fails the test at the line of the exchange")
    func unused() async throws {
        let line = #_sourceLocation.line + 3
        try await withKnownIssue {
            try await withLoopbackServer([
                .get("/a", times: 2, answer: .json("{}"))
            ]) { server in
                _ = try PlainClient(port: server.port).exchange("GET /a HTTP/1.1\r\n\r\n")
            }
        } matching: { issue in
            "\(issue)".contains("asked 1 times of 2") && issue.sourceLocation?.line == line
        }
    }

    @Test("Bytes that are not HTTP fail the test")
    func notHTTP() async throws {
        try await withKnownIssue {
            try await withLoopbackServer([]) { server in
                let client = try PlainClient(port: server.port)
                try client.send("\u{16}\u{3}\u{1}")
                #expect(client.readToEnd() == .closed([]))
            }
        } matching: {
            "\($0)".contains("TLS perhaps")
        }
    }

    @Test("A thrown error is passed on, without a report of unused answers")
    func throwing() async {
        struct Thrown: Error {}
        await #expect(throws: Thrown.self) {
            try await withLoopbackServer([.get("/a", answer: .never)]) { _ in throw Thrown() }
        }
    }
}
