import DecimalArithmetic
import JSONReader
import Platform

/// The tickers of an answer by the exchange's keys, from which the assets do not follow.
struct KrakenTickers {
    private var rows: [Result<ExchangeRow, RowProblem>] = []
    /// The places of rows by their keys: a row is large, and a dictionary has room for twice what it holds.
    private var places: [String: Int] = [:]
    private let fetched: Timestamp

    /// Reads `result`; an invalid row does not affect the others.
    init(_ reader: inout JSONReader, fetched: Timestamp) throws {
        self.fetched = fetched
        try reader.readMap(upTo: AnswerLimit.rows) { key, reader in
            places[try key.text("a pair")] = rows.count
            rows.append(try reader.readSoundRow { try Self.row(&$0, fetched: fetched) })
        }
    }

    private func row(_ key: String?) -> Result<ExchangeRow, RowProblem>? {
        key.flatMap { places[$0] }.map { rows[$0] }
    }

    /// The quote of a pair whose key follows the rules; nil where no key does.
    func quote(of pair: KrakenPair) -> Result<Quote, ProviderFailure>? {
        guard let key = pair.keys.first(where: { places[$0] != nil }) else { return nil }
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

// MARK: - Rows

extension KrakenTickers {
    private enum Key: String, CaseIterable {
        case ask = "a"
        case bid = "b"
        case last = "c"
        case high = "h"
        case low = "l"
        case open = "o"
        static let keys = JSONKeys<Self>()
    }

    /// Of high and low the first is today's and the second of the last 24 hours; `o` is today's open, so the first
    /// count. Volumes are in base units.
    private static func row(_ reader: inout JSONReader, fetched: Timestamp) throws -> ExchangeRow {
        var row = ExchangeRow(provider: Kraken.name, fetched: fetched)
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .ask: row.ask = try first(&reader) { try $0.positiveNumber() }
            case .bid: row.bid = try first(&reader) { try $0.positiveNumber() }
            case .last: row.last = try first(&reader, isNeeded: true) { try $0.optionalPrice(key.rawValue) }
            case .high: row.high = try first(&reader) { try $0.positiveNumber() }
            case .low: row.low = try first(&reader) { try $0.positiveNumber() }
            case .open: row.open = try reader.positiveNumber()
            }
        }
        return row
    }

    /// The first of several. What is no array is passed over, and a problem where the number `isNeeded` and it is not
    /// null.
    private static func first(
        _ reader: inout JSONReader, isNeeded: Bool = false, _ read: (inout JSONReader) throws -> Number?
    ) throws -> Number? {
        guard isNeeded ? try !reader.takeNull() : reader.next == .array else { return nil }
        var (number, count): (Number?, Int) = (nil, 0)
        try reader.readArray { reader in
            count += 1
            if count == 1 { number = try read(&reader) }
        }
        return number
    }
}

extension Quote {
    fileprivate func filled(by row: ExchangeRow) -> Quote {
        var quote = self
        (quote.price, quote.bid, quote.ask) = (row.last, row.bid, row.ask)
        (quote.high, quote.low) = (row.high, row.low)
        quote.setChange(fromOpen: row.open)
        return quote
    }
}
