/// Why a request has no answer: facts only, the words are made elsewhere.
public struct TransportError: Error, Equatable, Sendable {
    /// The host that was asked, `host[:port]` as in the URL.
    public var host: String
    /// What went wrong.
    public var reason: Reason

    /// A failure of a host.
    public init(host: String, reason: Reason) {
        self.host = host
        self.reason = reason
    }

    /// The kinds of failure.
    public enum Reason: Equatable, Sendable {
        /// No whole answer came over the network.
        case unreachable(Unreachable)
        /// Nothing whole came in time.
        case timedOut(milliseconds: Int, of: TimeLimit)
        /// An answer came that HTTP does not allow, or that was not asked for.
        case invalid(InvalidAnswer)
        /// A redirect that is not followed.
        case redirect(RedirectFault)
        /// libcurl cannot be opened or used; the text is the loader's or the library's own.
        case libraryMissing(String)
        /// The request holds a key and would go unencrypted to another host than this one.
        case secretOverPlainHTTP
        /// The URL cannot be asked; the text is the URL without its key.
        case invalidURL(String)
        /// A header's name or value holds a character that would end it; only the name is told.
        case invalidHeader(name: String)
        /// The task was cancelled.
        case cancelled
    }

    /// Which of the limits ran out.
    public enum TimeLimit: Equatable, Sendable {
        /// The time of one attempt.
        case attempt
        /// The time of the whole command.
        case deadline
    }

    /// True where the same request may well succeed a little later: anything of the network but a bad certificate.
    public var isPassing: Bool {
        switch reason {
        case .unreachable(.certificate): false
        case .unreachable, .timedOut: true
        default: false
        }
    }
}

/// Where the way to a whole answer ended; texts are the library's or the system's own.
public enum Unreachable: Equatable, Sendable {
    /// The name has no address.
    case dns
    /// No connection: `Connection refused`.
    case connect(String)
    /// No encrypted connection.
    case tls(String)
    /// The server's certificate, or the file of trusted ones, is not good: expired, another host's, unknown issuer.
    case certificate(String)
    /// The proxy was not reached, or refused.
    case proxy(String)
    /// The connection was reset.
    case reset(receivedBytes: Int)
    /// The connection was closed in the middle of the body; `receivedBytes` as sent, before decompression.
    case cut(receivedBytes: Int, expected: Int?)
    /// The connection was closed before the header was whole.
    case headerCut
    /// Anything else that libcurl calls a failure.
    case other(String)
}

/// What makes an answer unfit although it came.
public enum InvalidAnswer: Equatable, Sendable {
    /// Not HTTP at all, or the bare body of HTTP/0.9.
    case notHTTP
    /// A header line without a name, or a Content-Length that is no number.
    case malformedHeader(String)
    /// The header alone is larger than any honest one.
    case headerTooLarge(limit: Int)
    /// Two Content-Lengths that differ.
    case twoLengths(String, String)
    /// Chunks that are not what RFC 9112 says.
    case malformedChunks
    /// The body, decompressed, is larger than allowed.
    case tooLarge(limit: Int)
    /// A Content-Encoding that was not asked for.
    case unaskedEncoding(String)
    /// The compressed body is broken, cut short, or followed by something else.
    case brokenCompression
    /// A body whose end is only the connection's, where its format does not show its own end.
    case lengthUnknown
    /// 200 to 203 with no body.
    case emptyBody
    /// A status that answers something that was not asked: 204, 205, 206, 304, any other 2xx, 1xx.
    case unaskedStatus(Int)
}

/// Why a redirect is not followed; URLs are given without keys.
public enum RedirectFault: Equatable, Sendable {
    /// The way leads back to a URL already asked.
    case loop
    /// More than this many in a row.
    case tooMany(limit: Int)
    /// From https to http.
    case downgrade(to: String)
    /// To a scheme other than http and https.
    case scheme(String)
    /// No Location.
    case noLocation(status: Int)
    /// A Location that is no URL, or one with a user name in it.
    case badLocation(String)
    /// To another host, with the key somewhere in the URL's path.
    case wouldTellKey
}
