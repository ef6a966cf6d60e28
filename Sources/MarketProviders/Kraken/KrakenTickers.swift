import JSONReader
import Platform
import ProviderKit

/// The tickers of an answer by the exchange's keys, from which the assets do not follow.
struct KrakenTickers {
    private var rows: [Result<Quote, RowProblem>] = []
    /// The places of rows by their keys: a row is large, and a dictionary has room for twice what it holds.
    private var places: [String: Int] = [:]
    private let fetched: Timestamp

    /// Reads `result`; an invalid row does not affect the others.
    init(_ reader: inout JSONReader, fetched: Timestamp) throws {
        self.fetched = fetched
        try reader.readMap(upTo: AnswerLimit.rows(of: Quote.self)) { key, reader in
            places[try key.text("a pair")] = rows.count
            let row = try reader.readSoundRow {
                try QuoteBuilder(&$0, Self.columns, provider: Kraken.name, fetched: fetched).values
            }
            rows.append(row)
        }
    }

    private func row(_ key: String?) -> Result<Quote, RowProblem>? {
        key.flatMap { places[$0] }.map { rows[$0] }
    }

    /// The quote of a pair whose key follows the rules; nil where no key does.
    func quote(of pair: MarketNames.Market) -> Result<Quote, ProviderFailure>? {
        guard let key = pair.krakenKeys.first(where: { places[$0] != nil }) else { return nil }
        var market = Quote(time: fetched, symbol: pair.base, currency: pair.quote, provider: Kraken.name)
        (market.id, market.market, market.kind) = (key, pair.name, AssetKind(base: pair.base))
        return quote(of: market)
    }

    /// Whether there is a ticker of a market of the list of pairs.
    func hold(_ market: Quote) -> Bool { row(market.id) != nil }

    /// A market of the list of pairs with its price.
    func quote(of market: Quote) -> Result<Quote, ProviderFailure> {
        let problem: RowProblem
        switch row(market.id) {
        case .success(let row): return .success(market.filled(by: row))
        case .failure(let found): problem = found
        case nil: problem = RowProblem(description: "there is none")
        }
        return .failure(ProviderFailure(Kraken.name, .invalidData("the ticker of \(market.market ?? "?"): \(problem)")))
    }

    /// All markets of the list of pairs with their prices; one without a ticker has none, and one with an invalid
    /// ticker is dropped.
    func quotes(of list: ListAnswer) -> ListAnswer {
        var answer = ListAnswer(quotes: [], dropped: list.dropped)
        for (index, market) in list.quotes.enumerated() {
            switch row(market.id) {
            case .success(let row): answer.quotes.append(market.filled(by: row))
            case nil: answer.quotes.append(market)
            case .failure(let problem):
                answer.dropped.append(
                    DroppedRow(place: list.place(ofQuoteAt: index), id: market.id, problem: problem.description))
            }
        }
        answer.dropped.sort()
        return answer
    }
}

extension KrakenTickers: Cacheable {
    mutating func markStale() { rows.markStale() }
    var isWorthKeeping: Bool { rows.isWorthKeeping }
}

// MARK: - Rows

extension KrakenTickers {
    /// Of high and low the first is today's and the second of the last 24 hours; `o` is today's open, so the first
    /// count. Volumes are in base units.
    private static let columns: QuoteColumns = [
        "a": .first(.ask), "b": .first(.bid), "c": .first(.last), "h": .first(.high),
        "l": .first(.low), "o": .open,
    ]
}

extension Quote {
    fileprivate func filled(by row: Quote) -> Quote {
        var quote = self
        // The list of pairs may be from another day.
        quote.time = row.time
        quote.takePrices(of: row)
        return quote
    }
}
