import Platform
import Synchronization
import Transport

/// A provider's part of a feed: one connection at a time, which is opened again when it breaks.
///
/// Once data has arrived, it reconnects after growing pauses, without limit or for a number of attempts in a row. It
/// reports when a connection has its first data, when it breaks, and how long data was missing.
package final class ReconnectingStream<Subject: Sendable & Equatable>: Sendable {
    /// Runs one connection until it ends.
    package typealias Connect = @Sendable () async throws(ProviderFailure) -> Void

    private struct State {
        var times = ConnectionTimes()
        var hasOpened = false
        var running: Task<Void, Never>?
        /// The task that closes the last connection. The next one waits for it, so that there are never two.
        var closing: Task<Void, Never>?
    }

    private let provider: String
    private let policy: StreamPolicy
    private let minimum: Duration
    private let observe: @Sendable (StreamEvent<Subject>) -> Void
    private let state = Mutex(State())

    /// Creates a session without a connection. `minimum` is the shortest pause that the provider allows.
    package init(
        _ provider: String, _ policy: StreamPolicy, minimum: Duration = .zero,
        observe: @escaping @Sendable (StreamEvent<Subject>) -> Void
    ) {
        (self.provider, self.policy, self.minimum, self.observe) = (provider, policy, minimum, observe)
    }

    /// True while a connection is open.
    package var isOpen: Bool { state.withLock(\.times.isOpen) }

    /// True once any connection was open.
    package var hasOpened: Bool { state.withLock(\.hasOpened) }

    /// True once any data was received.
    package var hasData: Bool { state.withLock(\.times.hasData) }

    /// When the open connection last received anything, by the monotonic clock.
    package var lastHeard: Duration? { state.withLock(\.times.lastHeard) }

    /// When the last connection with data last received anything, if it broke and none had data since.
    package var missingSince: Duration? { state.withLock(\.times.gapStart) }

    /// Returns true if there was data, and a record has no more.
    package func isOver(after failure: ProviderFailure) -> Bool { hasData && failure.has(.unrecorded) }

    /// Opens a connection if there is none, and reconnects when it breaks. Calls `ended` with the failure that ends the
    /// stream; nil if a connection ended regularly. It is not called after `stop`.
    package func start(_ connect: @escaping Connect, ended: @escaping @Sendable (ProviderFailure?) -> Void) {
        state.withLock { state in
            guard state.running == nil else { return }
            state.running = Task(executorPreference: TaskThreads.executor) { [self, closing = state.closing] in
                await closing?.value
                let failure = await keep(connect)
                if !Task.isCancelled { ended(failure) }
            }
        }
    }

    /// Closes the connection without a report. Returns a task that ends when it is closed.
    package func stop() -> Task<Void, Never>? {
        state.withLock { state in
            guard let running = state.running.take() else { return state.closing }
            running.cancel()
            state.closing = running
            return running
        }
    }

    /// Does the same as `stop`, and begins a gap until the next data.
    package func pause() -> Task<Void, Never>? {
        _ = lose()
        return stop()
    }

    private func keep(_ connect: Connect) async -> ProviderFailure? {
        var reconnect = Reconnect(retries: policy.attempts, minimum: minimum)
        while !Task.isCancelled {
            do throws(ProviderFailure) {
                try await connect()
                return nil
            } catch {
                if Task.isCancelled { return nil }
                guard let data = lose(), !error.has(.final),
                    let pause = reconnect.pause(
                        afterData: data, retryAfter: error.retryAfter, unit: policy.random())
                else { return error }
                observe(.lost(error, pause: pause))
                guard (try? await policy.time.sleep(pause)) != nil else { return nil }
            }
        }
        return nil
    }

    /// Records that the connection was lost. Returns how long it had data; nil if no connection ever had any.
    private func lose() -> Duration? {
        state.withLock { state in
            let data = state.times.lose(at: policy.time.elapsed())
            return state.times.hasData ? data : nil
        }
    }
}

// MARK: - What a connection receives

extension ReconnectingStream {
    /// Records that a connection opened.
    package func open() {
        state.withLock { state in
            state.times.open()
            state.hasOpened = true
        }
        observe(.opened(provider: provider))
    }

    /// Records a message, with or without data, at a moment of the monotonic clock.
    package func hear(at moment: Duration) {
        state.withLock { $0.times.hear(at: moment) }
    }

    /// Records data. Reports the first of a connection, and the gap that it ends.
    package func takeData(at moment: Duration) {
        let (isFirst, gap, ended) = state.withLock { $0.times.takeData(at: moment) }
        if isFirst { observe(.live(provider: provider)) }
        if let gap { observe(.back(provider: provider, gap: gap, ended: ended)) }
    }
}
