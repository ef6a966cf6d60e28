/// Where a WebSocket is to be opened, as a value, and the key that must never be seen.
public struct WebSocketRequest: Sendable, Equatable {
    /// Scheme (`wss`, `ws`, or `https`, `http` for the same), host and maybe port and a path that is kept in front.
    public var base: String
    /// The path, as plain text; every character that has a meaning in a URL but `/` is percent-encoded on the way.
    public var path: String
    /// The query's items in order, as plain text.
    public var query: [HTTPRequest.QueryItem]
    /// Headers besides User-Agent and those of the handshake, which Transport sets.
    public var headers: [HTTPHeader]
    /// The key, where the provider wants one; it is never sent over plain `ws` but to this machine itself.
    public var secret: Secret?
    /// Path and query as they stand, in place of the parts.
    private var literalTarget: String?

    /// A request made of parts; nothing is checked before it is opened.
    public init(
        base: String, path: String = "", query: [HTTPRequest.QueryItem] = [], headers: [HTTPHeader] = [],
        secret: Secret? = nil
    ) {
        self.base = base
        self.path = path
        self.query = query
        self.headers = headers
        self.secret = secret
    }

    /// A URL whose path and query are sent as they stand; nil where it is none, or holds a blank or another character that
    /// a URL cannot hold. A fragment is left out.
    public init?(url: String) {
        guard let scheme = url.firstRange(ofBytes: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let target = url[authority.endIndex...].prefix { $0 != "#" }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.init(base: String(url[..<authority.endIndex]))
        guard BaseURL(http.base) != nil else { return nil }
        literalTarget = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// `host[:port]` of the base, for messages; the whole base where it is no URL, but never a password in it.
    public var host: String { shown(http.host) }

    /// The URL for messages, its key shown as `***`.
    public var redactedURL: String { shown(http.redactedURL + (literalTarget ?? "")) }
}

extension WebSocketRequest {
    private static let schemes = ["ws": "http", "wss": "https"]

    /// The same place as HTTP names it: what libcurl is given, and what is checked.
    var http: HTTPRequest {
        let known = Self.schemes[scheme].map { $0 + base.dropFirst(scheme.utf8.count) }
        return HTTPRequest(base: known ?? base, path: path, query: query, headers: headers, secret: secret)
    }

    private var scheme: String { base.prefix { $0 != ":" }.lowercased() }

    /// HTTP's name of it with the scheme that was given.
    private func shown(_ text: String) -> String {
        Self.schemes[scheme] != nil && text.hasPrefix("http") ? "ws" + text.dropFirst(4) : text
    }

    /// The request target of the handshake (RFC 9112 section 3.2.1), with its key; nil where the base is no URL.
    var target: String? {
        if let literalTarget { return literalTarget }
        guard let base = BaseURL(http.base) else { return nil }
        let text = http.target(after: base, showing: nil)
        // A base's path may hold letters that only a percent-encoded form can send.
        let ascii = text.percentEncoded(keeping: "/?%:@!$'()*,;=&+[]")
        return ascii.hasPrefix("/") ? ascii : "/" + ascii
    }
}
