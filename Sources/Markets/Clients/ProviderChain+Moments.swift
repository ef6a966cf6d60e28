import Platform
import Synchronization
import Transport

extension ClientChain<MarketClient> {
    /// The candle that contains a moment, and the provider that it is from.
    package typealias CandleOfMoment = (candle: Candle, link: Link)

    /// Asks for the candles that contain moments, each in the finest width that any provider has: all are asked for the
    /// width of the question, and those that have none for the next one. Candles of a symbol that fit in one answer are
    /// asked for together. Only the first provider is asked about an ID.
    ///
    /// - Parameter questions: Queries for one moment each. The width is the finest to ask for.
    /// - Returns: One result per question, in order; a failure is that of all providers.
    package func candles(
        atMoments questions: [HistoryQuery]
    ) async -> [Result<CandleOfMoment, ProviderFailure>] {
        await candles(atMoments: questions, walk: 0)
    }

    /// Returns the answers of one walk through all widths, and of those after it. `walk` counts them from 0.
    private func candles(
        atMoments questions: [HistoryQuery], walk: Int
    ) async -> [Result<CandleOfMoment, ProviderFailure>] {
        var answers: [Result<CandleOfMoment, ProviderFailure>?] = questions.map { _ in nil }
        // By the provider's name: it is not asked again unless it may have a wider candle.
        var failures: [[String: ProviderFailure]] = questions.map { _ in [:] }
        var faults: [ProviderFailure] = []
        var chain = self
        // Another walk comes only once no width has an answer.
        chain.retry.retries = 0
        for width in CandleWidth.ofMoments {
            let mayAsk = { (position: Int, place: Int) in
                !(questions[place].symbol.isID && position > 0)
                    && failures[place][links[position].name]?.has(.wider) != false
            }
            let open = questions.indices.filter { place in
                (try? answers[place]?.get()) == nil && questions[place].width.seconds <= width.seconds
                    && links.indices.contains { mayAsk($0, place) }
            }
            let found = await chain.walk(open, mayAsk: mayAsk) { link, places in
                let results = await link.candles(of: places.map { questions[$0].with(width) })
                // That a last resort has no answer does not change why its provider has none.
                for case (let place, .failure(let failure)) in zip(places, results) where !link.isLastResort {
                    failures[place][link.name] = failure
                }
                return results
            }
            for (place, result) in zip(open, found) {
                let all = ProviderFailure(chain: links.compactMap { failures[place][$0.name] })
                answers[place] = result.mapError { all ?? $0 }
            }
            // A walk without an answer reports nothing, though a wider candle may be one.
            if !found.contains(where: { (try? $0.get()) != nil }) {
                for failure in open.lazy.flatMap({ failures[$0].values })
                where !failure.isSkippable && !faults.contains(where: { $0.provider == failure.provider }) {
                    faults.append(failure)
                }
            }
        }
        if let first = answers.lazy.compactMap({ try? $0?.get() }).first?.link.name {
            let steps = faults.filter { $0.provider != first }.map { ChainStep(failure: $0, next: first) }
            if !steps.isEmpty { observe(.done(steps, isAnswered: true)) }
        }
        let again = questions.indices.filter { place in
            (try? answers[place]?.get()) == nil && failures[place].values.areWorthAnotherWalk
        }
        if !again.isEmpty, let pause = pause(after: walk, again.flatMap { failures[$0].values }) {
            observe(.pause(pause))
            if (try? await time.sleep(pause)) != nil {
                let found = await candles(atMoments: again.map { questions[$0] }, walk: walk + 1)
                for (place, result) in zip(again, found) { answers[place] = result }
            }
        }
        return answers.compactMap(\.self)
    }
}

extension ClientChain<MarketClient>.Link {
    fileprivate typealias Answer = Result<ClientChain<MarketClient>.CandleOfMoment, ProviderFailure>

    /// The most answers that are kept of one call.
    private static var mostKept: Int { 500 }

    /// Returns the candles of queries for one moment each, of the same width, with the fewest requests.
    fileprivate func candles(of questions: [HistoryQuery]) async -> [Answer] {
        guard let history = client.history else {
            return questions.map { _ in .failure(ProviderFailure(name, .cannot(.history))) }
        }
        let pages = MomentPage.pages(of: questions, rows: client.candlesARequest)
        // What a provider says of a symbol holds for all of its older candles, too.
        let refusals = Mutex<[Symbol: (failure: ProviderFailure, before: Timestamp)]>([:])
        let answers = await Endpoint.$isInBulk.withValue(pages.count > Self.mostKept) {
            await pages.requestConcurrently { page -> Result<[Candle], ProviderFailure> in
                let query = page.query
                if let known = refusals.withLock({ $0[query.symbol] }), query.to < known.before {
                    return .failure(known.failure)
                }
                let answer = await Result(asking: { () throws(ProviderFailure) in try await history(query) })
                if case .failure(let failure) = answer, failure.has(.older) {
                    refusals.withLock { $0[query.symbol] = (failure, query.from) }
                }
                return answer
            }
        }
        var results: [Int: Answer] = [:]
        for (page, answer) in zip(pages, answers) { results.merge(page.answers(answer, self, questions)) { $1 } }
        return questions.indices.compactMap { results[$0] }
    }
}

extension HistoryQuery {
    /// The same moments in candles of another width.
    fileprivate func with(_ width: CandleWidth) -> HistoryQuery {
        HistoryQuery(symbol: symbol, currency: currency, at: moments, width: width)
    }
}
