import CCurl
import Synchronization

/// What other threads hand to the transport thread, and the only way to wake it.
final class Mailbox: Sendable {
    /// What is new since the last look.
    struct Delivery {
        var orders: [(order: TransferOrder, ticket: Ticket)] = []
        /// A ticket was settled from outside: its transfer is to be dropped.
        var sweeps = false
        /// Nobody can send any more.
        var isClosed = false
    }

    private struct State {
        var delivery = Delivery()
        var isRunning = false
        var multi: SharedMulti?
    }

    /// The multi handle, of which `curl_multi_wakeup` alone is called from other threads, and only under the lock.
    struct SharedMulti: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let state = Mutex(State())

    /// Hands over an order, and starts the thread where none runs.
    func post(_ order: TransferOrder, _ ticket: Ticket) {
        let starts = state.withLock { state in
            state.delivery.orders.append((order, ticket))
            wake(state)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { start() }
    }

    /// Lets the thread drop what is settled.
    func sweep() {
        state.withLock { state in
            state.delivery.sweeps = true
            wake(state)
        }
    }

    /// Ends the thread.
    func close() {
        state.withLock { state in
            state.delivery.isClosed = true
            wake(state)
        }
    }

    /// All that is new; on the transport thread only.
    func take() -> Delivery {
        state.withLock { state in
            let delivery = state.delivery
            state.delivery.orders = []
            state.delivery.sweeps = false
            return delivery
        }
    }

    /// The handle to wake, from the moment it exists until just before it does not.
    func publish(_ multi: SharedMulti?) {
        state.withLock { $0.multi = multi }
    }

    /// Ends the thread's work for a reason that all orders get; a later order starts a new thread.
    func abandon(_ reason: TransportError.Reason) {
        let orders = state.withLock { state in
            defer { state.delivery.orders = [] }
            state.isRunning = false
            return state.delivery.orders
        }
        for (_, ticket) in orders { ticket.settle(.failure(reason)) }
    }

    private func wake(_ state: borrowing State) {
        if let multi = state.multi { ccurl_multi_wakeup(multi.pointer) }
    }

    private func start() {
        let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
            guard let context else { return }
            TransportThread(mailbox: Unmanaged<Mailbox>.fromOpaque(context).takeRetainedValue()).run()
        }
        let context = Unmanaged.passRetained(self)
        let code = ccurl_start_thread(run, context.toOpaque())
        guard code != 0 else { return }
        context.release()
        abandon(.libraryMissing("pthread_create: \(code)"))
    }
}
