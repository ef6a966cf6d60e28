package import Platform

/// An error that ended a request without a valid response. It holds facts only; messages are made elsewhere.
package struct TransportError: Error, Equatable, Sendable {
    /// The requested host, `host[:port]` as in the URL.
    package var host: String
    /// What went wrong.
    package var reason: Reason

    /// Creates an error for a host. Each parameter sets the property of the same name.
    package init(host: String, reason: Reason) {
        self.host = host
        self.reason = reason
    }

    /// The kinds of failure. Transport also throws them where the host is not known.
    package enum Reason: Error, Equatable, Sendable {
        /// No complete response was received over the network.
        case unreachable(Unreachable)
        /// No complete response arrived within the time limit.
        case timedOut(milliseconds: Int, of: TimeLimit)
        /// A response that HTTP does not allow, or that the request did not ask for.
        case invalid(InvalidAnswer)
        /// A redirect that is not followed.
        case redirect(RedirectFault)
        /// libcurl cannot be opened or used. The text is the message of the loader or of the library.
        case libraryMissing(String)
        /// No thread can be started for the request.
        case noThread(ThreadLimit)
        /// The request holds a key and would send it unencrypted to a host other than this machine.
        case secretOverPlainHTTP
        /// The URL is invalid. The text is the URL without its key.
        case invalidURL(String)
        /// A header's name or value contains a character that would end it. Only the name is given.
        case invalidHeader(name: String)
        /// The task was cancelled.
        case cancelled
        /// The record that takes the place of the network has no answer, or none that is left. The text is the URL
        /// without its key.
        case notRecorded(String)
    }

    /// The time limit that expired.
    package enum TimeLimit: Equatable, Sendable {
        /// The time limit of one attempt.
        case attempt
        /// The time limit of the whole command.
        case deadline
    }

    /// True if the same request may succeed later: all network errors except a bad certificate.
    package var isTransient: Bool {
        switch reason {
        case .unreachable(.certificate): false
        case .unreachable, .timedOut: true
        default: false
        }
    }
}

/// The step at which a connection or a response failed. Texts are messages of the library or the system.
package enum Unreachable: Equatable, Sendable {
    /// The host name cannot be resolved.
    case dns
    /// The connection failed, for example `Connection refused`.
    case connect(String)
    /// No TLS connection could be established.
    case tls(String)
    /// The server's certificate or the CA file is not valid: expired, for another host, or from an unknown issuer.
    case certificate(String)
    /// The proxy was not reached, or it refused the connection. `variable` is the environment variable that names it.
    case proxy(String, variable: String?)
    /// The connection was reset after `receivedBytes` bytes.
    case reset(receivedBytes: Int)
    /// The connection was closed before the end of the body. `receivedBytes` counts bytes before decompression.
    case cut(receivedBytes: Int, expected: Int?)
    /// The connection was closed before the end of the header.
    case headerCut
    /// Any other libcurl error.
    case other(String)
}

/// The reason why a received response is invalid.
package enum InvalidAnswer: Equatable, Sendable {
    /// Not HTTP, or the bare body of HTTP/0.9.
    case notHTTP
    /// A header line without a name, or a Content-Length that is not a number.
    case malformedHeader(String)
    /// A header of more than `limit` bytes.
    case headerTooLarge(limit: Int)
    /// Two different Content-Length values.
    case twoLengths(String, String)
    /// A chunked body that breaks RFC 9112.
    case malformedChunks
    /// A body of more than `limit` bytes after decompression.
    case tooLarge(limit: Int)
    /// A Content-Encoding that the request did not ask for.
    case unaskedEncoding(String)
    /// A compressed body that is damaged, truncated, or followed by other data.
    case brokenCompression
    /// A body that ends with the connection, in a format that does not mark its own end.
    case lengthUnknown
    /// A status of 200 to 203 without a body.
    case emptyBody
    /// A status that does not match the request: 204, 205, 206, 304, any other 2xx, or 1xx.
    case unaskedStatus(Int)
}

/// The reason why a redirect is not followed. URLs are given without keys.
package enum RedirectFault: Equatable, Sendable {
    /// The redirect leads back to a URL already requested.
    case loop
    /// More than `limit` redirects in a row.
    case tooMany(limit: Int)
    /// A redirect from https to http.
    case downgrade(to: String)
    /// A redirect to a scheme other than http and https.
    case scheme(String)
    /// The response has no Location header.
    case noLocation(status: Int)
    /// The Location is not a URL, or contains a user name.
    case badLocation(String)
    /// A redirect to another host, with the key in the URL's path.
    case wouldRevealKey
}
