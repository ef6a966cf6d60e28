import Platform

/// Moments of one symbol whose candles fit in one answer.
struct MomentPage: Sendable {
    let query: HistoryQuery
    /// The places of the questions that it answers, in the order of the moments.
    let places: [Int]

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
                let first = questions[page[0]]
                let query = HistoryQuery(
                    symbol: first.symbol, currency: first.currency, at: page.map { questions[$0].moments[0] },
                    width: first.width)
                return MomentPage(query: query, places: page)
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
    /// Returns the answer to each question, by its place.
    func answers(
        _ candles: Result<[Candle], ProviderFailure>, _ link: ClientChain<MarketClient>.Link,
        _ questions: [HistoryQuery]
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
