import Platform

/// What is left of one attempt's time.
struct Stopwatch: Sendable {
    /// A hop's time, and what to say when it is over.
    struct Limit: Sendable, Equatable {
        var milliseconds: Int
        var reason: TransportError.Reason
    }

    private let configuration: HTTPConfiguration
    private let start: Duration

    init(_ configuration: HTTPConfiguration, start: Duration) {
        self.configuration = configuration
        self.start = start
    }

    /// The shorter of the attempt's time and the deadline's.
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
    /// Rounded up, so that a time that is left is never 0; at most 23 days, the most that every libcurl takes.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
