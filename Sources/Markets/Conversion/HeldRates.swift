public import Platform
import Synchronization

/// Rates that are looked up only every so often; where that fails the ones before stand (REQUIREMENTS C2, C4, W11).
final class HeldRates: Sendable {
    /// Looks rates up.
    typealias Look = @Sendable ([Currency], _ isNeeded: Bool) async -> RateAnswer

    private struct Held {
        var answer: RateAnswer
        var due: Duration
    }

    private let interval: Duration
    private let time: TimeSource
    private let look: Look
    private let kept: @Sendable (ProviderFailure) -> Void
    private let held = Mutex<[[Currency]: Held]>([:])

    /// Rates by `look`, which is called again after `interval`; `kept` is told why rates are older than that.
    init(
        every interval: Duration, time: TimeSource, kept: @escaping @Sendable (ProviderFailure) -> Void,
        look: @escaping Look
    ) {
        self.interval = interval
        self.time = time
        self.kept = kept
        self.look = look
    }

    /// The rates of these currencies. What nobody has had yet is looked up at every call.
    func rates(of currencies: [Currency], isNeeded: Bool) async -> RateAnswer {
        let before = held.withLock { $0[currencies] }
        if let before, time.elapsed() < before.due { return before.answer }
        var answer = await look(currencies, isNeeded)
        if let missing = answer.missing.first {
            guard let before else { return answer }
            kept(missing.failure)
            answer = before.answer
        }
        let due = time.elapsed() + interval
        held.withLock { [answer] in $0[currencies] = Held(answer: answer, due: due) }
        return answer
    }
}

extension ConvertingMarket {
    /// The same market for a run that lasts: its rates are looked up every `interval`, and kept where that fails, which
    /// `kept` is told.
    public func holdingRates(
        every interval: Duration, time: TimeSource, kept: @escaping @Sendable (ProviderFailure) -> Void
    ) -> ConvertingMarket {
        let held = HeldRates(every: interval, time: time, kept: kept, look: rates)
        return ConvertingMarket(
            provider, market, rates: { await held.rates(of: $0, isNeeded: $1) }, rateHistory: rateHistory,
            asksAhead: asksAhead)
    }
}
