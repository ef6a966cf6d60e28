import Platform
import Synchronization

/// Moments of one symbol whose candles fit in one answer.
struct MomentPage: Sendable {
    let query: HistoryQuery
    /// The places of the questions that it answers, in the order of the moments.
    let places: [Int]

    private init(_ moments: [(moment: Timestamp, place: Int)], like query: HistoryQuery) {
        self.query = HistoryQuery(
            symbol: query.symbol, currency: query.currency, at: moments.map(\.moment), width: query.width)
        places = moments.map(\.place)
    }

    /// Returns the fewest pages of `rows` candles for questions of the same width, those of a symbol from the newest to
    /// the oldest. Without a number each page has one moment.
    static func pages(of questions: [HistoryQuery], rows: Int64?) -> [MomentPage] {
        let symbols = Dictionary(grouping: questions.indices) { questions[$0].symbol }
        return symbols.values.flatMap { places in
            var pages: [[Int]] = []
            for place in places.sorted(by: { questions[$0].moments[0] < questions[$1].moments[0] }) {
                if let first = pages.last?[0], questions[first].fits(questions[place], rows: rows) {
                    pages[pages.count - 1].append(place)
                } else {
                    pages.append([place])
                }
            }
            return pages.reversed().map { page in
                MomentPage(page.map { (questions[$0].moments[0], $0) }, like: questions[page[0]])
            }
        }
    }
}

extension HistoryQuery {
    /// Whether the candle of a later question is among the first `rows` from the one of this question; without a
    /// number, whether it is for the same moment.
    fileprivate func fits(_ later: HistoryQuery, rows: Int64?) -> Bool {
        guard let rows else { return later.moments == moments }
        return later.to.seconds - from.seconds < rows * width.seconds
    }
}

// MARK: - Answers

extension MomentPage {
    typealias Candles = Result<[Candle], ProviderFailure>
    typealias Link = ClientChain<MarketClient>.Link

    /// Asks for the page. If the provider does not keep its oldest candles, it may have the newer ones: the page is
    /// divided until it has, or all moments are of one candle. Fails if all requests would.
    func parts(
        _ refusals: Refusals, _ history: @escaping @Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle]
    ) async -> Result<[(page: MomentPage, candles: Candles)], ProviderFailure> {
        if let failure = refusals.failure(of: query) { return .success([(self, .failure(failure))]) }
        let answer = await Result(asking: { () throws(ProviderFailure) in try await history(query) })
        guard case .failure(let failure) = answer else { return .success([(self, answer)]) }
        if failure.isOfTheProvider || failure.isErrorOfTheServer { return .failure(failure) }
        guard failure.isOfAge, let (older, newer) = halves else {
            refusals.note(failure, of: query)
            return .success([(self, answer)])
        }
        switch await newer.parts(refusals, history) {
        case .failure(let failure): return .failure(failure)
        case .success(let parts): return await older.parts(refusals, history).map { $0 + parts }
        }
    }

    /// The page in two; nil if all of its moments are in one candle.
    private var halves: (older: MomentPage, newer: MomentPage)? {
        let starts = Set(query.moments.map(query.width.start)).sorted()
        guard starts.count > 1 else { return nil }
        let middle = starts[starts.count / 2]
        let moments = Array(zip(query.moments, places)).map { (moment: $0, place: $1) }
        return (
            MomentPage(moments.filter { query.width.start(of: $0.moment) < middle }, like: query),
            MomentPage(moments.filter { query.width.start(of: $0.moment) >= middle }, like: query)
        )
    }

    /// Returns the answer to each question, by its place.
    func answers(
        _ candles: Candles, _ link: Link, _ questions: [HistoryQuery]
    ) -> [Int: Result<ClientChain<MarketClient>.CandleOfMoment, ProviderFailure>] {
        let points = ((try? candles.get()) ?? []).filter { $0.width == nil }
        let candles = candles.map { $0.reduce(into: [Timestamp: Candle]()) { $0[start(of: $1)] = $1 } }
        return places.reduce(into: [:]) { results, place in
            let query = questions[place]
            results[place] = candles.flatMap { candles in
                // A rate holds until the next one is published.
                let point = points.last(where: \.isRate) ?? points.nearest(to: query.moments[0], within: query.width)
                guard let candle = points.isEmpty ? candles[query.from] : point else {
                    let missing = ProviderFailure.Reason.noCandles(query.symbol, from: query.from, to: query.to)
                    return .failure(ProviderFailure(link.name, missing))
                }
                return .success((candle, link))
            }
        }
    }

    /// Returns the beginning of a candle.
    private func start(of candle: Candle) -> Timestamp {
        Timestamp(seconds: (candle.width ?? query.width).start(of: candle.time))
    }
}

extension ProviderFailure {
    /// Whether it may be one of the age of the oldest candle alone. Not all providers say that they do not keep it.
    fileprivate var isOfAge: Bool {
        switch reason {
        case .notKept, .status(400, _), .status(422, _): true
        default: false
        }
    }
}

/// What a provider said of symbols that holds for all of their older candles, too, so that they need no requests.
final class Refusals: Sendable {
    private let known = Mutex<[Symbol: (failure: ProviderFailure, before: Timestamp)]>([:])

    func note(_ failure: ProviderFailure, of query: HistoryQuery) {
        switch failure.reason {
        case .unknownSymbol, .cannot: break
        default: guard failure.isOfAge else { return }
        }
        known.withLock { $0[query.symbol] = (failure, query.from) }
    }

    func failure(of query: HistoryQuery) -> ProviderFailure? {
        known.withLock { known in known[query.symbol].flatMap { query.to < $0.before ? $0.failure : nil } }
    }
}
