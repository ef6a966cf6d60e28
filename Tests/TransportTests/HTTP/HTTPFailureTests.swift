import Platform
import TestSupport
import Testing
import Transport

/// A fault of a server, by name, and the error that it causes.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: Answer
    let reason: TransportError.Reason

    init(_ name: String, _ answer: Answer, reason: TransportError.Reason) {
        self.name = name
        self.answer = answer
        self.reason = reason
    }

    var testDescription: String { name }
}

private let body = Array(#"{"price":1}"#.utf8)
private let gzipHeader = ("Content-Encoding", "gzip")

@Suite("HTTP failures, including those that libcurl reports as success", .quick)
struct HTTPFailureTests {
    static let broken: [Fault] = [
        Fault("closed without a byte", .disconnect(), reason: .unreachable(.headerCut)),
        Fault("reset without a byte", .disconnect(.reset), reason: .unreachable(.reset(receivedBytes: 0))),
        Fault("header cut between lines", .raw("HTTP/1.1 200 OK\r\nX: y\r\n"), reason: .unreachable(.headerCut)),
        Fault("header cut in a line", .raw("HTTP/1.1 200 OK\r\nContent-Len"), reason: .unreachable(.headerCut)),
        Fault("only an interim answer", .raw("HTTP/1.1 100 Continue\r\n\r\n"), reason: .unreachable(.headerCut)),
        Fault(
            "body shorter than its length", .cut(body, after: 4),
            reason: .unreachable(.cut(receivedBytes: 4, expected: 11))),
        Fault("reset in the body", .cut(body, after: 4, then: .reset), reason: .unreachable(.reset(receivedBytes: 4))),
        Fault(
            "gzip cut by the connection", .cut(Compressed.gzip, after: 200, headers: [gzipHeader]),
            reason: .unreachable(.cut(receivedBytes: 200, expected: Compressed.gzip.count))),
    ]

    static let forbidden: [Fault] = [
        Fault("no HTTP", .raw("hello\r\n\r\n"), reason: .invalid(.notHTTP)),
        Fault("HTTP/0.9", .raw("<html></html>"), reason: .invalid(.notHTTP)),
        Fault(
            "a length that is none", .raw("HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\n{}"),
            reason: .invalid(.malformedHeader("Content-Length: 0x2"))),
        Fault(
            "two lengths", .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} "),
            reason: .invalid(.twoLengths("2", "3"))),
        Fault(
            "two lengths in one line", .raw("HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\n{} "),
            reason: .invalid(.twoLengths("2", "3"))),
        Fault(
            "header without end", .endlessHeaders, reason: .invalid(.headerTooLarge(limit: 256 << 10))),
        Fault(
            "an encoding that was not requested", .json(body, headers: [("Content-Encoding", "br")]),
            reason: .invalid(.unaskedEncoding("br"))),
        Fault(
            "two encodings", .json(body, headers: [gzipHeader, gzipHeader]),
            reason: .invalid(.unaskedEncoding("gzip, gzip"))),
        Fault(
            "a transfer encoding that was not requested",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx"), reason: .invalid(.unaskedEncoding("gzip"))),
        Fault("gzip that is none", .json(body, headers: [gzipHeader]), reason: .invalid(.brokenCompression)),
        Fault(
            "broken chunks", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n"),
            reason: .invalid(.malformedChunks)),
    ]

    @Test("A connection that breaks is an error with the bytes received", arguments: broken)
    func network(_ fault: Fault) async throws {
        #expect(try await failure(fault.answer) == fault.reason)
    }

    @Test("An answer that HTTP does not allow is invalid", arguments: forbidden)
    func invalid(_ fault: Fault) async throws {
        #expect(try await failure(fault.answer) == fault.reason)
    }

    @Test("A header line without a name is invalid, also where newer versions of libcurl refuse it themselves")
    func malformedHeader() async throws {
        let answer = Answer.raw("HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\n{}")
        guard case .invalid(.malformedHeader) = try await failure(answer) else {
            Issue.record("taken")
            return
        }
    }

    @Test("A chunked body without its last chunk is truncated")
    func chunksCut() async throws {
        let answer = Answer.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")
        guard case .unreachable(.cut(_, expected: nil)) = try await failure(answer) else {
            Issue.record("not cut")
            return
        }
    }

    @Test("A refused connection and an unknown host are errors")
    func notReached() async throws {
        let client = HTTPClient.curl(configuration())
        let host = "127.0.0.1:\(try await withLoopbackServer([]) { $0.port })"
        let refused = await client.result(of: HTTPRequest(base: "http://\(host)", path: "/"))
        #expect(refused == .failure(TransportError(host: host, reason: .unreachable(.connect("Connection refused")))))
        let unknown = await client.result(of: HTTPRequest(base: "http://crypto.invalid", path: "/"))
        #expect(unknown == .failure(TransportError(host: "crypto.invalid", reason: .unreachable(.dns))))
    }

    @Test(
        "A body that ends with the connection is complete only where its format shows its end",
        arguments: [true, false])
    func closeDelimited(showsItsEnd: Bool) async throws {
        let result = try await fetch(.raw("HTTP/1.0 200 OK\r\n\r\n{}"), showsItsEnd: showsItsEnd)
        if showsItsEnd {
            #expect(try result.get().body == Array("{}".utf8))
        } else {
            #expect(result.failureReason == .invalid(.lengthUnknown))
        }
    }

    @Test("Compression is requested only where the format shows its end", arguments: [true, false])
    func asksForCompression(showsItsEnd: Bool) async throws {
        let exchange = Exchange.get(
            "/", headers: ["Accept-Encoding": showsItsEnd ? "gzip, deflate" : .absent], answer: .json("{}"))
        try await withLoopbackServer([exchange]) { server in
            let request = HTTPRequest(base: server.url, path: "/", showsItsEnd: showsItsEnd)
            let response = try await HTTPClient.curl(configuration()).send(request)
            #expect(response.status == 200)
        }
    }

    @Test(
        "A compressed body is decompressed where it was requested, and refused otherwise",
        arguments: [("gzip", Compressed.gzip), ("x-gzip", Compressed.gzip), ("deflate", Compressed.deflate)])
    func decompresses(encoding: String, bytes: [UInt8]) async throws {
        let result = try await fetch(.json(bytes, headers: [("Content-Encoding", encoding)]))
        #expect(try result.get().body == Array(Compressed.coins.utf8))
        let refused = try await fetch(.json(bytes, headers: [("Content-Encoding", encoding)]), showsItsEnd: false)
        #expect(refused.failureReason == .invalid(.unaskedEncoding(encoding)))
    }

    @Test(
        "A truncated compressed body in complete HTTP is left to the reader of its format, or is an error",
        arguments: [
            Answer.json(Array(Compressed.gzip[..<300]), headers: [gzipHeader]),
            .chunked([Array(Compressed.gzip[..<300])], headers: [gzipHeader]),
            .raw(Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8) + Compressed.gzip[..<300]),
        ])
    func cutCompression(answer: Answer) async throws {
        switch try await fetch(answer) {
        case .success(let response):
            #expect(response.body.count < Compressed.coins.utf8.count)
            #expect(Compressed.coins.utf8.starts(with: response.body))
        case .failure(let error): #expect(error.reason == .invalid(.brokenCompression))
        }
    }

    @Test("A refusal remains one with an unrequested or broken encoding", arguments: ["br", "gzip"])
    func refusalInOddEncoding(encoding: String) async throws {
        let answer = Answer.json(body, status: 503, headers: [("Content-Encoding", encoding)])
        let response = try await fetch(answer).get()
        #expect(response.verdict == .refused(status: 503))
        #expect(response.body.isEmpty)
    }

    @Test("A status for another kind of request is invalid, never an empty success")
    func verdicts() async throws {
        for status in [204, 205, 206, 207, 304] {
            let response = try await fetch(.status(status, body: [204, 304].contains(status) ? "" : "x")).get()
            #expect(response.verdict == .invalid(.unaskedStatus(status)))
        }
        #expect(try await fetch(.status(200)).get().verdict == .invalid(.emptyBody))
        for status in [400, 401, 403, 404, 408, 418, 429, 451, 500, 503] {
            let response = try await fetch(.status(status, body: "no")).get()
            #expect(HTTPResponse.isTransient(status: status) == [408, 418, 429, 500, 503].contains(status))
            #expect(response.verdict == .refused(status: status))
            #expect(response.body == Array("no".utf8))
        }
        for status in 200...203 {
            #expect(try await fetch(.status(status, body: "{}")).get().verdict == .content(Array("{}".utf8)))
        }
    }

    @Test("Unusual but valid answers are accepted: interim answers, equal lengths, folded lines, trailers")
    func sound() async throws {
        let answers: [Answer] = [
            .raw("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
            .raw("HTTP/1.1 200 \r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\n{}"),
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n"),
        ]
        for answer in answers {
            #expect(try await fetch(answer).get().verdict == .content(Array("{}".utf8)))
        }
    }
}
