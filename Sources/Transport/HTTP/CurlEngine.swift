import CCurl

/// Runs transfers on one thread of its own, which starts with the first and ends with the engine.
final class CurlEngine: Sendable {
    private let mailbox = Mailbox()

    deinit {
        mailbox.close()
    }

    /// Runs one hop. Cancelling the task takes it off the thread and ends it as `cancelled`.
    func run(_ order: TransferOrder) async -> TransferOutcome {
        let ticket = Ticket()
        let watchdog = watch(ticket, order)
        defer { watchdog.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if ticket.deliver(to: continuation) { mailbox.post(order, ticket) }
            }
        } onCancel: {
            ticket.settle(.failure(.cancelled))
            mailbox.sweep()
        }
    }

    /// libcurl keeps the time by itself, but for a library before 7.87 that waits for a dead name server: that one is
    /// left to itself.
    private func watch(_ ticket: Ticket, _ order: TransferOrder) -> Task<Void, Never> {
        Task { [mailbox] in
            let limit = Duration.milliseconds(order.milliseconds) + .milliseconds(250)
            guard (try? await Task.sleep(for: limit, tolerance: .zero, clock: .continuous)) != nil else { return }
            ticket.settle(.failure(order.timeoutReason))
            mailbox.sweep()
        }
    }
}
