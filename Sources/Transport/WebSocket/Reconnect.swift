/// The pauses before a broken stream is opened again: 0.5 s, doubling up to 60 s, each a random part between half and
/// all of it.
package struct Reconnect: Sendable {
    /// The minimum time of data that proves a connection healthy, however short the last pause was.
    private static let healthy = Duration.seconds(5)

    private let policy: RetryPolicy
    private let minimum: Duration
    private var failures = 0
    private var lastPause = Duration.zero

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - retries: The maximum number of attempts in a row; nil for no limit.
    ///   - minimum: The shortest pause.
    package init(retries: Int?, minimum: Duration = .zero) {
        policy = RetryPolicy(retries: retries ?? .max, base: .milliseconds(500), cap: .seconds(60))
        self.minimum = minimum
    }

    /// Returns the pause after a connection.
    ///
    /// Data for as long as the last pause, and for at least 5 seconds, resets the count of failures: a connection that
    /// is only open proves nothing.
    ///
    /// - Parameters:
    ///   - data: The time from the first to the last data of the connection.
    ///   - retryAfter: The pause that the server requested, which is used if it is longer; nil if there is none.
    ///   - unit: A random number from 0 to 1, which selects the point between half and the whole pause.
    /// - Returns: The pause; nil if no attempt is left.
    package mutating func pause(afterData data: Duration, retryAfter: Duration?, unit: Double) -> Duration? {
        if data >= max(lastPause, Self.healthy) { failures = 0 }
        let step = policy.step(after: failures, retryAfter: retryAfter, remaining: nil, unit: unit)
        guard case .pause(let pause) = step else { return nil }
        failures += 1
        lastPause = max(pause, minimum)
        return lastPause
    }
}
