import Synchronization
import Transport

extension TickSocket {
    /// Opens the stream, takes the first message that has ticks of the markets, and closes it. Returns those ticks by
    /// the names of the markets.
    ///
    /// Throws the stream's failure if it ends before that, and `streamSilent` if nothing arrives within `limit`.
    func firstTicks(
        of markets: [TickMarket], within limit: Duration
    ) async throws(ProviderFailure) -> [String: TickBuffer] {
        let receiver = FirstTicks()
        let failure = await receiver.arrival.failure(within: limit, configuration.time) { () throws(ProviderFailure) in
            try await run(TickSubscriptions(markets), receiver)
        }
        let ticks = receiver.ticks
        guard ticks.isEmpty else { return ticks }
        throw failure ?? ProviderFailure(provider, .streamSilent(limit))
    }
}

/// Keeps the ticks of the first batch that has any.
private final class FirstTicks: TickReceiver {
    private let kept = Mutex<[String: TickBuffer]>([:])
    let arrival = TaskSignal()

    var ticks: [String: TickBuffer] { kept.withLock { $0 } }

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        kept.withLock { kept in
            let isFirst = kept.isEmpty
            // Later batches are read too, otherwise messages would pile up.
            ticks { tick in
                guard isFirst else { return }
                var buffer = TickBuffer()
                buffer.hold(tick)
                kept[tick.market.name] = buffer
            }
            if !kept.isEmpty { arrival.raise() }
        }
    }
}
