import JSONReader
import Platform

/// Yahoo's search: `GET /v1/finance/search?q=…`, one request; names without prices, which `price` has.
///
/// Protocol as recorded in 2025: `quotes` holds what is listed anywhere, each with `symbol`, and what only has a page,
/// which is left out.
extension Yahoo {
    /// How many are asked for at most, and where it is unknown how many are wanted; more than it ever gives.
    private static let mostFound = 50

    /// What a search finds, nothing being an answer too.
    ///
    /// The search says no currency either: the rows are in the one asked for, of which nothing follows without a price.
    func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        guard let text = query.search else { throw ProviderFailure(Yahoo.name, .cannot(.list)) }
        let count = min(query.depth.rows(inAnswersOf: Self.mostFound), Self.mostFound)
        var answer = try await rows(of: text, count: count, in: query.currency.currency)
        answer.quotes = query.pick(from: answer.quotes, areHits: true)
        return answer
    }

    /// The stocks that a search finds, best first.
    func found(_ text: String) async throws(ProviderFailure) -> [FoundAsset] {
        try await rows(of: text, count: 10, in: .usd).quotes.map {
            FoundAsset(kind: .stock, ticker: $0.symbol, id: $0.id, name: $0.name)
        }
    }

    private func rows(
        of text: String, count: Int, in currency: Currency
    ) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(
            .metadata, "/v1/finance/search", [("q", text), ("quotesCount", "\(count)"), ("newsCount", "0")],
            decode: { try Self.found(&$0, in: currency, fetched: $1) })
    }

    private static let columns: QuoteColumns = ["symbol": .symbol, "longname": .name, "exchDisp": .exchange]
    private static let substitutes: QuoteColumns = ["shortname": .name, "exchange": .exchange]

    private static func found(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> ListAnswer {
        try reader.readMember("quotes") { reader in
            try reader.readRows(name: { _ in RowName() }) { try stock(&$0, in: currency, fetched: fetched) }.answer()
        }
    }

    /// Nil for what has a page and is not traded.
    private static func stock(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> Quote? {
        var again = reader
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched)
        row.takeNames(of: try QuoteBuilder(&again, substitutes, provider: name, fetched: fetched))
        guard row.symbol != nil else { return nil }
        row.currency = currency.code
        return try row.stock()
    }
}
