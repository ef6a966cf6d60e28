import Platform

/// Measures the remaining time of one attempt.
struct Stopwatch: Sendable {
    /// The time limit of a hop, and the error to report when it expires.
    struct Limit: Sendable, Equatable {
        var milliseconds: Int
        var reason: TransportError.Reason
    }

    let configuration: HTTPConfiguration
    let start: Duration

    /// The shorter of the attempt's remaining time and the time until the deadline.
    func limit() -> Limit {
        let now = configuration.time.elapsed()
        let attempt = max(.zero, configuration.timeout - (now - start))
        if let left = configuration.deadline.remaining(at: now), left < attempt {
            let whole = configuration.deadline.remaining(at: start) ?? left
            return Limit(
                milliseconds: left.wholeMilliseconds,
                reason: .timedOut(milliseconds: whole.wholeMilliseconds, of: .deadline))
        }
        return Limit(
            milliseconds: attempt.wholeMilliseconds,
            reason: .timedOut(milliseconds: configuration.timeout.wholeMilliseconds, of: .attempt))
    }
}

extension Duration {
    /// Whole milliseconds, rounded up so that a remaining time is never 0; at most 23 days, which every libcurl
    /// accepts.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
