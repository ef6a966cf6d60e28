import TestSupport
import Testing
import Transport

@Suite("URLs, keys and headers of requests", .quick)
struct RequestURLTests {
    private func url(_ base: String, _ path: String, query: [(name: String, value: String)] = []) -> String {
        HTTPRequest(base: base, path: path, query: query).redactedURL
    }

    @Test(
        "One slash joins base and path, and a path in the base comes first",
        arguments: [
            ("https://a.example", "/v1/x", "https://a.example/v1/x"),
            ("https://a.example/", "/v1/x", "https://a.example/v1/x"),
            ("https://a.example/", "v1/x", "https://a.example/v1/x"),
            ("HTTP://a.example:8080/p/q//", "/v1", "http://a.example:8080/p/q/v1"),
            ("http://[::1]:9", "/", "http://[::1]:9/"), ("http://a.example/p", "", "http://a.example/p"),
        ])
    func joined(base: String, path: String, whole: String) {
        #expect(url(base, path) == whole)
    }

    @Test("Reserved characters are percent-encoded in a URL (RFC 3986)")
    func encoded() {
        let text = url(
            "https://a.example", "/coins/a b?c#d%e/é", query: [("a[]", "[\"BTC\"]&=+ %"), ("ids", "a,b:c")])
        #expect(
            text == "https://a.example/coins/a%20b%3Fc%23d%25e/%C3%A9?a%5B%5D=%5B%22BTC%22%5D%26%3D%2B%20%25&ids=a,b:c")
    }

    @Test("The key is shown as three stars")
    func redacted() {
        let request = HTTPRequest(
            base: "https://a.example", path: "/x", query: [("a", "1")],
            secret: .query(name: "key", value: "s3cr3t"))
        #expect(request.redactedURL == "https://a.example/x?a=1&key=***")
        #expect(request.host == "a.example")
        var shown = "\(request)"
        dump(request, to: &shown)
        #expect(!shown.contains("s3cr3t"))
    }

    @Test(
        "A base that is not a URL is refused before anything is sent",
        arguments: [
            "", "a.example", "ftp://a.example", "http://", "http:///x", "http://a b",
            "http://a.example?x", "http://a.example#x", "http://a.example:0", "http://a.example:99999", "http://a:b:1",
            "http://a.example:+80", "http://[::1", "http://a\nb", "http://a.example:",
        ])
    func invalid(base: String) async {
        let result = await HTTPClient.curl(configuration()).result(of: HTTPRequest(base: base, path: "/"))
        #expect(result == .failure(TransportError(host: base, reason: .invalidURL(base))))
    }

    @Test("A password in a base is refused and not shown")
    func password() async {
        let result = await HTTPClient.curl(configuration()).result(
            of: HTTPRequest(base: "https://me:s3cr3t@a.example", path: "/"))
        let shown = "https://***@a.example"
        #expect(result == .failure(TransportError(host: shown, reason: .invalidURL(shown))))
    }

    @Test(
        "A key is sent over plain http only to the local machine",
        arguments: [
            "http://a.example", "http://128.0.0.1", "http://127.0.0.1.a.example", "http://localhost.a.example",
            "http://[::2]", "http://127.0.0.256", "http://127.1", "http://0127.0.0.1", "http://127.0.0.01",
        ])
    func plain(base: String) async {
        let request = HTTPRequest(base: base, path: "/", secret: .header(name: "X-Key", value: "abcdef"))
        let result = await HTTPClient.curl(configuration()).result(of: request)
        #expect(result.failureReason == .secretOverPlainHTTP)
    }

    @Test("A header with a line break or a colon in its name is refused")
    func injection() async {
        let requests = [
            HTTPRequest(base: "http://127.0.0.1:1", path: "/", headers: [HTTPHeader("X-A", "b\r\nX-B: c")]),
            HTTPRequest(base: "http://127.0.0.1:1", path: "/", headers: [HTTPHeader("X-A:", "b")]),
            HTTPRequest(base: "http://127.0.0.1:1", path: "/", secret: .header(name: "X-A", value: "key\n")),
        ]
        for (request, name) in zip(requests, ["X-A", "X-A:", "X-A"]) {
            let result = await HTTPClient.curl(configuration()).result(of: request)
            #expect(result.failureReason == .invalidHeader(name: name))
        }
    }
}
