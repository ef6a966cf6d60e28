import CCurl
import Platform
import Synchronization

/// The queue of orders for the transport thread, and the only way to wake that thread.
final class Mailbox: Sendable {
    /// The changes since the last delivery.
    struct Delivery {
        var orders: [(order: TransferOrder, outcome: Promise<TransferOutcome>)] = []
        /// An outcome was set from outside, so its transfer must be dropped.
        var sweeps = false
        /// No more orders can be sent.
        var isClosed = false
    }

    private struct State {
        var delivery = Delivery()
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
            state.delivery.orders.append((order, outcome))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        let code = BlockingThread.start(blockingSignals: true) { [self] in TransportThread(mailbox: self).run() }
        if code != 0 { abandon(.noThread(ThreadLimit(code))) }
    }

    /// Makes the thread drop the transfers whose outcomes are set.
    func sweep() {
        change { $0.delivery.sweeps = true }
    }

    /// Ends the thread.
    func close() {
        change { $0.delivery.isClosed = true }
    }

    /// Changes the state and wakes the thread.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            if let multi = state.multi { unsafe ccurl_multi_wakeup(multi.pointer) }
            return body(&state)
        }
    }

    /// Returns all changes and clears them. Call it on the transport thread only.
    func take() -> Delivery {
        state.withLock { state in
            let delivery = state.delivery
            state.delivery.orders = []
            state.delivery.sweeps = false
            return delivery
        }
    }

    /// Sets the handle to wake, from its creation until just before it is freed.
    func publish(_ multi: SharedMulti?) {
        state.withLock { $0.multi = multi }
    }

    /// Ends the thread and fails all orders with a reason. A later order starts a new thread.
    func abandon(_ reason: TransportError.Reason) {
        let orders = state.withLock { state in
            defer { state.delivery.orders = [] }
            state.isRunning = false
            return state.delivery.orders
        }
        for (_, outcome) in orders { outcome.set(.failure(reason)) }
    }
}
