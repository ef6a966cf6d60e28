import Platform
import Synchronization

/// A feed of readings from the first provider that has any. It reconnects when the connection breaks.
///
/// Before the first reading, a failure moves on to the next provider at once, and the chain is repeated as often as
/// the retry policy allows. After the first reading the feed stays with its provider and reconnects without limit, or
/// at most `attempts` times in a row. A rejected key is not tried again.
///
/// Unlike ticks, whose symbols are found at different providers and change while the feed runs, all readings come from
/// one provider at a time, so that the chain is tried as a whole.
package final class AirFeed: Sendable {
    /// The connection of a source, and a function that opens its connection.
    private typealias Current = (connection: ReconnectingStream<Place>, start: @Sendable () -> Void)

    private let sources: [AirSource]
    private let policy: StreamPolicy
    private let state = Mutex<(current: Current?, isSuspended: Bool)>((nil, false))

    /// Creates a feed of at least one source. It sends no request before it runs.
    package init(_ sources: [AirSource], policy: StreamPolicy) {
        precondition(!sources.isEmpty, "a feed needs a provider")
        (self.sources, self.policy) = (sources, policy)
    }

    /// Runs until the task is cancelled or the stream ends, and then returns nil. Returns a failure if no provider is
    /// left to try.
    package func run(into receiver: AirReceiver) async -> ProviderFailure? {
        var track = ChainProgress()
        var walk = 0
        var position = 0
        while true {
            let source = sources[position]
            let connection = ReconnectingStream<Place>(source.name, policy, observe: receiver.note)
            guard let failure = await run(source, connection, into: receiver) else { return nil }
            if connection.isOver(after: failure) {
                receiver.note(.over(provider: source.name))
                return nil
            }
            if connection.hasData { return failure }
            track.note(failure, at: position)
            var step = track.step(after: position, on: sources.indices)
            if step == .wait {
                guard let pause = policy.pause(after: walk, track.failures.values) else { return track.failure }
                receiver.note(.pause(pause, after: track.failure ?? failure))
                guard (try? await policy.time.sleep(pause)) != nil else { return nil }
                walk += 1
                step = track.step(after: -1, on: sources.indices)
            } else if case .ask(let next) = step {
                receiver.note(.step(failure, next: sources[next].name, walk: walk))
            }
            guard case .ask(let next) = step else { return track.failure }
            position = next
        }
    }

    /// Runs one source. Returns the failure that ends it; nil if the stream ended or the task was cancelled.
    private func run(
        _ source: AirSource, _ connection: ReconnectingStream<Place>, into receiver: AirReceiver
    ) async -> ProviderFailure? {
        let (ends, end) = AsyncStream<ProviderFailure?>.makeStream()
        let outlet = AirReceiver(
            receive: { [time = policy.time] readings in
                guard !readings.isEmpty else { return }
                connection.takeData(at: time.elapsed())
                receiver.receive(readings)
            },
            note: { if case .opened = $0 { connection.open() } else { receiver.note($0) } },
            heard: { connection.hear(at: $0) })
        let start = { @Sendable in
            connection.start { () async throws(ProviderFailure) in
                try await source.run(outlet)
            } ended: {
                end.yield($0)
            }
        }
        state.withLock { state in
            state.current = (connection, start)
            if !state.isSuspended { start() }
        }
        defer { state.withLock { $0.current = nil } }
        return await withTaskCancellationHandler {
            for await failure in ends { return failure }
            await connection.stop()?.value
            return nil
        } onCancel: {
            _ = connection.stop()
        }
    }

    /// Closes the connection until `resume`. Returns when it is closed.
    package func suspend() async {
        let closing = state.withLock { state in
            state.isSuspended = true
            return state.current?.connection.pause()
        }
        await closing?.value
    }

    /// Opens the connection again.
    package func resume() {
        state.withLock { state in
            state.isSuspended = false
            state.current?.start()
        }
    }
}
