/// stub
public struct Reconnect: Sendable {
    var attempt = 0
    let retries: Int?
    let minimum: Duration
    public init(retries: Int?, minimum: Duration) { self.retries = retries; self.minimum = minimum }
    public mutating func pause(afterLife life: Duration, retryAfter: Duration?, unit: Double) -> Duration? {
        if life >= .seconds(60) { attempt = 0 }
        if let retries, attempt >= retries { return nil }
        let policy = RetryPolicy(retries: .max, base: .milliseconds(500), cap: .seconds(60))
        defer { attempt += 1 }
        guard case .pause(let pause) = policy.step(after: attempt, retryAfter: retryAfter, remaining: nil, unit: unit)
        else { return nil }
        return max(pause, minimum)
    }
}
