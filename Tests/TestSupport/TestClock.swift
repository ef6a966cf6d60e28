package import Platform
import Synchronization

/// A clock that only tests move. Its pauses return at once and are recorded.
///
/// The code under test gets `source`. A pause moves the clock by its length (`advancesOnSleep`), or does not move it. A
/// pause of a cancelled task throws `CancellationError`, as on the live clock.
package final class TestClock: Sendable {
    private struct State {
        var elapsed: Duration = .zero
        var pauses: [Duration] = []
    }

    private let start: Timestamp
    private let advancesOnSleep: Bool
    private let state = Mutex(State())

    /// A clock that begins at `start`, 2024-03-01T12:00:00Z unless given.
    package init(start: Timestamp = Timestamp(seconds: 1_709_294_400), advancesOnSleep: Bool = true) {
        self.start = start
        self.advancesOnSleep = advancesOnSleep
    }

    /// The clock for the code under test.
    package var source: TimeSource {
        TimeSource(
            now: { [self] in now },
            elapsed: { [self] in elapsed },
            sleep: { [self] duration in
                try pause(duration)
                // A loop of pauses that never suspends would occupy the only core of a machine.
                await Task.yield()
            })
    }

    /// The requested pauses, in order.
    package var pauses: [Duration] {
        state.withLock { $0.pauses }
    }

    /// The time by which the clock has been moved.
    package var elapsed: Duration {
        state.withLock { $0.elapsed }
    }

    /// The wall clock's moment, with the fraction of `start` and the milliseconds moved.
    package var now: Timestamp {
        let (seconds, attoseconds) = elapsed.components
        let nanoseconds = Int64(start.nanoseconds) + attoseconds / 1_000_000_000
        let carried = seconds + nanoseconds / 1_000_000_000
        let fraction = UInt32(nanoseconds % 1_000_000_000)
        let digits = attoseconds == 0 ? start.digits : max(start.digits, 3)
        return Timestamp(seconds: start.seconds + carried, nanoseconds: fraction, digits: digits)
    }

    /// Moves the clock forward.
    package func advance(by duration: Duration) {
        state.withLock { $0.elapsed += duration }
    }

    private func pause(_ duration: Duration) throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.pauses.append(duration)
            if advancesOnSleep { state.elapsed += max(duration, .zero) }
        }
    }
}
