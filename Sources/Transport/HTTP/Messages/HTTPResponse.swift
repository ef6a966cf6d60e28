package import Platform

/// A complete HTTP response. Only the rules of HTTP are checked, not the content.
package struct HTTPResponse: Sendable, Equatable {
    /// The status code.
    package var status: Int
    /// The header of the final response, without those of interim responses and without trailers.
    package var headers: HTTPHeaders
    /// The body after decompression.
    package var body: [UInt8]
    /// The `host[:port]` that responded, after redirects.
    package var host: String
    /// The URL that responded, with the key shown as `***`.
    package var url: String
    /// When the request was sent, by the clock of a record; nil without one.
    package var requested: Timestamp?
    /// The body if it was announced while it arrived; nil for any other. `body` may then be its first part only.
    package var arriving: ArrivingBody?

    /// Creates a response, for clients in tests. Each parameter sets the property of the same name.
    package init(status: Int, headers: HTTPHeaders = [], body: [UInt8], host: String, url: String) {
        self.status = status
        self.headers = headers
        self.body = body
        self.host = host
        self.url = url
    }

    /// Whether a status may be temporary: 408, 418 (a ban for too many requests), 429 and 5xx.
    ///
    /// - Parameter status: The status code.
    /// - Returns: True if a later request may succeed.
    package static func isTransient(status: Int) -> Bool {
        [408, 418, 429].contains(status) || (500..<600).contains(status)
    }

    /// Whether a response of a status has content: 200 to 203.
    static func hasContent(status: Int) -> Bool { (200...203).contains(status) }

    /// The meaning of a status as the response to a plain GET.
    package enum Verdict: Sendable, Equatable {
        /// A status of 200 to 203 with a body, which is not empty.
        case content([UInt8])
        /// A response that does not match the request, or an empty one.
        case invalid(InvalidAnswer)
        /// A status of 3xx to 5xx. `body` may contain the provider's message.
        case refused(status: Int)
    }

    /// Whether the response is content (200 to 203 with a body), a refusal, or invalid.
    package var verdict: Verdict {
        switch status {
        case 200...203: body.isEmpty ? .invalid(.emptyBody) : .content(body)
        case ..<300, 304: .invalid(.unaskedStatus(status))
        default: .refused(status: status)
        }
    }
}
