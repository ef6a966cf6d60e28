/// The pauses before a broken stream is opened again: 0.5 s, doubling up to 60 s, each a random part between half and
/// all of it.
public struct Reconnect: Sendable {
    /// The minimum time of data that proves a connection healthy, however short the last pause was.
    private static let healthy = Duration.seconds(5)

    private let policy: RetryPolicy
    private let minimum: Duration
    private var failures = 0
    private var lastPause = Duration.zero

    /// Creates a schedule of at most `retries` attempts in a row, nil for no limit. No pause is shorter than
    /// `minimum`.
    public init(retries: Int?, minimum: Duration = .zero) {
        policy = RetryPolicy(retries: retries ?? .max, base: .milliseconds(500), cap: .seconds(60))
        self.minimum = minimum
    }

    /// Returns the pause after a connection; nil if no attempt is left. `data` is the time from its first to its last
    /// data.
    ///
    /// Data for as long as the last pause, and for at least 5 seconds, resets the count of failures: a connection
    /// that is only open proves nothing. `retryAfter` is used if it is longer. `unit` is a random number from 0 to 1.
    public mutating func pause(afterData data: Duration, retryAfter: Duration?, unit: Double) -> Duration? {
        if data >= max(lastPause, Self.healthy) { failures = 0 }
        let step = policy.step(after: failures, retryAfter: retryAfter, remaining: nil, unit: unit)
        guard case .pause(let pause) = step else { return nil }
        failures += 1
        lastPause = max(pause, minimum)
        return lastPause
    }
}
