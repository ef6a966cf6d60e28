import Markets
import Platform
import Transport

extension ConsensusRun {
    /// Makes all inquiries at once. Those that failed for a temporary reason are made again only if there are too few
    /// answers. Returns the answers to each symbol, in order, with the names of the providers.
    func ask(
        _ inquiries: [Inquiry], _ kinds: [AssetKind], _ context: RunContext
    ) async throws(Failure) -> [[(provider: String, answer: Answer)]] {
        let choice = CurrencyChoice(try context.currency().currency)
        var answers: [[Answer]?] = inquiries.map { _ in nil }
        let retry = RetryPolicy(retries: request.common.retries ?? CommonOptions.defaultRetries)
        for walk in 0... {
            let open = inquiries.indices.filter { answers[$0].map(Self.isWorthAsking) ?? true }
            for (index, answer) in zip(open, await askOnce(open.map { inquiries[$0] }, in: choice, context)) {
                answers[index] = answer
            }
            let found = sorted(answers, of: inquiries)
            let isEnough = kinds.indices.allSatisfy { place in
                found[place].count { (try? $0.answer.get()) != nil } >= request.consensus.needed(of: kinds[place])
            }
            let rest = context.deadline.remaining(at: environment.time.elapsed())
            guard !isEnough, answers.contains(where: { $0.map(Self.isWorthAsking) ?? false }),
                case .pause(let pause) = retry.step(
                    after: walk, retryAfter: nil, remaining: rest, unit: environment.random())
            else { break }
            context.providers.report(.pause(pause))
            guard (try? await environment.time.sleep(pause)) != nil else { break }
        }
        return sorted(answers, of: inquiries)
    }

    /// The answers of inquiries by symbol.
    private func sorted(
        _ answers: [[Answer]?], of inquiries: [Inquiry]
    ) -> [[(provider: String, answer: Answer)]] {
        var sorted: [[(provider: String, answer: Answer)]] = request.symbols.map { _ in [] }
        for (inquiry, answers) in zip(inquiries, answers) {
            for (place, answer) in zip(inquiry.places, answers ?? []) {
                sorted[place].append((inquiry.provider.name, answer))
            }
        }
        return sorted
    }

    /// The answers to each inquiry, in their order. All share the rates, which are requested once.
    private func askOnce(
        _ inquiries: [Inquiry], in choice: CurrencyChoice, _ context: RunContext
    ) async -> [[Answer]] {
        let noRetry = RetryPolicy(retries: 0)
        var rateChain = context.providers.rateChain()
        rateChain.retry = noRetry
        let rates = ExchangeRates(rateChain)
        return await withTaskGroup { group in
            for (index, inquiry) in inquiries.enumerated() {
                var chain = context.providers.converting([inquiry.provider], for: .price, rates: rates)
                chain.retry = noRetry
                let symbols = inquiry.places.map { request.symbols[$0] }
                group.addTask { [chain] in (index, await chain.quotes(symbols, in: choice)) }
            }
            let answers = await group.reduce(into: [Int: [Answer]]()) { $0[$1.0] = $1.1 }
            return inquiries.indices.map { answers[$0] ?? [] }
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
