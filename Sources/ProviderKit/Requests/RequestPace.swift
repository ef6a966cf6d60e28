package import Platform
import Synchronization
package import Transport

/// How fast the requests to a service follow each other: a few at once, and then so many a second or a minute.
///
/// Of work for hundreds of requests a service that limits them would otherwise answer only the first ones.
package final class RequestPace: Sendable {
    /// The limit of a service.
    private struct Limit {
        /// How many may be sent at once after a rest.
        var atOnce = 8
        let interval: Duration

        init(aSecond count: Int) { interval = .seconds(1) / max(count, 1) }

        /// No minute has more requests than `count`, those at once included.
        init(aMinute count: Int) {
            atOnce = min(atOnce, max(count / 2, 1))
            interval = .seconds(60) / max(count - atOnce, 1)
        }
    }

    private let limit: Limit
    private let keyless: Limit
    private let deadline: Deadline
    private let time: TimeSource
    /// When the service is at rest again, on the clock that does not jump: each request puts it off by an interval.
    private let rest = Mutex(Duration.zero)

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - rate: The requests of a second.
    ///   - aMinute: The requests of a minute, in place of those of a second; nil without such a limit.
    ///   - keylessAMinute: The requests of a minute without a key; nil if these have no limit of their own.
    ///   - time: The clock.
    ///   - deadline: The end of the command.
    package init(
        rate: Int, aMinute: Int? = nil, keylessAMinute: Int? = nil, time: TimeSource, deadline: Deadline = .none
    ) {
        let limit = aMinute.map { Limit(aMinute: $0) } ?? Limit(aSecond: rate)
        (self.limit, keyless) = (limit, keylessAMinute.map { Limit(aMinute: $0) } ?? limit)
        (self.time, self.deadline) = (time, deadline)
    }

    /// Waits until the next request may be sent. If the wait is cancelled, so is the request after it.
    ///
    /// - Returns: False, at once, if its turn comes only after the deadline of the command or of the task.
    @discardableResult
    package func wait(isKeyed: Bool = true) async -> Bool {
        let limit = isKeyed ? limit : keyless
        let end = deadline.orEarlier(.ofTask).moment
        let now = time.elapsed()
        let begin: Duration? = rest.withLock { rest in
            let next = max(rest, now) + limit.interval
            let begin = next - limit.interval * limit.atOnce
            if begin > now, let end, begin >= end { return nil }
            rest = next
            return begin
        }
        guard let begin else { return false }
        if begin > now { try? await time.sleep(begin - now) }
        return true
    }
}
