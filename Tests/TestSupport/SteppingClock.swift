package import Platform
import Synchronization

/// A clock that only a test advances. A pause ends when the clock has been moved past its end.
package final class SteppingClock: Sendable {
    private struct Sleeper {
        let id: Int
        let end: Duration
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var elapsed: Duration = .zero
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var lastID = 0
        var jumped: Int64 = 0
    }

    private let start: Timestamp
    private let state = Mutex(State())

    /// A clock that begins at `start`, 2024-03-01T12:00:00Z unless given.
    package init(start: Timestamp = Timestamp(seconds: 1_709_294_400)) {
        self.start = start
    }

    /// The clock for the code under test.
    package var source: TimeSource {
        TimeSource(
            now: { [self] in now },
            elapsed: { [self] in elapsed },
            sleep: { [self] in try await pause($0) })
    }

    /// The wall clock's moment.
    private var now: Timestamp {
        state.withLock { start.advanced(bySeconds: $0.elapsed.components.seconds + $0.jumped) }
    }

    /// Sets the wall clock forward or, with a negative value, backward. Measured time and pauses are not affected.
    package func setWallClock(ahead seconds: Int64) {
        state.withLock { $0.jumped += seconds }
    }

    /// The time by which the clock has been moved.
    package var elapsed: Duration { state.withLock(\.elapsed) }

    /// The remaining times of the current pauses, the shortest first.
    package var pauses: [Duration] {
        state.withLock { state in state.sleepers.map { $0.end - state.elapsed }.sorted() }
    }

    /// Moves the clock and ends the pauses that are over.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.elapsed += duration
            let due = state.sleepers.filter { $0.end <= state.elapsed }
            state.sleepers.removeAll { $0.end <= state.elapsed }
            return due.sorted { $0.end < $1.end }
        }
        for sleeper in woken { sleeper.wake.resume() }
    }

    private func pause(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return true }
                    state.sleepers.append(Sleeper(id: id, end: state.elapsed + duration, wake: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as Sleeper?
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }
}
