import Synchronization

/// Runs a feed without a pause function: it ends when the process is stopped and is started again when it continues.
final class FeedSwitch<Outcome: Sendable>: Sendable {
    private struct State {
        var run: Task<Outcome?, Never>?
        /// True if `suspend` ended the run.
        var isSuspended = false
        /// Ends when the process continues; nil unless it is stopped.
        var rest: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)?
    }

    private let feed: @Sendable () async -> Outcome?
    private let state = Mutex(State())

    /// Creates a switch for a feed that ends when its task is cancelled.
    init(_ feed: @escaping @Sendable () async -> Outcome?) {
        self.feed = feed
    }

    /// Runs until the feed ends by itself, and returns its result; nil if the task was cancelled.
    func run() async -> Outcome? {
        while !Task.isCancelled {
            let run = Task { [feed] in await feed() }
            let isStopped = state.withLock { state in
                state.run = run
                if state.rest == nil { state.isSuspended = false }
                return state.isSuspended
            }
            if isStopped { run.cancel() }
            let outcome = await withTaskCancellationHandler {
                await run.value
            } onCancel: {
                run.cancel()
            }
            let (isSuspended, rest) = state.withLock { state in
                defer { state.isSuspended = false }
                return (state.isSuspended, state.rest)
            }
            guard isSuspended else { return outcome }
            if let rest { for await _ in rest.stream {} }
        }
        return nil
    }

    /// Ends the feed until `resume`. Returns when it has ended.
    func suspend() async {
        let run = state.withLock { state in
            if state.rest == nil { state.rest = AsyncStream.makeStream() }
            state.isSuspended = true
            return state.run
        }
        run?.cancel()
        _ = await run?.value
    }

    /// Starts the feed again.
    func resume() {
        state.withLock { state in
            defer { state.rest = nil }
            return state.rest?.continuation
        }?.finish()
    }
}
