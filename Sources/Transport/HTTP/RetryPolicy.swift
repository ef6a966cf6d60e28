/// The number of retries of a provider chain, and the pauses between them.
package struct RetryPolicy: Sendable, Equatable {
    /// The maximum number of retries.
    package var retries: Int
    /// The first pause. Each following pause is twice as long.
    package var base: Duration
    /// The maximum pause, unless a provider asks for a longer one.
    package var cap: Duration

    /// Creates a policy. The default values are those of `--retries`. Each parameter sets the property of the same
    /// name.
    package init(retries: Int = 3, base: Duration = .milliseconds(500), cap: Duration = .seconds(30)) {
        self.retries = retries
        self.base = base
        self.cap = cap
    }

    /// The next step after all providers of a chain have failed.
    package enum Step: Sendable, Equatable {
        /// Retry after this pause.
        case pause(Duration)
        /// No retries are left.
        case exhausted
        /// The given pause would not end before the deadline.
        case pastDeadline(Duration)
    }

    /// Returns the step after an attempt.
    ///
    /// The pause is between half and the whole of `base` · 2^`walk`. It must be shorter than `remaining`.
    ///
    /// - Parameters:
    ///   - walk: The number of the attempt, counted from 0.
    ///   - retryAfter: The pause that a provider requested, which is used instead if it is longer; nil if there is
    ///     none.
    ///   - remaining: The time until the deadline; nil if there is none.
    ///   - unit: A random number from 0 to 1, which selects the point between half and the whole.
    /// - Returns: The pause, or the reason why there is no other attempt.
    package func step(after walk: Int, retryAfter: Duration?, remaining: Duration?, unit: Double) -> Step {
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
