import Platform
import ProviderKit
import Synchronization
import Transport

/// The fiat rates of a command: each provider of a chain is asked at most once, for all callers that need its rates.
///
/// A long run calls `refresh` to ask again. What then fails is replaced by the rates from before.
package final class ExchangeRates: Sendable {
    fileprivate typealias Answer = Result<RateTable, ProviderFailure>

    fileprivate struct State {
        /// The answer of each provider that was asked, by name.
        var answers: [String: Answer] = [:]
        /// Why no provider has a currency.
        var missing: [Currency: ProviderFailure] = [:]
        /// The last tables before the refresh, by provider.
        var previous: [String: RateTable] = [:]
        /// When rates are old, in the time of the clock passed to `refresh`.
        var due: Duration?
        /// The answers for periods that were requested.
        var pasts: [Past] = []
        /// Events of the chain that are reported once the rates are needed.
        var events: [ChainEvent] = []
        var isNeeded = false

        typealias Past = (period: RatePeriod, answer: SharedTask<RateAnswer>)

        /// Returns the request that covers a period, a new one if none does.
        mutating func past(_ period: RatePeriod) -> Past {
            if let known = pasts.first(where: { $0.period.covers(period) }) { return known }
            let new = (period: period, answer: SharedTask<RateAnswer>(keeps: { _ in true }))
            pasts.append(new)
            return new
        }
    }

    private let makeChain: @Sendable () -> RateChain
    private let madeChain = Mutex<RateChain?>(nil)
    private let onOldRates: @Sendable (ProviderFailure) -> Void
    private let state = Mutex(State())
    private let request = SharedTask<Void>()

    /// Creates rates without sending a request.
    ///
    /// - Parameters:
    ///   - chain: The providers of rates.
    ///   - onOldRates: A function that receives the failure when a refresh fails and older rates are used.
    package convenience init(_ chain: RateChain, onOldRates: @escaping @Sendable (ProviderFailure) -> Void = { _ in }) {
        self.init(onOldRates: onOldRates) { chain }
    }

    /// Creates rates in the same way of providers that are made when they are needed: most prices are not converted.
    package init(
        onOldRates: @escaping @Sendable (ProviderFailure) -> Void = { _ in },
        chain: @escaping @Sendable () -> RateChain
    ) {
        makeChain = chain
        self.onOldRates = onOldRates
    }

    private var chain: RateChain {
        madeChain.withLock { made in
            let chain = made ?? makeChain()
            made = chain
            return chain
        }
    }

    /// The first provider. Prices that are made of the rates have its clock, and their failures its name.
    var first: RateChain.Link { chain.links[0] }

    /// Returns the rates of currencies, and requests those that are not known.
    ///
    /// - Parameter currencies: The currencies.
    /// - Returns: The tables of rates and the failures.
    package func rates(of currencies: [Currency]) async -> RateAnswer {
        state.withLock { $0.isNeeded = true }
        await prepare(currencies)
        report()
        return state.withLock { $0.answer(currencies, order: chain.links.map(\.name)) }
    }

    /// Returns the rates of the days of a period, for each currency by the first provider that has it. An answer for a
    /// longer period, or for more currencies, serves too.
    func history(_ period: RatePeriod) async -> RateAnswer {
        state.withLock { $0.isNeeded = true }
        let answer = await prepare(period)
        report()
        return answer
    }
}

// MARK: - Refresh

extension ExchangeRates {
    /// Forgets all answers, so that providers are asked again. What then fails is replaced by the rates from before.
    package func refresh() {
        state.withLock { $0.refresh() }
    }

    /// Does the same for answers that are older than `interval`, and forgets failures that left a currency without any
    /// rate.
    ///
    /// - Parameters:
    ///   - interval: The time after which rates are requested again.
    ///   - now: The time of a clock that does not jump.
    package func refresh(after interval: Duration, now: Duration) {
        state.withLock { state in
            if now >= state.due ?? now {
                state.refresh()
                state.due = now + interval
            } else if state.missing.keys.contains(where: { state.previous($0) == nil }) {
                state.answers = state.answers.filter { (try? $0.value.get()) != nil }
                state.missing = state.missing.filter { state.previous($0.key) != nil }
            }
        }
    }
}

// MARK: - Requests

extension ExchangeRates {
    /// Requests rates before it is certain that they are needed. Failures are reported when they are.
    func prepare(_ currencies: [Currency]) async {
        while !Task.isCancelled {
            let open = state.withLock { state in currencies.filter(state.isOpen) }
            guard !open.isEmpty else { return }
            await request.value { await self.request(open) }
        }
    }

