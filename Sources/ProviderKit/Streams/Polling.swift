package import Platform

/// The requests that take the place of a connection to a provider without a stream: one at once, and another after each
/// pause.
package struct Polling: Sendable {
    private let time: TimeSource
    private let ahead = TaskSignal()

    package init(_ time: TimeSource) {
        self.time = time
    }

    /// Ends the pause before the next request.
    package func askNow() { ahead.raise() }

    /// Asks for all items at a time, until the task is cancelled.
    ///
    /// `take` receives the results and returns the pause before the next request; nil if there will be none. If a
    /// provider asks for a longer pause, that one is made. If no item has an answer and any of them failed because of a
    /// fault, the first fault is thrown, like the failure of a connection that breaks.
    package func run<Item, Answer>(
        _ items: () -> [Item], ask: ([Item]) async -> [Result<Answer, ProviderFailure>],
        take: ([(item: Item, result: Result<Answer, ProviderFailure>)]) -> Duration?
    ) async throws(ProviderFailure) {
        while !Task.isCancelled {
            let asked = items()
            let results = asked.isEmpty ? [] : await ask(asked)
            guard !Task.isCancelled else { return }
            let failures = results.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
            let faults = failures.filter { !$0.isSkippable && !$0.isOfNoPrice }
            if failures.count == results.count, let fault = faults.first { throw fault }
            guard let pause = take(Array(zip(asked, results))) else { return }
            await ahead.wait(atMost: faults.compactMap { $0.retryAfter ?? $0.hold }.reduce(pause, max), time)
        }
    }
}
