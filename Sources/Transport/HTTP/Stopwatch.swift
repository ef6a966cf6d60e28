import Platform

/// Measures the remaining time of one attempt, which ends with the share of its task.
struct Stopwatch: Sendable {
    /// The time limit of a hop, and the error to report when it expires.
    typealias Limit = (milliseconds: Int, reason: TransportError.Reason)

    let configuration: HTTPConfiguration
    let start: Duration

    /// The time of the attempt, which ends with the task's share if that is over before the deadline.
    private var timeout: Duration {
        let share = Deadline.ofTask
        guard share.orEarlier(configuration.deadline) != configuration.deadline, let left = share.remaining(at: start)
        else { return configuration.timeout }
        return min(configuration.timeout, left)
    }

    /// The shorter of the attempt's remaining time and the time until the deadline.
    func limit() -> Limit {
        let now = configuration.time.elapsed()
        let timeout = timeout
        let attempt = max(.zero, timeout - (now - start))
        if let left = configuration.deadline.remaining(at: now), left < attempt {
            let whole = configuration.deadline.remaining(at: start) ?? left
            return (left.wholeMilliseconds, .timedOut(milliseconds: whole.wholeMilliseconds, of: .deadline))
        }
        return (attempt.wholeMilliseconds, .timedOut(milliseconds: timeout.wholeMilliseconds, of: .attempt))
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
