/// Computes how many generated ticks are due. The first is due at once; at high rates many are due at a time.
package struct Pace {
    /// The shortest pause.
    package static let shortest = Duration.milliseconds(10)
    /// The maximum number of ticks at a time, so that a cancelled stream ends soon.
    private static let most: Int64 = 1000

    private let rate: Int64
    private let start: Duration
    private var made: Int64 = 0

    /// Creates a pace of `rate` ticks per second from a moment on.
    package init(rate: Int, start: Duration) {
        self.rate = Int64(min(max(rate, 1), 1_000_000_000))
        self.start = start
    }

    /// Returns the number of ticks due at a moment. Ticks that are late by more than a second are skipped.
    package mutating func take(at now: Duration) -> Int64 {
        let (seconds, attoseconds) = (now - start).components
        let due = seconds * rate + attoseconds / 1_000_000_000 * rate / 1_000_000_000 + 1
        made = max(made, due - rate)
        let count = min(due - made, Self.most)
        made += count
        return count
    }

    /// Returns the time until the next tick, at least the shortest pause; zero if it is due already.
    package func rest(at now: Duration) -> Duration {
        let (seconds, rest) = made.quotientAndRemainder(dividingBy: rate)
        let next = start + .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / rate)
        return next > now ? max(next - now, Self.shortest) : .zero
    }
}
