import Platform

/// A GET request as a value: the URL in parts, the headers, and the key, which is never shown.
package struct HTTPRequest: Sendable {
    /// The scheme and host, with an optional port and path prefix: `https://api.coingecko.com`, `http://proxy/x`.
    package var base: String
    /// The path as plain text. Characters with a meaning in a URL, except `/`, are percent-encoded when it is sent.
    package var path: String
    /// The query items in order, as plain text, not percent-encoded.
    package var query: [(name: String, value: String)]
    /// The headers, without User-Agent and Accept-Encoding, which Transport sets.
    package var headers: [HTTPHeader]
    /// The key, if the provider requires one.
    package var secret: Secret?
    /// True for a format that marks its own end, such as JSON and XML. Only then does the request ask for compression
    /// and accept a body that ends with the connection. Never true for CSV.
    package var showsItsEnd: Bool
    /// The User-Agent header; nil for the one of the client.
    package var userAgent: String?
    /// The part of the time limit of this attempt that is already over.
    package var waited = Duration.zero
    /// Called with the content of a response that is worth reading while it arrives, which `ArrivingBody.reading` does.
    /// It may be called again for another attempt. It must not block.
    package var onContent: (@Sendable (ArrivingBody) -> Void)?

    /// Creates a GET request. Each parameter sets the property of the same name. Nothing is checked until it is sent.
    package init(
        base: String, path: String, query: [(name: String, value: String)] = [], headers: [HTTPHeader] = [],
        secret: Secret? = nil, showsItsEnd: Bool = true
    ) {
        self.base = base
        self.path = path
        self.query = query
        self.headers = headers
        self.secret = secret
        self.showsItsEnd = showsItsEnd
    }

    /// The `host[:port]` of the base, for messages. If the base is not a URL, this is the whole base without a
    /// password.
    package var host: String {
        BaseURL(base)?.authority ?? shownBase
    }

    /// The URL for messages, with the key shown as `***`.
    package var redactedURL: String {
        urlText(showing: "***") ?? shownBase
    }

    /// The base without user and password, which may be the reason why it is rejected.
    private var shownBase: String {
        guard let at = base.lastIndex(of: "@") else { return base }
        let scheme = base.firstRange(ofBytes: "://").map { base[..<min($0.upperBound, at)] } ?? ""
        return scheme + "***" + base[at...]
    }
}
