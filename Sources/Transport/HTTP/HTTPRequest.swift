/// One GET, as a value: where, what, and the key that must never be seen.
public struct HTTPRequest: Sendable, Equatable {
    /// Scheme, host and maybe port and a path that is kept in front: `https://api.coingecko.com`, `http://proxy/x`.
    public var base: String
    /// The path, as plain text; every character that has a meaning in a URL but `/` is percent-encoded on the way.
    public var path: String
    /// The query's items in order, as plain text.
    public var query: [QueryItem]
    /// Headers besides User-Agent and Accept-Encoding, which Transport sets.
    public var headers: [HTTPHeader]
    /// The key, where the provider wants one.
    public var secret: Secret?
    /// True for a format that shows by itself whether it is whole (JSON, XML): only then compression is asked for, and a
    /// body that ends with the connection is taken. Never for CSV.
    public var showsItsEnd: Bool
    /// The User-Agent header in place of the client's own; nil for that.
    public var userAgent: String?

    /// A GET; nothing is checked before it is sent.
    public init(
        base: String, path: String, query: [QueryItem] = [], headers: [HTTPHeader] = [], secret: Secret? = nil,
        showsItsEnd: Bool = true
    ) {
        self.base = base
        self.path = path
        self.query = query
        self.headers = headers
        self.secret = secret
        self.showsItsEnd = showsItsEnd
    }

    /// `host[:port]` of the base, for messages; the whole base where it is no URL, but never a password in it.
    public var host: String {
        BaseURL(base)?.authority ?? shownBase
    }

    /// The URL for messages, its key shown as `***`.
    public var redactedURL: String {
        urlText(showing: "***") ?? shownBase
    }

    /// A base that is refused may be so for the user and password in it.
    private var shownBase: String {
        guard let at = base.lastIndex(of: "@") else { return base }
        let scheme = base.firstRange(ofBytes: "://").map { base[..<min($0.upperBound, at)] } ?? ""
        return scheme + "***" + base[at...]
    }
}

extension HTTPRequest {
    /// A name and a value of a query, neither percent-encoded.
    public struct QueryItem: Sendable, Equatable {
        /// The name before `=`.
        public var name: String
        /// The value after it.
        public var value: String

        /// An item, as plain text.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
