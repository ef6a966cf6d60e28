import Platform

/// The request to open a WebSocket: the URL in parts, the headers, and the key, which is never shown.
package struct WebSocketRequest: Sendable {
    /// The scheme (`wss` or `ws`; `https` and `http` mean the same) and host, with an optional port and path prefix.
    package var base: String
    /// The path as plain text. Characters with a meaning in a URL, except `/`, are percent-encoded when it is sent.
    package var path: String
    /// The query items in order, as plain text.
    package var query: [(name: String, value: String)]
    /// The headers, without User-Agent and those of the handshake, which Transport sets.
    package var headers: [HTTPHeader]
    /// The key, if the provider requires one. It is sent over plain `ws` only to this machine.
    package var secret: Secret?
    /// The path and query to send unchanged, in place of the parts.
    private var literalTarget: String?

    /// Creates a request from parts. Each parameter sets the property of the same name. Nothing is checked until it is
    /// opened.
    package init(
        base: String, path: String = "", query: [(name: String, value: String)] = [], headers: [HTTPHeader] = [],
        secret: Secret? = nil
    ) {
        self.base = base
        self.path = path
        self.query = query
        self.headers = headers
        self.secret = secret
    }

    /// Creates a request whose path and query are sent unchanged. A fragment is removed.
    ///
    /// Nil if the text is not a URL, or contains a blank or another character that a URL cannot hold.
    ///
    /// - Parameter url: The URL, with the scheme `ws` or `wss`.
    package init?(url: String) {
        guard let scheme = url.firstRange(ofBytes: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let target = url[authority.endIndex...].prefix { $0 != "#" }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.init(base: String(url[..<authority.endIndex]))
        guard BaseURL(http.base) != nil else { return nil }
        literalTarget = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// The `host[:port]` of the base, for messages. If the base is not a URL, this is the whole base without a
    /// password.
    package var host: String { shown(http.host) }

    /// The URL for messages, with the key shown as `***`.
    package var redactedURL: String { shown(http.redactedURL + (literalTarget ?? "")) }
}

extension WebSocketRequest {
    private static let schemes = ["ws": "http", "wss": "https"]

    /// The same address with an HTTP scheme, for libcurl and for the checks.
    var http: HTTPRequest {
        let known = Self.schemes[scheme].map { $0 + base.dropFirst(scheme.utf8.count) }
        return HTTPRequest(base: known ?? base, path: path, query: query, headers: headers, secret: secret)
    }

    private var scheme: String { base.prefix { $0 != ":" }.lowercased() }

    /// Replaces the HTTP scheme in a text with the WebSocket scheme.
    private func shown(_ text: String) -> String {
        Self.schemes[scheme] != nil && text.hasPrefix("http") ? "ws" + text.dropFirst(4) : text
    }

    /// The request target of the handshake (RFC 9112 section 3.2.1), with its key; nil if the base is not a URL.
    var target: String? {
        if let literalTarget { return literalTarget }
        guard let base = BaseURL(http.base) else { return nil }
        let text = http.target(after: base, showing: nil)
        // The path of a base may contain characters that must be percent-encoded.
        let ascii = text.percentEncoded(keeping: "/?%:@!$'()*,;=&+[]")
        return ascii.hasPrefix("/") ? ascii : "/" + ascii
    }
}
