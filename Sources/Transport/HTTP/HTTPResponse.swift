/// A whole answer: what came, checked as far as HTTP goes and no further.
public struct HTTPResponse: Sendable, Equatable {
    /// The status code.
    public var status: Int
    /// The header of the last answer; interim ones and trailers are left out.
    public var headers: HTTPHeaders
    /// The body, decompressed.
    public var body: [UInt8]
    /// `host[:port]` that answered, after redirects.
    public var host: String
    /// The URL that answered, its key shown as `***`.
    public var url: String

    /// An answer, as a test's client makes it.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8], host: String, url: String) {
        self.status = status
        self.headers = headers
        self.body = body
        self.host = host
        self.url = url
    }

    /// True for a refusal that may go away by itself: 408, 418 (a ban for too many requests), 429 and 5xx.
    public static func isPassing(status: Int) -> Bool {
        [408, 418, 429].contains(status) || (500..<600).contains(status)
    }

    /// What the status makes of the answer to a plain GET.
    public enum Verdict: Sendable, Equatable {
        /// 200 to 203: the body, which is not empty.
        case content([UInt8])
        /// No such answer was asked for, or it is empty.
        case invalid(InvalidAnswer)
        /// 3xx to 5xx: the provider's own words may stand in `body`.
        case refused(status: Int)
    }

    /// The answer's worth: 200 to 203 with a body, a refusal, or invalid data.
    public var verdict: Verdict {
        switch status {
        case 200...203: body.isEmpty ? .invalid(.emptyBody) : .content(body)
        case ..<300, 304: .invalid(.unaskedStatus(status))
        default: .refused(status: status)
        }
    }
}
