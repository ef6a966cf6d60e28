import Synchronization

/// Lets a test control how far a server's script proceeds.
final class StepGate: Sendable {
    private let steps: Mutex<Int>

    /// A gate whose first `open` steps are open.
    init(open: Int) { steps = Mutex(open) }

    /// Opens the first `count` steps.
    func open(_ count: Int) { steps.withLock { $0 = count } }

    /// Returns whether a step is open; the first step is 0.
    func isOpen(_ step: Int) -> Bool { steps.withLock { step < $0 } }
}
