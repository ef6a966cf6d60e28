import CCurl
import Platform

/// The thread that runs all transfers of one engine. They share connections, TLS sessions and name lookups.
@safe
final class TransportThread {
    private let mailbox: Mailbox
    private var transfers: [OpaquePointer: Transfer] = unsafe [:]

    init(mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// Runs until the mailbox is closed. Returns at once if libcurl cannot be used.
    func run() {
        let library: CurlLibrary
        do {
            library = try CurlLibrary.open()
        } catch {
            return mailbox.abandon(error)
        }
        guard let multi = unsafe ccurl_multi_init(library.pointer) else {
            return mailbox.abandon(.libraryMissing("curl_multi_init"))
        }
        unsafe mailbox.publish(Mailbox.SharedMulti(pointer: multi))
        unsafe drive(multi)
        mailbox.publish(nil)
        unsafe drop(from: multi, because: .cancelled)
        mailbox.abandon(.cancelled)
        unsafe ccurl_multi_cleanup(multi)
    }

    private func drive(_ multi: OpaquePointer) {
        var running: Int32 = 0
        while true {
            let (orders, sweeps, isClosed) = mailbox.take()
            if isClosed { return }
            for (order, outcome) in orders { unsafe add(order, outcome, to: multi) }
            if sweeps { unsafe drop(from: multi, because: .cancelled) { $0.promise.isSet } }
            let code = unsafe ccurl_multi_perform(multi, &running)
            unsafe finish(multi)
            // A broken multi handle ends none of its transfers.
            if code != CCURLM_OK { unsafe drop(from: multi, because: .libraryMissing("curl_multi_perform: \(code)")) }
            unsafe ccurl_multi_poll(multi, 60_000, -1, nil)
        }
    }

    private func add(_ order: TransferOrder, _ outcome: Promise<TransferOutcome>, to multi: OpaquePointer) {
        do throws(TransportError.Reason) {
            let transfer = try Transfer(order, outcome)
            let code = unsafe ccurl_multi_add_handle(multi, transfer.handle.easy)
            guard code == CCURLM_OK else { throw .libraryMissing("curl_multi_add_handle: \(code)") }
            unsafe transfers[transfer.handle.easy] = transfer
        } catch {
            outcome.set(.failure(error))
        }
    }

    private func finish(_ multi: OpaquePointer) {
        var easy: OpaquePointer?
        var code: Int32 = 0
        while unsafe ccurl_multi_next_done(multi, &easy, &code) {
            guard let easy = unsafe easy, let transfer = unsafe transfers.removeValue(forKey: easy) else { continue }
            let outcome = transfer.outcome(code: code)
            unsafe ccurl_multi_remove_handle(multi, easy)
            transfer.promise.set(outcome)
        }
    }

    /// Removes transfers, by default all, and fails those without an outcome. Their handles are freed with them.
    private func drop(
        from multi: OpaquePointer, because reason: TransportError.Reason,
        where isDropped: (Transfer) -> Bool = { _ in true }
    ) {
        for transfer in unsafe Array(transfers.values) where isDropped(transfer) {
            unsafe transfers[transfer.handle.easy] = nil
            unsafe ccurl_multi_remove_handle(multi, transfer.handle.easy)
            transfer.promise.set(.failure(reason))
        }
    }
}
