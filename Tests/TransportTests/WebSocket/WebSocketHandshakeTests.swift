import TestSupport
import Testing

@testable import Transport

@Suite("WebSocket: handshake and URL (RFC 6455 sections 3 and 4)", .quick)
struct WebSocketHandshakeTests {
    private let handshake = WebSocketHandshake(nonce: Array("the sample nonce".utf8))

    @Test("The key of the example in RFC 6455 section 1.3 gives the answer of the example")
    func accept() {
        #expect(handshake.key == "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(WebSocketHandshake.accept(for: handshake.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(Set((0..<100).map { _ in WebSocketHandshake().key }).count == 100)
    }

    @Test("The request offers no extension and no subprotocol")
    func request() {
        let bytes = handshake.request(
            target: "/ws?a=b", host: "h:1", headers: [HTTPHeader("User-Agent", "crypto/test")])
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                GET /ws?a=b HTTP/1.1\r
                Host: h:1\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                User-Agent: crypto/test\r
                \r\n
                """)
    }

    private static let good = [
        HTTPHeader("upgrade", "WebSocket"), HTTPHeader("CONNECTION", "keep-alive, Upgrade"),
        HTTPHeader("sec-websocket-accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
    ]

    static let answers: [([HTTPHeader], HandshakeFault?)] = [
        (good, nil),
        (good + [HTTPHeader("Server", "x")], nil),
        (Array(good.dropFirst()), .noUpgrade),
        (good.dropFirst() + [HTTPHeader("Upgrade", "h2c")], .noUpgrade),
        ([good[0], good[2]], .noConnectionUpgrade),
        ([good[0], good[2], HTTPHeader("Connection", "keep-alive")], .noConnectionUpgrade),
        (Array(good.dropLast()), .wrongAccept),
        (good.dropLast() + [HTTPHeader("Sec-WebSocket-Accept", "s3pplmbitxaq9kygzzhzrbk+xoo=")], .wrongAccept),
        (good + [HTTPHeader("Sec-WebSocket-Accept", "x")], .wrongAccept),
        (
            good + [HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate")],
            .unaskedExtension("permessage-deflate")
        ),
        (good + [HTTPHeader("Sec-WebSocket-Protocol", "chat")], .unaskedSubprotocol("chat")),
    ]

    @Test("The handshake answer must match the request", arguments: answers)
    func checked(headers: [HTTPHeader], fault: HandshakeFault?) {
        #expect(handshake.fault(in: HTTPHeaders(headers)) == fault)
    }

    static let places: [(base: String, path: String, url: String, target: String)] = [
        ("wss://a.example", "/ws", "wss://a.example/ws", "/ws"),
        ("ws://127.0.0.1:80/proxy/", "/ws", "ws://127.0.0.1:80/proxy/ws", "/proxy/ws"),
        ("WSS://a.example/", "", "wss://a.example", "/"),
        ("https://a.example/x", "y z", "https://a.example/x/y%20z", "/x/y%20z"),
        ("ws://[::1]:9/é%41", "", "ws://[::1]:9/é%41", "/%C3%A9%41"),
    ]

    @Test("The schemes ws, wss, http and https are accepted, and a path in the base comes first", arguments: places)
    func parts(base: String, path: String, url: String, target: String) {
        let request = WebSocketRequest(base: base, path: path)
        #expect(request.redactedURL == url)
        #expect(request.target == target)
    }

    @Test("Query and key have the same place as over HTTP, and the key is never shown")
    func secret() {
        let request = WebSocketRequest(
            base: "wss://a.example", path: "/stream", query: [("streams", "a@b/c")],
            secret: .query(name: "api_key", value: "s3cr3t"))
        #expect(request.target == "/stream?streams=a@b/c&api_key=s3cr3t")
        #expect(request.redactedURL == "wss://a.example/stream?streams=a@b/c&api_key=***")
        #expect(request.host == "a.example")
        var shown = "\(request)"
        dump(request, to: &shown)
        #expect(!shown.contains("s3cr3t"))
    }

    @Test(
        "A complete URL is sent unchanged, except for the fragment and an empty path",
        arguments: [
            (
                "ws://h:9001/runCase?case=1&agent=a%20b", "ws://h:9001/runCase?case=1&agent=a%20b",
                "/runCase?case=1&agent=a%20b"
            ),
            ("ws://h", "ws://h/", "/"), ("wss://h?x", "wss://h/?x", "/?x"),
            ("ws://h/a/%2F//b/?#frag", "ws://h/a/%2F//b/?", "/a/%2F//b/?"),
        ])
    func literal(url: String, shown: String, target: String) throws {
        let request = try #require(WebSocketRequest(url: url))
        #expect(request.target == target)
        #expect(request.redactedURL == shown)
    }

    @Test(
        "Text that is not a URL is refused",
        arguments: ["", "h", "ws:/h", "ftp://h/", "ws:///x", "ws://h/a b", "ws://h/\r\nX: y", "ws://a@h/"])
    func noURL(_ text: String) {
        #expect(WebSocketRequest(url: text) == nil)
    }

    @Test("A chunked body is read as far as it has been received")
    func chunks() {
        func body(_ text: String) -> (String, Bool) {
            let body = WebSocketConnection.decoded(chunks: Array(text.utf8))
            return (String(decoding: body.bytes, as: UTF8.self), body.isWhole)
        }
        #expect(body("3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n") == ("abc0123456789", true))
        #expect(body("3\r\nabc\r\nA\r\n0123") == ("abc0123", false))
        #expect(body("3\r\nabc\r\n") == ("abc", false))
        #expect(body("3") == ("", false))
        #expect(body("x\r\nabc") == ("", false))
        #expect(body("-3\r\nabc") == ("", false))
        #expect(body("7FFFFFFFFFFFFFFF\r\nabc") == ("abc", false))
    }
}
