import JSONReader
import Platform

/// Yahoo's search: `GET /v1/finance/search?q=…`, one request; names without prices, which `price` has.
///
/// Protocol as recorded in 2025: `quotes` holds what is listed anywhere, each with `symbol`, and what only has a page, which
/// is left out.
extension Yahoo {
    /// How many are asked for at most, and where it is unknown how many are wanted; more than it ever gives.
    private static let mostFound = 50

    /// What a search finds, nothing being an answer too.
    ///
    /// The search says no currency either: the rows are in the one asked for, of which nothing follows without a price.
    func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        guard let text = query.search else { throw ProviderFailure(Yahoo.name, .cannot(.list)) }
        let count = min(query.depth.rows(inAnswersOf: Self.mostFound), Self.mostFound)
        var answer = try await endpoint.get(
            "/v1/finance/search", [("q", text), ("quotesCount", "\(count)"), ("newsCount", "0")],
            decode: { try Self.found(&$0, in: query.currency.currency, fetched: endpoint.now()) })
        answer.quotes = query.pick(from: answer.quotes)
        return answer
    }

    private enum FoundKey: String, CaseIterable {
        case symbol
        case name = "longname"
        case shortName = "shortname"
        case exchange
        case exchangeName = "exchDisp"
        static let keys = JSONKeys<Self>()
    }

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
        var texts: [FoundKey: String] = [:]
        try reader.readObject(FoundKey.keys) { key, reader in
            texts[key] = key == .symbol ? try reader.optionalText(key.rawValue) : try reader.textIfSound()
        }
        guard let symbol = texts[.symbol], !symbol.isEmpty else { return nil }
        var quote = Quote(time: fetched, symbol: symbol.uppercased(), currency: currency, provider: Yahoo.name)
        quote.kind = .stock
        quote.id = symbol
        quote.name = texts[.name] ?? texts[.shortName]
        quote.market = texts[.exchangeName] ?? texts[.exchange]
        return quote
    }
}
