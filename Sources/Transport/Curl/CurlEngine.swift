import CCurl
import Platform

/// Runs transfers on its own thread, which starts with the first transfer and ends with the engine.
final class CurlEngine: Sendable {
    private let mailbox = Mailbox()

    deinit {
        mailbox.close()
    }

    /// Runs one hop. Cancelling the task removes the transfer from the thread and returns `cancelled`.
    func run(_ order: TransferOrder) async -> TransferOutcome {
        let outcome = Promise<TransferOutcome>()
        let watchdog = watch(outcome, order)
        defer { watchdog.cancel() }
        return await withTaskCancellationHandler {
            await outcome.value { mailbox.post(order, outcome) }
        } onCancel: {
            outcome.set(.failure(.cancelled))
            mailbox.sweep()
        }
    }

    /// Sets the outcome if the time limit passes. libcurl enforces the limit itself, except that libraries before
    /// 7.87 can block on a name server that does not respond; such a transfer is abandoned.
    private func watch(_ outcome: Promise<TransferOutcome>, _ order: TransferOrder) -> Task<Void, Never> {
        Task { [mailbox] in
            let limit = Duration.milliseconds(order.milliseconds) + .milliseconds(250)
            guard (try? await TaskThreads.sleep(for: limit)) != nil else { return }
            outcome.set(.failure(order.timeoutReason))
            mailbox.sweep()
        }
    }
}
