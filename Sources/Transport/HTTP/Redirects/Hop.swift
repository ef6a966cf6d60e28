/// One URL in the redirect chain of a request, with what may be sent to it.
struct Hop: Sendable, Equatable {
    /// The URL with its key.
    var url: String
    /// The scheme, host and port of the URL.
    var origin: Origin
    /// The headers sent to this URL, without the key.
    var headers: [HTTPHeader]
    /// The key; nil if it must not be sent to this URL.
    var secret: Secret?
    /// The URLs requested before this one.
    var visited: [String] = []
    /// The key to mask in messages, also after it is no longer sent.
    let masked: String?
    let showsItsEnd: Bool
    /// The User-Agent header; nil for the one of the client.
    let userAgent: String?

    /// Creates the first hop. Throws `TransportError` if the request cannot be sent.
    init(_ request: HTTPRequest) throws(TransportError) {
        func fail(_ reason: TransportError.Reason) -> TransportError {
            TransportError(host: request.host, reason: reason)
        }
        guard let url = request.urlText(), let origin = Origin(base: request.base) else {
            throw fail(.invalidURL(request.redactedURL))
        }
        self.url = url
        self.origin = origin
        headers = request.headers
        secret = request.secret
        masked = request.secret?.value
        showsItsEnd = request.showsItsEnd
        userAgent = request.userAgent
        if request.sendsSecretInPlainText { throw fail(.secretOverPlainHTTP) }
        if let bad = sentHeaders.first(where: { !$0.isSendable }) { throw fail(.invalidHeader(name: bad.name)) }
    }

    /// The URL with the key masked.
    var redactedURL: String { url.masking(masked) }

    func error(_ reason: TransportError.Reason) -> TransportError {
        TransportError(host: origin.authority, reason: reason.masking(masked))
    }

    func response(_ head: ResponseHead, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: head.status, headers: head.headers, body: body, host: origin.authority, url: redactedURL)
    }

    func order(_ configuration: HTTPConfiguration, _ limit: Stopwatch.Limit) -> TransferOrder {
        TransferOrder(
            url: url, header: sentHeaders.map(\.line), userAgent: userAgent ?? configuration.userAgent,
            trust: configuration.trust, milliseconds: limit.milliseconds, timeoutReason: limit.reason,
            avoidsProxy: secret != nil && origin.scheme == "http",
            rules: ResponseHead.Rules(showsItsEnd: showsItsEnd, bodyLimit: configuration.bodyLimit))
    }

    /// The headers, including the one with the key.
    var sentHeaders: [HTTPHeader] {
        var sent = headers
        if case .header(let name, let value, let prefix) = secret { sent.append(HTTPHeader(name, prefix + value)) }
        return sent
    }
}
