import Platform
import Synchronization

/// Counts what a server's script has done.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ number: Int) { count.add(number, ordering: .relaxed) }

    /// Whether it has counted something, and nothing more in the last half second.
    func hasStopped() async throws -> Bool {
        let before = value
        for _ in 0..<50 {
            try await TimeSource.live.sleep(.milliseconds(10))
            if value != before { return false }
        }
        return before > 0
    }
}
