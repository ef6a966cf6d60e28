import Platform
public import Transport

/// The retry and reconnect settings of a feed.
public struct StreamPolicy: Sendable {
    /// The number of retries of the whole chain before the first data, and the pauses between them.
    public var retry: RetryPolicy
    /// The maximum number of reconnects in a row; nil for no limit.
    public var attempts: Int?
    /// The deadline of the whole feed.
    public var deadline: Deadline

    /// Creates a policy.
    public init(retry: RetryPolicy, attempts: Int?, deadline: Deadline) {
        self.retry = retry
        self.attempts = attempts
        self.deadline = deadline
    }

    /// Returns the pause after the chain failed for the `walk`th time, counted from 0; nil if it is not tried again.
    /// `unit` is a random number from 0 to 1, `moment` the time of the monotonic clock.
    package func pause(
        after walk: Int, _ failures: some Sequence<ProviderFailure>, at moment: Duration, unit: Double
    ) -> Duration? {
        let step = retry.step(
            after: walk, retryAfter: failures.compactMap(\.retryAfter).min(),
            remaining: deadline.remaining(at: moment), unit: unit)
        return if case .pause(let pause) = step { pause } else { nil }
    }
}
