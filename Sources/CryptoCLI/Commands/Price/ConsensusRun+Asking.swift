import Markets
import Platform
import Transport

extension ConsensusRun {
    /// Asks all providers at once for all symbols. Those that failed for a temporary reason are asked again only if there
    /// are too few answers.
    func ask(
        _ providers: [MarketProvider], _ session: Session
    ) async throws(Failure) -> [(provider: String, answers: [Answer])] {
        let choice = CurrencyChoice(try session.currency().currency)
        var answers: [[Answer]?] = providers.map { _ in nil }
        let retry = RetryPolicy(retries: request.common.retries ?? CommonOptions.defaultRetries)
        for walk in 0... {
            let open = providers.indices.filter { answers[$0].map(Self.isWorthAsking) ?? true }
            for (index, answer) in zip(open, await askOnce(open.map { providers[$0] }, in: choice, session)) {
                answers[index] = answer
            }
            let isEnough = request.symbols.indices.allSatisfy { symbol in
                answers.count { (try? $0?[symbol].get()) != nil } >= needed
            }
            let rest = session.deadline.remaining(at: environment.time.elapsed())
            guard !isEnough, answers.contains(where: { $0.map(Self.isWorthAsking) ?? false }),
                case .pause(let pause) = retry.step(
                    after: walk, retryAfter: nil, remaining: rest, unit: environment.random())
            else { break }
            session.report(.pause(pause))
            guard (try? await environment.time.sleep(pause)) != nil else { break }
        }
        return zip(providers, answers).map { ($0.name, $1 ?? []) }
    }

    /// The answers of each provider, in their order. All share the rates, which are requested once.
    private func askOnce(
        _ providers: [MarketProvider], in choice: CurrencyChoice, _ session: Session
    ) async -> [[Answer]] {
        let noRetry = RetryPolicy(retries: 0)
        var rateChain = session.rateChain()
        rateChain.retry = noRetry
        let rates = ExchangeRates(rateChain)
        return await withTaskGroup { group in
            for (index, provider) in providers.enumerated() {
                var chain = session.converting([provider], rates: rates)
                chain.retry = noRetry
                group.addTask { [chain] in (index, await chain.quotes(request.symbols, in: choice)) }
            }
            let answers = await group.reduce(into: [Int: [Answer]]()) { $0[$1.0] = $1.1 }
            return providers.indices.map { answers[$0] ?? [] }
        }
    }

    /// Rates that failed for a temporary reason are tried again here, as nothing else does.
    private static func isWorthAsking(_ answers: [Answer]) -> Bool {
        answers.contains { answer in
            guard case .failure(let failure) = answer else { return false }
            if case .noRate(_, let cause) = failure.reason { return cause.isTransient }
            return failure.isTransient
        }
    }
}
