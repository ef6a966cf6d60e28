import Synchronization

/// Passes the outcome of a transfer to the waiting task. Only the first outcome counts.
final class Ticket: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<TransferOutcome, Never>)
        case settled(TransferOutcome)
        case spent
    }

    private let state = Mutex(State.open)

    /// True if the outcome is known and the transfer is no longer needed.
    var isSettled: Bool {
        state.withLock { state in
            switch state {
            case .open, .awaited: false
            case .settled, .spent: true
            }
        }
    }

    /// Resumes the waiting task, or the next task that waits. Later outcomes are ignored.
    func settle(_ outcome: TransferOutcome) {
        let waiting: CheckedContinuation<TransferOutcome, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(outcome)
                return nil
            case .awaited(let continuation):
                state = .spent
                return continuation
            case .settled, .spent:
                return nil
            }
        }
        waiting?.resume(returning: outcome)
    }

    /// Stores a continuation to be resumed. Returns false if the outcome was already known, so that nothing must be
    /// started.
    func deliver(to continuation: CheckedContinuation<TransferOutcome, Never>) -> Bool {
        let outcome: TransferOutcome? = state.withLock { state in
            if case .settled(let outcome) = state {
                state = .spent
                return outcome
            }
            state = .awaited(continuation)
            return nil
        }
        guard let outcome else { return true }
        continuation.resume(returning: outcome)
        return false
    }
}
