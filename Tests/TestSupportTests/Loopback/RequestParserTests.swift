import Testing

@testable import TestSupport

@Suite("Request parser", .quick)
struct RequestParserTests {
    private func parse(_ text: String) throws -> (request: RecordedRequest, length: Int)? {
        try RequestParser.parse(Array(text.utf8))
    }

    @Test("A request is complete at its end and not before, includes its body, and leaves the remaining bytes")
    func whole() throws {
        let text = "POST /a?b=c HTTP/1.1\r\nX-A: 1\r\nContent-Length: 3\r\nx-a:2 \r\n\r\nxyz"
        for count in 0..<text.utf8.count {
            #expect(try RequestParser.parse(Array(text.utf8.prefix(count))) == nil)
        }
        let (request, length) = try #require(try parse(text + "GET"))
        #expect(length == text.utf8.count)
        #expect(request.method == "POST")
        #expect(request.path == "/a")
        #expect(request.rawQuery == "b=c")
        #expect(request.headers.map(\.name) == ["X-A", "Content-Length", "x-a"])
        #expect(request.headers.map(\.value) == ["1", "3", "2"])
        #expect(request.header("x-A") == "1")
        #expect(request.body == Array("xyz".utf8))
    }

    @Test(
        "Invalid requests are refused",
        arguments: [
            "GET /a\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "GET /a HTTP/2\r\n\r\n",
            "GET / HTTP/1.1\r\nNo colon\r\n\r\n",
            "GET / HTTP/1.1\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "\u{16}\u{3}\u{1}",
        ])
    func refused(text: String) {
        #expect(throws: RequestParser.Malformed.self) { try parse(text) }
    }

    @Test(
        "Query items are decoded in order",
        arguments: [
            ("ids=bitcoin%2Cethereum&x", ["ids=bitcoin,ethereum", "x="]),
            ("a=1&a=2&b=%C3%A5+%2B", ["a=1", "a=2", "b=å +"]),
            ("a=b=c&&%zz=%4", ["a=b=c", "%zz=%4"]),
        ])
    func query(text: String, items: [String]) {
        #expect(QueryItem.parse(text).map(\.description) == items)
    }

    @Test(
        "A matcher names the first mismatch, and nothing for a match",
        arguments: [
            (RequestMatcher.Query.any, [:], nil),
            (["b": "2"], [:], nil),
            (["b": "2", "a": "1"], ["x-key": "k", "accept": .present, "cookie": .absent], nil),
            ("a=1&b=2", [:], nil),
            (.exactly([QueryItem("b", "2"), QueryItem("a", "1")]), [:], nil),
            (["b": "3"], [:], "the query has no b=3"),
            ("b=2&a=1", [:], "the query is not b=2&a=1"),
            (.none, [:], "there is a query"),
            (.exactly([QueryItem("b", "2")]), [:], "the query is not made of b=2"),
            (.any, ["x-key": "other"], "x-key is not “other”"),
            (.any, ["X-KEY": .absent], "X-KEY is there"),
            (.any, ["authorization": .present], "authorization is missing"),
        ] as [(RequestMatcher.Query, [String: RequestMatcher.Header], String?)])
    func matching(query: RequestMatcher.Query, headers: [String: RequestMatcher.Header], mismatch: String?) {
        let request = RecordedRequest(
            method: "GET", target: "/p?a=1&b=2",
            headers: [.init(name: "X-Key", value: "k"), .init(name: "Accept", value: "*/*")])
        let matcher = RequestMatcher(method: "GET", path: "/p", query: query, headers: headers)
        #expect(matcher.mismatch(request) == mismatch)
    }

    @Test("Exchanges of one path answer in turn, and an unlimited one is never unused")
    func ledger() throws {
        var ledger = ExchangeLedger([
            .get("/a", answer: .status(200)), .get("/a", times: 2, answer: .status(201)),
            .get("/b", times: .any, answer: .status(202)),
        ])
        let request = RecordedRequest(method: "GET", target: "/a", headers: [])
        #expect(ledger.unused.count == 2)
        for _ in 0..<3 { #expect(ledger.take(request) != nil) }
        #expect(ledger.unused.isEmpty)
        #expect(ledger.unmatched.isEmpty)
        #expect(ledger.take(request) == nil)
        #expect(ledger.unmatched.count == 1)
        #expect(ledger.requests.count == 4)
    }
}
