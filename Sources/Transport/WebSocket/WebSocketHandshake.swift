import Platform

/// The client's side of the opening handshake (RFC 6455 section 4).
package struct WebSocketHandshake: Sendable {
    /// Sec-WebSocket-Key: 16 random bytes in base64.
    let key: String

    /// Creates a handshake with a random key.
    init() {
        var generator = SystemRandomNumberGenerator()
        self.init(nonce: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    init(nonce: [UInt8]) {
        key = Base64.encode(nonce)
    }

    /// Returns the Sec-WebSocket-Accept value for a key (section 4.2.2).
    package static func accept(for key: String) -> String {
        Base64.encode(SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    /// Returns the bytes of the request. It offers no extension and requests no subprotocol.
    func request(target: String, host: String, headers: [HTTPHeader]) -> [UInt8] {
        let own = [
            HTTPHeader("Host", host), HTTPHeader("Upgrade", "websocket"), HTTPHeader("Connection", "Upgrade"),
            HTTPHeader("Sec-WebSocket-Key", key), HTTPHeader("Sec-WebSocket-Version", "13"),
        ]
        let lines = ["GET \(target) HTTP/1.1"] + (own + headers).map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Returns the error in the headers of a response with status 101; nil if there is none.
    func fault(in headers: HTTPHeaders) -> HandshakeFault? {
        guard Self.tokens(headers, "Upgrade").contains("websocket") else { return .noUpgrade }
        guard Self.tokens(headers, "Connection").contains("upgrade") else { return .noConnectionUpgrade }
        guard headers.values(of: "Sec-WebSocket-Accept") == [Self.accept(for: key)] else { return .wrongAccept }
        if let name = headers["Sec-WebSocket-Extensions"] { return .unaskedExtension(name) }
        return headers["Sec-WebSocket-Protocol"].map { .unaskedSubprotocol($0) }
    }

    private static func tokens(_ headers: HTTPHeaders, _ name: String) -> [String] {
        headers.values(of: name).flatMap { $0.split(separator: ",") }.map { String($0).trimmed().lowercased() }
    }
}
