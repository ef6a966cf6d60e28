package import Platform
package import Transport

/// The retry and reconnect settings of a feed, with its clock and its random numbers.
package struct StreamPolicy: Sendable {
    /// The number of retries of the whole chain before the first data, and the pauses between them.
    let retry: RetryPolicy
    /// The maximum number of reconnects in a row; nil for no limit.
    let attempts: Int?
    /// The deadline of the whole feed.
    let deadline: Deadline
    package let time: TimeSource
    /// Returns a random number from 0 to 1.
    let random: @Sendable () -> Double

    /// Creates a policy. Each parameter sets the property of the same name.
    package init(
        retry: RetryPolicy, attempts: Int?, deadline: Deadline, time: TimeSource,
        random: @escaping @Sendable () -> Double
    ) {
        (self.retry, self.attempts, self.deadline, self.time, self.random) = (retry, attempts, deadline, time, random)
    }

    /// Returns the pause after the chain failed for the `walk`th time, counted from 0; nil if it is not tried again.
    package func pause(after walk: Int, _ failures: some Collection<ProviderFailure>) -> Duration? {
        retry.pause(after: walk, failures, remaining: deadline.remaining(at: time.elapsed()), unit: random())
    }
}
