import Platform
import Transport

extension ClientChain<MarketClient> {
    /// The candle that contains a moment, and the provider that it is from.
    public typealias CandleOfMoment = (candle: Candle, link: Link)

    /// Asks for the candles that contain moments, each in the finest width that any provider has: all are asked for the
    /// width of the question, and those that have none for the next one. Candles of a symbol that fit in one answer are
    /// asked for together. Only the first provider is asked about an ID.
    ///
    /// - Parameter questions: Queries for one moment each. The width is the finest to ask for.
    /// - Returns: One result per question, in order; a failure is that of all providers.
    public func candles(
        atMoments questions: [HistoryQuery]
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
                    && failures[place][links[position].name]?.mayHaveWider != false
            }
            let open = questions.indices.filter { place in
                answers[place] == nil && questions[place].width.seconds <= width.seconds
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
            for (place, result) in zip(open, found) { if case .success = result { answers[place] = result } }
            // A walk without an answer reports nothing, though a wider candle may be one.
            if !open.contains(where: { answers[$0] != nil }) {
                for failure in open.lazy.flatMap({ failures[$0].values })
                where !failure.isSkippable && !faults.contains(where: { $0.provider == failure.provider }) {
                    faults.append(failure)
                }
            }
        }
        if let first = answers.lazy.compactMap({ try? $0?.get() }).first, !faults.isEmpty {
            observe(.done(faults.map { ChainStep(failure: $0, next: first.link.name) }, isAnswered: true))
        }
        var again: [Int] = []
        for place in questions.indices where answers[place] == nil {
            let found = links.compactMap { failures[place][$0.name] }
            if let failure = ProviderFailure(chain: found), retry.retries == 0 || !found.areWorthAnotherWalk {
                answers[place] = .failure(failure)
            } else {
                again.append(place)
            }
        }
        let last = await walk(again, mayAsk: { $0 == 0 || !questions[$1].symbol.isID }) { link, places in
            await link.candles(of: places.map { questions[$0] })
        }
        for (place, result) in zip(again, last) { answers[place] = result }
        // What is answered now may have no candle of its own width.
        let open = zip(again, last).compactMap { place, result -> Int? in
            guard case .failure(let failure) = result, failure.members.contains(where: \.mayHaveWider) else {
                return nil
            }
            return place
        }
        if !open.isEmpty {
            let wider = await chain.candles(atMoments: open.map { questions[$0] })
            for (place, result) in zip(open, wider) { answers[place] = result }
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
        let refusals = Refusals()
        let answers = await Endpoint.$isInBulk.withValue(pages.count > Self.mostKept) {
            await pages.requestConcurrently { page in await page.parts(refusals, history) }
        }
        var results: [Int: Answer] = [:]
        for (page, answer) in zip(pages, answers) {
            switch answer {
            case .success(let parts):
                for (part, candles) in parts { results.merge(part.answers(candles, self, questions)) { $1 } }
            case .failure(let failure):
                results.merge(page.answers(.failure(failure), self, questions)) { $1 }
            }
        }
        return questions.indices.compactMap { results[$0] }
    }
}

extension HistoryQuery {
    /// The same moments in candles of another width.
    fileprivate func with(_ width: CandleWidth) -> HistoryQuery {
        HistoryQuery(symbol: symbol, currency: currency, at: moments, width: width)
    }
}
