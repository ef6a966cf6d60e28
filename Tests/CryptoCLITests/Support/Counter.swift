import Platform
import Synchronization

/// Counts the actions of a server's script.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    /// Returns the new count.
    @discardableResult
    func add(_ number: Int) -> Int { count.add(number, ordering: .relaxed).newValue }

    /// Returns whether something was counted, and nothing more during the next half second.
    func hasStopped() async throws -> Bool {
        let before = value
        for _ in 0..<50 {
            try await TimeSource.live.sleep(.milliseconds(10))
            if value != before { return false }
        }
        return before > 0
    }
}
