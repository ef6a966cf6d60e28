import CCurl
import Platform
import Synchronization

/// The queue of orders for the transport thread, and the only way to wake that thread.
final class Mailbox: Sendable {
    typealias Orders = [(order: TransferOrder, outcome: Promise<TransferOutcome>)]

    private struct State {
        /// The orders since the last call of `take`.
        var orders: Orders = []
        /// An outcome was set from outside, so its transfer must be dropped.
        var sweeps = false
        /// No more orders can be sent.
        var isClosed = false
        var isRunning = false
        var multi: SharedMulti?
    }

    /// The multi handle. Other threads call only `curl_multi_wakeup` on it, and only while they hold the lock.
    @safe
    struct SharedMulti: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let state = Mutex(State())

    /// Queues an order, and starts the thread if none is running.
    func post(_ order: TransferOrder, _ outcome: Promise<TransferOutcome>) {
        let starts = change { state in
            state.orders.append((order, outcome))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        let code = BlockingThread.start(blockingSignals: true) { [self] in TransportThread(mailbox: self).run() }
        if code != 0 { abandon(.noThread(ThreadLimit(code))) }
    }

    /// Makes the thread drop the transfers whose outcomes are set.
    func sweep() {
        change { $0.sweeps = true }
    }

    /// Ends the thread.
    func close() {
        change { $0.isClosed = true }
    }

    /// Changes the state and wakes the thread.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            if let multi = state.multi { unsafe ccurl_multi_wakeup(multi.pointer) }
            return body(&state)
        }
    }

    /// Returns all changes and clears them. Call it on the transport thread only.
    func take() -> (orders: Orders, sweeps: Bool, isClosed: Bool) {
        state.withLock { state in
            defer { (state.orders, state.sweeps) = ([], false) }
            return (state.orders, state.sweeps, state.isClosed)
        }
    }

    /// Sets the handle to wake, from its creation until just before it is freed.
    func publish(_ multi: SharedMulti?) {
        state.withLock { $0.multi = multi }
    }

    /// Ends the thread and fails all orders with a reason. A later order starts a new thread.
    func abandon(_ reason: TransportError.Reason) {
        let orders = state.withLock { state in
            defer { state.orders = [] }
            state.isRunning = false
            return state.orders
        }
        for (_, outcome) in orders { outcome.set(.failure(reason)) }
    }
}
