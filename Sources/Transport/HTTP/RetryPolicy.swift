/// How often and after which pauses a chain of providers is walked again.
public struct RetryPolicy: Sendable, Equatable {
    /// How many walks may follow the first one.
    public var retries: Int
    /// The first pause; each next one is twice as long.
    public var base: Duration
    /// The longest pause, unless a provider asks for more.
    public var cap: Duration

    /// The defaults are those of `--retries`.
    public init(retries: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30)) {
        self.retries = retries
        self.base = base
        self.cap = cap
    }

    /// What follows a walk on which all failed.
    public enum Step: Sendable, Equatable {
        /// Walk again after this pause.
        case pause(Duration)
        /// All retries are used up.
        case exhausted
        /// The pause, shown here, would not end before the deadline.
        case pastDeadline(Duration)
    }

    /// The step after walk number `walk`, which counts from 0.
    ///
    /// The pause is between half and the whole of `base` · 2^`walk`, at `unit` of the way (0 to 1, random); or
    /// `retryAfter`, if that is longer. It must be shorter than `remaining`, the deadline's rest.
    public func step(after walk: Int, retryAfter: Duration?, remaining: Duration?, unit: Double) -> Step {
        guard walk < retries else { return .exhausted }
        let whole = doubled(walk)
        let share = min(max(unit, 0), 1)
        let pause = max(whole / 2 + whole / 2 * share, retryAfter ?? .zero)
        if let remaining, pause >= remaining { return .pastDeadline(pause) }
        return .pause(pause)
    }

    private func doubled(_ times: Int) -> Duration {
        var pause = min(base, cap)
        for _ in 0..<times where pause < cap { pause = min(pause * 2, cap) }
        return pause
    }
}
