import Synchronization

/// Lets a server's script go on as far as a test says.
final class StepGate: Sendable {
    private let steps: Mutex<Int>

    /// A gate whose first `open` steps are open.
    init(open: Int) { steps = Mutex(open) }

    /// Opens the first `count` steps.
    func open(_ count: Int) { steps.withLock { $0 = count } }

    /// Whether a step, the first is 0, is open.
    func isOpen(_ step: Int) -> Bool { steps.withLock { step < $0 } }
}
