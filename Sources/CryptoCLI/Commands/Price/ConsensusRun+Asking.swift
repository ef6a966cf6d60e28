import Markets
import Platform
import Transport

extension ConsensusRun {
    /// What each provider says of each symbol. All are asked at once; those who failed for a passing reason are asked again
    /// only where too few answered.
    func ask(
        _ providers: [MarketProvider], _ session: Session
    ) async throws(Failure) -> [(provider: String, answers: [Answer])] {
        let choice = CurrencyChoice(try session.currency().currency)
        var answers: [[Answer]?] = providers.map { _ in nil }
        let retry = RetryPolicy(retries: request.common.retries ?? CommonOptions.defaultRetries)
        for walk in 0... {
            let open = providers.indices.filter { answers[$0].map(Self.isWorthAsking) ?? true }
            for (index, answer) in zip(open, await askOnce(open.map { providers[$0] }, choice, session)) {
                answers[index] = answer
            }
            let isEnough = request.symbols.indices.allSatisfy { symbol in
                answers.count { (try? $0?[symbol].get()) != nil } >= needed
            }
            let rest = session.deadline.remaining(at: environment.time.elapsed())
            guard !isEnough, answers.contains(where: { $0.map(Self.isWorthAsking) ?? false }),
                case .pause(let pause) = retry.step(
                    after: walk, retryAfter: nil, remaining: rest, unit: environment.random()),
                (try? await environment.time.sleep(pause)) != nil
            else { break }
        }
        return zip(providers, answers).map { ($0.name, $1 ?? []) }
    }

    /// One answer a provider, in their order. The rates are asked for once for all of them, and together with the prices
    /// where it is known that they will be needed.
    private func askOnce(
        _ providers: [MarketProvider], _ choice: CurrencyChoice, _ session: Session
    ) async -> [[Answer]] {
        var rates = session.rateChain().askedOnce()
        rates.retry = RetryPolicy(retries: 0)
        let currencies = currencies(providers, choice)
        return await withTaskGroup(of: (Int, [Answer])?.self) { [rates] group in
            group.addTask {
                await rates.ask(for: currencies)
                return nil
            }
            for (index, provider) in providers.enumerated() {
                let chain = session.chain(of: provider, sharing: rates)
                group.addTask { (index, await chain.quotes(request.symbols, in: choice)) }
            }
            var answers: [Int: [Answer]] = [:]
            for await case (let index, let answer)? in group {
                answers[index] = answer
                // Nobody waits for rates any more.
                if answers.count == providers.count { group.cancelAll() }
            }
            return providers.indices.map { answers[$0] ?? [] }
        }
    }

    /// Between which currencies rates will be needed, as far as that is known beforehand.
    private func currencies(_ providers: [MarketProvider], _ choice: CurrencyChoice) -> [Currency] {
        let targets = Set(request.symbols.map { $0.quote ?? choice.currency })
        let needed = Set(targets.flatMap { target in providers.flatMap { $0.ratesNeeded(for: target) } })
        return needed.sorted { $0.code < $1.code }
    }

    /// Rates that did not come for a passing reason are worth another try here, as nothing else tries again.
    private static func isWorthAsking(_ answers: [Answer]) -> Bool {
        answers.contains { answer in
            guard case .failure(let failure) = answer else { return false }
            if case .noRate(_, let cause) = failure.reason { return cause.isPassing }
            return failure.isPassing
        }
    }
}

extension RateChain {
    /// Asks ahead; what comes, or does not, is told to those who need it.
    fileprivate func ask(for currencies: [Currency]) async {
        var silent = self
        silent.observe = { _ in }
        _ = await silent.rates(of: currencies)
    }
}

extension Session {
    /// A provider whose quotes are converted by rates that others use too.
    fileprivate func chain(of provider: MarketProvider, sharing rates: RateChain) -> ProviderChain {
        var chain = chain(of: [provider]) { provider in
            { converting(provider, provider.make($0), sharing: rates).client }
        }
        chain.retry = RetryPolicy(retries: 0)
        return chain
    }
}
