import Synchronization

/// The one place where a transfer's outcome meets the task that waits for it: the first outcome counts.
final class Ticket: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<TransferOutcome, Never>)
        case settled(TransferOutcome)
        case spent
    }

    private let state = Mutex(State.open)

    /// True once nobody needs the transfer any more.
    var isSettled: Bool {
        state.withLock { state in
            switch state {
            case .open, .awaited: false
            case .settled, .spent: true
            }
        }
    }

    /// Resumes the waiting task, now or as soon as there is one; later outcomes are dropped.
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

    /// Leaves a continuation to be resumed; false when that has been done already and nothing is to be started.
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
