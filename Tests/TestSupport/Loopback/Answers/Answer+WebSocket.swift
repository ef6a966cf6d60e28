package import Testing

/// The actions of a server on one WebSocket after the handshake.
package typealias WebSocketScript = @Sendable (WebSocketPeer) throws -> Void

extension Answer {
    /// Accepts a WebSocket handshake, plays the script, and then closes the connection in order. A request that is not
    /// a handshake gets 400.
    ///
    /// `headers` are part of the 101, and `bytes` follow it in the same segment.
    package static func webSocket(
        headers: [(String, String)] = [], followedBy bytes: [UInt8] = [], _ script: @escaping WebSocketScript
    ) -> Answer {
        Answer { request in
            guard let head = webSocketHead(for: request, headers: headers) else {
                return ([.send(head(400, length: 0))], .close)
            }
            let play = Step.takeOver { try WebSocketPeer($0, request).play(script) }
            return ([.send(head + bytes), play], .close)
        }
    }

    /// The 101 for a handshake; nil for a request that is not one (RFC 6455 section 4.2.1), or that offers extensions.
    package static func webSocketHead(for request: RecordedRequest, headers: [(String, String)] = []) -> [UInt8]? {
        guard let key = request.header("Sec-WebSocket-Key"), key.utf8.count == 24,
            request.method == "GET", request.header("Host") != nil,
            request.header("Upgrade")?.lowercased() == "websocket",
            request.header("Connection")?.lowercased() == "upgrade",
            request.header("Sec-WebSocket-Version") == "13", request.header("Sec-WebSocket-Extensions") == nil
        else { return nil }
        let accept = ("Sec-WebSocket-Accept", WebSocketAccept.value(for: key))
        return head(
            101, reason: nil, headers: [("Upgrade", "websocket"), ("Connection", "Upgrade"), accept] + headers,
            length: nil)
    }
}

extension Exchange {
    /// A WebSocket at `path`, or at any path; see `get` for the rest.
    package static func webSocket(
        _ path: String? = nil, query: RequestMatcher.Query = .any, headers: [String: RequestMatcher.Header] = [:],
        times: Times = 1, sourceLocation: SourceLocation = #_sourceLocation, script: @escaping WebSocketScript
    ) -> Exchange {
        let matcher = RequestMatcher(method: "GET", path: path, query: query, headers: headers)
        return Exchange(matcher: matcher, times: times, answer: .webSocket(script), sourceLocation: sourceLocation)
    }
}

extension LoopbackServer {
    /// `ws://127.0.0.1:PORT`, without a slash at the end.
    package var webSocketURL: String { "ws" + url.dropFirst(4) }
}

/// Runs `body` with a server that plays these scripts, one per connection, in this order and at any path; see
/// `withLoopbackServer`. Too many or too few connections fail the test.
///
/// `server.webSocketURL` is the URL, `server.connectionCount` the number of connections, and `server.requests` their
/// handshakes. To serve HTTP too, or to check paths, pass exchanges made by `.webSocket` to `withLoopbackServer`.
package func withWebSocketServer<Result>(
    _ scripts: [WebSocketScript], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    let exchanges = scripts.map { Exchange.webSocket(sourceLocation: sourceLocation, script: $0) }
    return try await withLoopbackServer(exchanges, sourceLocation: sourceLocation, body)
}

/// Does the same with one script for every connection.
package func withWebSocketServer<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ script: @escaping WebSocketScript,
    body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    let exchange = Exchange.webSocket(times: .any, sourceLocation: sourceLocation, script: script)
    return try await withLoopbackServer([exchange], sourceLocation: sourceLocation, body)
}
