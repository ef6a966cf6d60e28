import Synchronization

/// Passes the outcome of a transfer to the waiting task. Only the first outcome counts.
final class Ticket: Sendable {
    private struct State {
        var waiting: CheckedContinuation<TransferOutcome, Never>?
        var outcome: TransferOutcome?
    }

    private let state = Mutex(State())

    /// True if the outcome is known and the transfer is no longer needed.
    var isSettled: Bool {
        state.withLock { $0.outcome != nil }
    }

    /// Resumes the waiting task, or the next task that waits. Later outcomes are ignored.
    func settle(_ outcome: TransferOutcome) {
        let waiting: CheckedContinuation<TransferOutcome, Never>? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    /// Stores a continuation to be resumed. Returns false if the outcome was already known, so that nothing must be
    /// started.
    func deliver(to continuation: CheckedContinuation<TransferOutcome, Never>) -> Bool {
        let outcome = state.withLock { state in
            state.waiting = continuation
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
        return outcome == nil
    }
}
