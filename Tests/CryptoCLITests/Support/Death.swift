import TestSupport
import Testing

/// A way in which a service is lost.
enum Death: String, CaseIterable, Sendable {
    case refused, page, limited, rejected, blocked, hanging, garbage, html, reset

    /// What its host answers; nil if nothing listens.
    var answer: Answer? {
        switch self {
        case .refused: nil
        case .page: .status(403, headers: [("Content-Type", "text/html")], body: "<html>Access Denied</html>")
        case .limited: .status(429)
        case .rejected: .status(429, body: "Edge: Too Many Requests")
        case .blocked: .status(451)
        case .hanging: .never
        case .garbage: .status(200, body: #"{"chart":5,"x":[1,"#)
        case .html: .response(headers: [("Content-Type", "text/html")], body: Array("<!DOCTYPE html><p id=\"x\">".utf8))
        case .reset: .disconnect(.reset)
        }
    }

    /// The `--timeout` of a test: short only where an attempt is to reach it, because those that live have it too.
    var timeout: String { self == .hanging ? "1s" : "60s" }

    /// Runs a test with the URL of a host that is lost in this way.
    func withURL<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        guard let answer else { return try await withRefusedURL(body) }
        return try await withLoopbackServer([.everything(answer)]) { try await body($0.url) }
    }

    /// What a notice says of it, in lower case.
    var words: String {
        switch self {
        case .refused: "no connection to "
        case .page: "refused with status 403"
        case .limited, .rejected: "too many requests"
        case .blocked: "refused with status 451"
        case .hanging: "no answer from "
        case .garbage: "invalid"
        case .html: "html"
        case .reset: "connection"
        }
    }
}
