import CCurl

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
        do {
            try CurlLibrary.load()
        } catch {
            return mailbox.abandon(.libraryMissing(error.text))
        }
        guard let multi = unsafe ccurl_multi_init() else { return mailbox.abandon(.libraryMissing("curl_multi_init")) }
        unsafe mailbox.publish(Mailbox.SharedMulti(pointer: multi))
        unsafe drive(multi)
        mailbox.publish(nil)
        for transfer in unsafe Array(transfers.values) { unsafe drop(transfer, from: multi) }
        mailbox.abandon(.cancelled)
        unsafe ccurl_multi_cleanup(multi)
    }

    private func drive(_ multi: OpaquePointer) {
        var running: Int32 = 0
        while true {
            let delivery = mailbox.take()
            if delivery.isClosed { return }
            for (order, ticket) in delivery.orders { unsafe add(order, ticket, to: multi) }
            if delivery.sweeps {
                for transfer in unsafe Array(transfers.values) where transfer.ticket.isSettled {
                    unsafe drop(transfer, from: multi)
                }
            }
            let code = unsafe ccurl_multi_perform(multi, &running)
            unsafe finish(multi)
            if code != CCURLM_OK { unsafe failAll(multi, code) }
            unsafe ccurl_multi_poll(multi, 60_000)
        }
    }

    private func add(_ order: TransferOrder, _ ticket: Ticket, to multi: OpaquePointer) {
        do throws(CurlFailure) {
            let transfer = try Transfer(order, ticket: ticket)
            let code = unsafe ccurl_multi_add_handle(multi, transfer.handle.easy)
            guard code == CCURLM_OK else { throw CurlFailure(text: "curl_multi_add_handle: \(code)") }
            unsafe transfers[transfer.handle.easy] = transfer
        } catch {
            ticket.settle(.failure(.libraryMissing(error.text)))
        }
    }

    private func finish(_ multi: OpaquePointer) {
        var easy: OpaquePointer?
        var code: Int32 = 0
        while unsafe ccurl_multi_next_done(multi, &easy, &code) {
            guard let easy = unsafe easy, let transfer = unsafe transfers.removeValue(forKey: easy) else { continue }
            let outcome = transfer.outcome(code: code)
            unsafe ccurl_multi_remove_handle(multi, easy)
            transfer.ticket.settle(outcome)
        }
    }

    /// Removes a transfer. Its handle is freed with its owner.
    private func drop(_ transfer: Transfer, from multi: OpaquePointer) {
        unsafe transfers[transfer.handle.easy] = nil
        unsafe ccurl_multi_remove_handle(multi, transfer.handle.easy)
        transfer.ticket.settle(.failure(.cancelled))
    }

    /// Fails all transfers because the multi handle is broken and none of them would end.
    private func failAll(_ multi: OpaquePointer, _ code: Int32) {
        for transfer in unsafe Array(transfers.values) {
            transfer.ticket.settle(.failure(.libraryMissing("curl_multi_perform: \(code)")))
            unsafe drop(transfer, from: multi)
        }
    }
}
