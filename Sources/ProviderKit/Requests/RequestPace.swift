package import Platform
import Synchronization

/// How fast the requests to a service follow each other: a few at once, and then so many a second.
///
/// Of work for hundreds of requests a service that limits them would otherwise answer only the first ones.
package final class RequestPace: Sendable {
    /// How many may be sent at once after a rest.
    private static let atOnce = 8

    private let interval: Duration
    private let time: TimeSource
    /// When the service is at rest again, on the clock that does not jump: each request puts it off by an interval.
    private let rest = Mutex(Duration.zero)

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - rate: The requests of a second.
    ///   - time: The clock.
    package init(rate: Int, time: TimeSource) {
        (interval, self.time) = (.seconds(1) / max(rate, 1), time)
    }

    /// Waits until the next request may be sent. If the wait is cancelled, so is the request after it.
    package func wait() async {
        let now = time.elapsed()
        let begin = rest.withLock { rest in
            rest = max(rest, now) + interval
            return rest - interval * Self.atOnce
        }
        if begin > now { try? await time.sleep(begin - now) }
    }
}
