import Platform
import TestSupport
import Testing
import Transport

@Suite struct HTTPClientTests {
    @Test("A request is sent unchanged, and its answer is returned whole")
    func roundTrip() async throws {
        let exchange = Exchange.get(
            "/x/api/coins", query: .exactly([.init("ids", "bitcoin,ethereum"), .init("q", "a b&c")]),
            headers: ["User-Agent": "crypto/1", "Accept": "application/json"],
            answer: .json(#"{"ok":true}"#, headers: [("X-Note", "one"), ("X-NOTE", "two")]))
        try await withLoopbackServer([exchange]) { server in
            let request = HTTPRequest(
                base: server.url + "/x/", path: "/api/coins",
                query: [("ids", "bitcoin,ethereum"), ("q", "a b&c")],
                headers: [HTTPHeader("Accept", "application/json")])
            let response = try await HTTPClient.curl(HTTPConfiguration(userAgent: "crypto/1")).send(request)
            #expect(response.status == 200)
            #expect(response.verdict == .content(Array(#"{"ok":true}"#.utf8)))
            #expect(response.headers.values(of: "x-note") == ["one", "two"])
            #expect(response.headers["content-TYPE"] == "application/json")
            #expect(response.host == "127.0.0.1:\(server.port)")
        }
    }
}
