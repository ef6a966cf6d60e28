/// When a stream that broke is opened again: after 0.5 s, doubling to 60 s, each pause between half and the whole of it.
public struct Reconnect: Sendable {
    /// The least time of data that shows a connection to be healthy, however short the pause before it was.
    private static let healthy = Duration.seconds(5)

    private let policy: RetryPolicy
    private let minimum: Duration
    private var failures = 0
    private var lastPause = Duration.zero

    /// As often in a row as `retries` says, nil for without end; never sooner than after `minimum`.
    public init(retries: Int?, minimum: Duration = .zero) {
        policy = RetryPolicy(retries: retries ?? .max, base: .milliseconds(500), cap: .seconds(60))
        self.minimum = minimum
    }

    /// The pause after a connection that brought data for `data`, from its first to its last; nil where no attempt is left.
    ///
    /// Data for as long as the last pause, and at least 5 seconds, forgets the failures before it: a connection that is
    /// merely open proves nothing. `retryAfter` wins where it is longer; `unit` is random, 0 to 1.
    public mutating func pause(afterData data: Duration, retryAfter: Duration?, unit: Double) -> Duration? {
        if data >= max(lastPause, Self.healthy) { failures = 0 }
        let step = policy.step(after: failures, retryAfter: retryAfter, remaining: nil, unit: unit)
        guard case .pause(let pause) = step else { return nil }
        failures += 1
        lastPause = max(pause, minimum)
        return lastPause
    }
}
