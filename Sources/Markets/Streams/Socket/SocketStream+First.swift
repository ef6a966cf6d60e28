import Platform
import Synchronization
import Transport

extension SocketStream {
    /// Opens the stream, takes the first message that has ticks of the markets, and closes it: those ticks by the markets'
    /// names.
    ///
    /// Throws the stream's failure where it ends before that, and `streamSilent` where nothing came in `limit`.
    func firstTicks(
        of markets: [TickMarket], within limit: Duration
    ) async throws(ProviderFailure) -> [String: TickBuffer] {
        let receiver = FirstTicks()
        let failure = await withTaskGroup(of: ProviderFailure?.self) { group in
            group.addTask {
                do throws(ProviderFailure) {
                    try await run(TickSubscriptions(markets), receiver)
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask {
                for await _ in receiver.arrival {}
                return nil
            }
            group.addTask { await silence(of: limit) }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let failure, receiver.ticks.isEmpty { throw failure }
        return receiver.ticks
    }

    private func silence(of limit: Duration) async -> ProviderFailure? {
        try? await configuration.time.sleep(limit)
        return ProviderFailure(provider, .streamSilent(limit))
    }
}

/// Keeps the ticks of the first batch that has any.
private final class FirstTicks: TickReceiver {
    private let kept = Mutex<[String: TickBuffer]>([:])
    private let arrived: AsyncStream<Void>.Continuation
    /// Ends when the ticks are here.
    let arrival: AsyncStream<Void>

    init() {
        (arrival, arrived) = AsyncStream<Void>.makeStream()
    }

    var ticks: [String: TickBuffer] { kept.withLock { $0 } }

    func receive(_ batch: TickBatch) {
        kept.withLock { kept in
            let isFirst = kept.isEmpty
            // Messages are read while they are handed over: those of later batches too, or they would pile up.
            batch.forEach { tick in
                guard isFirst else { return }
                var buffer = TickBuffer()
                buffer.hold(tick)
                kept[tick.market.name] = buffer
            }
            if !kept.isEmpty { arrived.finish() }
        }
    }

    func note(_ event: TickEvent) {}
}
