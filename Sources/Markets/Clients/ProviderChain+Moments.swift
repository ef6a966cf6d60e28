import Platform
import Synchronization
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
                for case (let place, .failure(let failure)) in zip(places, results) {
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
        let refusals = Refusals()
        let answers = await Endpoint.$isInBulk.withValue(pages.count > Self.mostKept) {
            await pages.requestConcurrently { page -> Result<[Candle], ProviderFailure> in
                if let failure = refusals.failure(of: page.query) { return .failure(failure) }
                let answer = await Result(asking: { () throws(ProviderFailure) in try await history(page.query) })
                if case .failure(let failure) = answer { refusals.note(failure, of: page.query) }
                return answer
            }
        }
        var results: [Int: Answer] = [:]
        for (page, answer) in zip(pages, answers) {
            let candles = answer.map { candles in
                candles.reduce(into: [Timestamp: Candle]()) { $0[page.start(of: $1)] = $1 }
            }
            for place in page.places {
                let query = questions[place]
                results[place] = candles.flatMap { candles in
                    guard let candle = candles[query.from] else {
                        return .failure(ProviderFailure(name, .noCandles(query.symbol, from: query.from, to: query.to)))
                    }
                    return .success((candle, self))
                }
            }
        }
        return questions.indices.compactMap { results[$0] }
    }
}

/// Moments of one symbol whose candles fit in one answer.
private struct MomentPage: Sendable {
    let query: HistoryQuery
    /// The places of the questions that it answers.
    let places: [Int]

    private init(_ places: [Int], of questions: [HistoryQuery]) {
        let first = questions[places[0]]
        query = HistoryQuery(
            symbol: first.symbol, currency: first.currency, at: places.flatMap { questions[$0].moments },
            width: first.width)
        self.places = places
    }

    /// Returns the fewest pages of `rows` candles for questions of the same width, those of a symbol from the newest to
    /// the oldest. Without a number each page has one moment.
    static func pages(of questions: [HistoryQuery], rows: Int64?) -> [MomentPage] {
        let symbols = Dictionary(grouping: questions.indices) { questions[$0].symbol }
        return symbols.values.flatMap { places in
            var pages: [[Int]] = []
            for place in places.sorted(by: { questions[$0].moments[0] < questions[$1].moments[0] }) {
                let query = questions[place]
                if let first = pages.last?[0], questions[first].fits(query, rows: rows) {
                    pages[pages.count - 1].append(place)
                } else {
                    pages.append([place])
                }
            }
            return pages.reversed().map { MomentPage($0, of: questions) }
        }
    }

    /// Returns the beginning of a candle; that of the only one for a single price, which has a time of its own.
    func start(of candle: Candle) -> Timestamp {
        guard let width = candle.width else { return query.from }
        return Timestamp(seconds: width.start(of: candle.time))
    }
}

extension HistoryQuery {
    /// The same moments in candles of another width.
    fileprivate func with(_ width: CandleWidth) -> HistoryQuery {
        HistoryQuery(symbol: symbol, currency: currency, at: moments, width: width)
    }

    /// Whether the candle of a later question is among the first `rows` from the one of this question; without a
    /// number, whether it is for the same moment.
    fileprivate func fits(_ later: HistoryQuery, rows: Int64?) -> Bool {
        guard let rows else { return later.moments == moments }
        return later.to.seconds - from.seconds < rows * width.seconds
    }
}

/// What a provider said of symbols that holds for all of their older candles, too, so that they need no requests.
private final class Refusals: Sendable {
    private let known = Mutex<[Symbol: (failure: ProviderFailure, before: Timestamp)]>([:])

    func note(_ failure: ProviderFailure, of query: HistoryQuery) {
        switch failure.reason {
        case .unknownSymbol, .notKept, .cannot: known.withLock { $0[query.symbol] = (failure, query.from) }
        default: break
        }
    }

    func failure(of query: HistoryQuery) -> ProviderFailure? {
        known.withLock { known in known[query.symbol].flatMap { query.to < $0.before ? $0.failure : nil } }
    }
}
