import Transport
package import Testing

/// What a server does on one WebSocket after the handshake.
package typealias WebSocketScript = @Sendable (WebSocketPeer) throws -> Void

extension Answer {
    /// Accepts a WebSocket handshake and plays the script, at whose end the connection is closed in order. A request that
    /// is no such handshake gets 400.
    ///
    /// `headers` come with the 101, and `bytes` in the same segment after it.
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

    /// The 101 that a handshake gets; nil for a request that is none (RFC 6455 section 4.2.1), or that offers extensions.
    package static func webSocketHead(for request: RecordedRequest, headers: [(String, String)] = []) -> [UInt8]? {
        guard let key = request.header("Sec-WebSocket-Key"), key.utf8.count == 24,
            request.method == "GET", request.header("Host") != nil,
            request.header("Upgrade")?.lowercased() == "websocket",
            request.header("Connection")?.lowercased() == "upgrade",
            request.header("Sec-WebSocket-Version") == "13", request.header("Sec-WebSocket-Extensions") == nil
        else { return nil }
        let accept = ("Sec-WebSocket-Accept", WebSocketHandshake.accept(for: key))
        return head(101, nil, [("Upgrade", "websocket"), ("Connection", "Upgrade"), accept] + headers, length: nil)
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

/// Runs `body` with a server that plays these scripts, one a connection, in this order and at any path; see
/// `withLoopbackServer`. A connection too many fails the test, and so does one too few.
///
/// `server.webSocketURL` is where, `server.connectionCount` how many connections came, `server.requests` their handshakes.
/// To serve HTTP beside it, or to look at paths, give `withLoopbackServer` exchanges made by `.webSocket`.
package func withWebSocketServer<Result>(
    _ scripts: [WebSocketScript], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    let exchanges = scripts.map { Exchange.webSocket(sourceLocation: sourceLocation, script: $0) }
    return try await withLoopbackServer(exchanges, sourceLocation: sourceLocation, body)
}

/// As above, with one script that each connection gets, however many come.
package func withWebSocketServer<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ script: @escaping WebSocketScript,
    body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    let exchange = Exchange.webSocket(times: .any, sourceLocation: sourceLocation, script: script)
    return try await withLoopbackServer([exchange], sourceLocation: sourceLocation, body)
}
