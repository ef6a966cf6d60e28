package import Platform
import Synchronization

extension TickSource {
    /// Runs a stream until the first message that has ticks. Returns what `take` makes of them, by the names of their
    /// markets.
    ///
    /// Throws the stream's failure if it ends before that, `streamSilent` if nothing arrives within `limit`, and, if
    /// `isStrict`, the failure of the first market or message that has none.
    package static func firstTicks<Value: Sendable>(
        by provider: String, within limit: Duration?, _ time: TimeSource, isStrict: Bool = false,
        take: @escaping @Sendable (borrowing Tick) -> Value,
        of run: @escaping @Sendable (any TickReceiver) async throws(ProviderFailure) -> Void
    ) async throws(ProviderFailure) -> [String: Value] {
        let receiver = FirstTicks(provider: provider, isStrict: isStrict, take: take)
        let failure = await receiver.arrival.failure(within: limit, time) { () throws(ProviderFailure) in
            try await run(receiver)
        }
        let kept = receiver.kept.withLock(\.self)
        guard kept.ticks.isEmpty else { return kept.ticks }
        throw kept.problem ?? failure ?? ProviderFailure(provider, .streamSilent(limit ?? .zero))
    }
}

/// Keeps the ticks of the first message that has any.
private final class FirstTicks<Value: Sendable>: TickReceiver {
    let kept = Mutex<(ticks: [String: Value], problem: ProviderFailure?)>(([:], nil))
    let arrival = TaskSignal()
    private let provider: String
    private let isStrict: Bool
    private let take: @Sendable (borrowing Tick) -> Value

    init(provider: String, isStrict: Bool, take: @escaping @Sendable (borrowing Tick) -> Value) {
        (self.provider, self.isStrict, self.take) = (provider, isStrict, take)
    }

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        kept.withLock { kept in
            let isFirst = kept.ticks.isEmpty && kept.problem == nil
            // Later messages are read too, otherwise they would pile up.
            ticks { tick in
                if isFirst { kept.ticks[tick.market.name] = take(tick) }
            }
            if !kept.ticks.isEmpty { arrival.raise() }
        }
    }

    func note(_ event: TickEvent) {
        guard isStrict else { return }
        let problem: ProviderFailure
        switch event {
        case .refused(_, let failure), .missed(_, let failure), .unserved(let failure): problem = failure
        case .dropped(_, let words): problem = ProviderFailure(provider, .invalidData(words))
        case .opened, .skipped, .over: return
        }
        kept.withLock { kept in
            if kept.ticks.isEmpty { kept.problem = kept.problem ?? problem }
        }
        arrival.raise()
    }
}
