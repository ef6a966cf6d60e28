/// When a stream that broke is opened again: after 0.5 s, doubling to 60 s, each pause between half and the whole of it.
public struct Reconnect: Sendable {
    private static let life = Duration.seconds(60)

    private let policy: RetryPolicy
    private let minimum: Duration
    private var failures = 0

    /// As often in a row as `retries` says, nil for without end; never sooner than after `minimum`.
    public init(retries: Int?, minimum: Duration = .zero) {
        policy = RetryPolicy(retries: retries ?? .max, base: .milliseconds(500), cap: .seconds(60))
        self.minimum = minimum
    }

    /// The pause after a connection that lived for `life`; nil where no attempt is left.
    ///
    /// A minute of life forgets the failures before it. `retryAfter` wins where it is longer; `unit` is random, 0 to 1.
    public mutating func pause(afterLife life: Duration, retryAfter: Duration?, unit: Double) -> Duration? {
        if life >= Self.life { failures = 0 }
        let step = policy.step(after: failures, retryAfter: retryAfter, remaining: nil, unit: unit)
        guard case .pause(let pause) = step else { return nil }
        failures += 1
        return max(pause, minimum)
    }
}
