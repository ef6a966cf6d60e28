package import Testing

/// A request that a test expects and the answer it gets.
///
/// Of the exchanges that match a request, the first one with answers left is played. So three exchanges of one path
/// answer the first, second and third request.
package struct Exchange: Sendable {
    /// How many requests an exchange answers.
    package enum Times: Sendable, Equatable, ExpressibleByIntegerLiteral {
        /// This many, no more and, as `verify` checks, no fewer.
        case exactly(Int)
        /// Any number, including none.
        case any

        package init(integerLiteral value: Int) {
            self = .exactly(value)
        }
    }

    let matcher: RequestMatcher
    let times: Times
    let answer: Answer
    let sourceLocation: SourceLocation

    /// A GET of `path`, the target before the question mark as sent.
    ///
    /// `query` is a dictionary literal of parameters that must be there, a string literal of the whole query as sent,
    /// `.exactly`, `.none` or `.any`. `headers` are by name in any case: a string literal for the value, `.present` or
    /// `.absent`. `times` is how many requests it answers, a number or `.any`.
    package static func get(
        _ path: String, query: RequestMatcher.Query = .any, headers: [String: RequestMatcher.Header] = [:],
        times: Times = 1, answer: Answer, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Exchange {
        .request(
            "GET", path, query: query, headers: headers, times: times, answer: answer, sourceLocation: sourceLocation)
    }

    /// Any number of GETs of whatever path.
    package static func everything(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) -> Exchange {
        let matcher = RequestMatcher(method: "GET", path: nil, query: .any, headers: [:])
        return Exchange(matcher: matcher, times: .any, answer: answer, sourceLocation: sourceLocation)
    }

    /// Like `get`, with another method. Without a path, any path matches.
    package static func request(
        _ method: String, _ path: String?, query: RequestMatcher.Query = .any,
        headers: [String: RequestMatcher.Header] = [:], times: Times = 1, answer: Answer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Exchange {
        let matcher = RequestMatcher(method: method, path: path, query: query, headers: headers)
        return Exchange(matcher: matcher, times: times, answer: answer, sourceLocation: sourceLocation)
    }
}