    /// Requests the rates of a period before it is certain that they are needed. Failures are reported when they are.
    @discardableResult
    package func prepare(_ period: RatePeriod) async -> RateAnswer {
        await answer(to: state.withLock { $0.past(period) })
    }

    /// Does the same unless rates were needed before. The conversion that needed them was faster and may have asked for
    /// a part of this period, which would be requested twice.
    package func prepareFirst(_ period: RatePeriod) async {
        guard let past = state.withLock({ $0.isNeeded ? nil : $0.past(period) }) else { return }
        _ = await answer(to: past)
    }

    private func answer(to past: State.Past) async -> RateAnswer {
        await past.answer.value { await self.observedChain().history(past.period) }
    }

    private func request(_ currencies: [Currency]) async {
        var chain = observedChain()
        let isExhausted = state.withLock { $0.answers.count == chain.links.count }
        if isExhausted { chain.retry = RetryPolicy(retries: 0) }
        let results = await chain.tables(of: currencies) { await self.answer(of: $0).map { [$0] } }
        guard !Task.isCancelled else { return }
        let failure = state.withLock { $0.take(results, of: currencies) }
        if let failure { onOldRates(failure) }
    }

    private func answer(of link: RateChain.Link) async -> Answer {
        if let answer = state.withLock({ $0.answers[link.name] }) {
            // The last resort is asked because its provider failed.
            if case .success = answer { return answer }
            if !link.isLastResort { return answer }
        }
        let answer = await Answer(asking: { () throws(ProviderFailure) in try await link.client.latest() })
        if !Task.isCancelled { state.withLock { $0.answers[link.name] = answer } }
        return answer
    }

    /// The chain for a request. Its events are reported when the rates are needed.
    private func observedChain() -> RateChain {
        // What is left of a request that was abandoned happens again.
        state.withLock { $0.events = [] }
        var chain = chain
        chain.observe = { self.observe($0) }
        return chain
    }

    private func observe(_ event: ChainEvent) {
        guard !Task.isCancelled else { return }
        state.withLock { state in
            // After a pause the chain asks the providers again that failed.
            if case .pause = event { state.answers = state.answers.filter { (try? $0.value.get()) != nil } }
            state.events.append(event)
        }
        report()
    }

    /// Reports the events so far if the rates are needed.
    private func report() {
        let events = state.withLock { state in
            guard state.isNeeded else { return [ChainEvent]() }
            defer { state.events = [] }
            return state.events
        }
        events.forEach(chain.observe)
    }
}

extension ExchangeRates.State {
    private func table(_ currency: Currency, order: [String]) -> RateTable? {
        order.lazy.compactMap { try? answers[$0]?.get() }.first { $0.rates[currency] != nil }
    }

    func isOpen(_ currency: Currency) -> Bool {
        missing[currency] == nil && table(currency, order: Array(answers.keys)) == nil
    }

    func previous(_ currency: Currency) -> RateTable? {
        previous.values.first { $0.rates[currency] != nil }
    }

    /// Takes the results for currencies. Returns why rates from before the refresh are used, if any are.
    mutating func take(
        _ results: [Result<[RateTable], ProviderFailure>], of currencies: [Currency]
    ) -> ProviderFailure? {
        var first: ProviderFailure?
        for case (let currency, .failure(let failure)) in zip(currencies, results) {
            missing[currency] = failure
            if previous(currency) != nil { first = first ?? failure }
        }
        return first
    }

    /// The tables of currencies. If one is missing that was known before the refresh, the tables from before come
    /// first: a conversion must not mix rates of two times of one provider. One is also missing if another caller
    /// refreshes the rates when they have just arrived.
    func answer(_ currencies: [Currency], order: [String]) -> RateAnswer {
        let isKept = currencies.contains { table($0, order: order) == nil && previous($0) != nil }
        let tables = currencies.map { (isKept ? previous($0) : nil) ?? table($0, order: order) }
        let cancelled = ProviderFailure(order[0], .transport(TransportError(host: order[0], reason: .cancelled)))
        return RateAnswer(
            tables: order.compactMap { name in tables.lazy.compactMap(\.self).first { $0.provider == name } },
            missing: zip(currencies, tables).filter { $1 == nil }.map { currency, _ in
                RateAnswer.Missing(currency: currency, failure: missing[currency] ?? cancelled)
            })
    }

    mutating func refresh() {
        for (name, answer) in answers {
            if let table = try? answer.get() { previous[name] = table }
        }
        (answers, missing) = ([:], [:])
    }
}
