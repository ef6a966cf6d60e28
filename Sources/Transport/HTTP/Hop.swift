import CCurl

/// One URL of a request's way, with what may be sent to it.
struct Hop: Sendable, Equatable {
    /// The URL with its key.
    var url: String
    /// Its scheme, host and port.
    var origin: Origin
    /// The headers that go there.
    var headers: [HTTPHeader]
    /// The key; nil once it may not be sent on.
    var secret: Secret?
    /// The URLs asked before this one.
    var visited: [String] = []
    /// The key wherever it must not be shown, also after it is sent no more.
    let masked: String?
    let showsItsEnd: Bool

    /// The first hop, or why there is none.
    init(_ request: HTTPRequest) throws(TransportError) {
        func fail(_ reason: TransportError.Reason) -> TransportError {
            TransportError(host: request.host, reason: reason)
        }
        guard let url = request.urlText, let origin = Origin(base: request.base) else {
            throw fail(.invalidURL(request.base))
        }
        self.url = url
        self.origin = origin
        headers = request.headers
        secret = request.secret
        masked = request.secret?.value
        showsItsEnd = request.showsItsEnd
        if request.tellsSecretInPlain { throw fail(.secretOverPlainHTTP) }
        if let bad = sentHeaders.first(where: { !$0.isSendable }) { throw fail(.invalidHeader(name: bad.name)) }
    }

    /// The URL as it may be shown.
    var redactedURL: String {
        masked.map { url.masking($0) } ?? url
    }

    func error(_ reason: TransportError.Reason) -> TransportError {
        TransportError(host: origin.authority, reason: reason)
    }

    /// The answer, its body decompressed; that of a refusal which cannot be read is left out.
    func response(_ head: ResponseHead, _ body: [UInt8], limit: Int) throws(TransportError) -> HTTPResponse {
        do {
            return HTTPResponse(
                status: head.status, headers: head.headers, body: try head.decoded(body, limit: limit),
                host: origin.authority, url: redactedURL)
        } catch {
            throw self.error(.invalid(error == .tooLarge ? .tooLarge(limit: limit) : .brokenCompression))
        }
    }

    func order(_ configuration: HTTPConfiguration, _ limit: Stopwatch.Limit) -> TransferOrder {
        TransferOrder(
            url: url, header: sentHeaders.map(\.line), userAgent: configuration.userAgent, trust: configuration.trust,
            milliseconds: limit.milliseconds, timeoutReason: limit.reason,
            avoidsProxy: secret != nil && origin.scheme == "http",
            rules: ResponseHead.Rules(showsItsEnd: showsItsEnd, bodyLimit: configuration.bodyLimit))
    }

    private var sentHeaders: [HTTPHeader] {
        var sent = headers
        if showsItsEnd { sent.append(HTTPHeader("Accept-Encoding", ContentCoding.accepted)) }
        if case .header(let name, let value, let prefix) = secret { sent.append(HTTPHeader(name, prefix + value)) }
        return sent
    }
}

/// What two URLs must share for a key to go from one to the other.
struct Origin: Sendable, Equatable {
    var scheme: String
    var host: String
    var port: Int
    /// `host[:port]` as written.
    var authority: String

    static func == (left: Origin, right: Origin) -> Bool {
        (left.scheme, left.host, left.port) == (right.scheme, right.host, right.port)
    }

    init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
        authority = port.map { "\(host):\($0)" } ?? host
    }

    /// The origin of a request's base.
    init?(base: String) {
        guard let base = BaseURL(base) else { return nil }
        let port =
            base.authority.utf8.count > base.hostName.utf8.count
            ? Int(base.authority.dropFirst(base.hostName.count + 1)) : nil
        self.init(scheme: base.scheme, host: base.hostName, port: port)
        authority = base.authority
    }
}

extension HTTPHeader {
    /// As libcurl takes it; a semicolon stands for a header without value, which a colon would leave out.
    var line: String {
        value.isEmpty ? name + ";" : "\(name): \(value)"
    }

    /// True where nothing in it ends the line or the name (RFC 9110 section 5).
    var isSendable: Bool {
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        return !name.isEmpty && isToken && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
