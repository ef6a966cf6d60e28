public import Platform

/// One provider's market data, as a value of closures: the live form asks a service, tests and `sample` hold fixed ones.
///
/// A client never retries, caches, prints or reads options; making one asks nothing (REQUIREMENTS X1, X5).
public struct MarketClient: Sendable {
    /// The top assets in the provider's own order.
    public var list: @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer
    /// Current quotes: one result a symbol, in the order asked.
    public var quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
    /// The clock that ages are measured by: the world's, but for providers with a clock of their own.
    public var now: @Sendable () -> Timestamp

    /// A client of these closures.
    public init(
        list: @escaping @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.list = list
        self.quotes = quotes
        self.now = now
    }
}

/// What is wanted of a list.
public struct ListQuery: Sendable {
    /// At most so many quotes, 1 or more.
    public var limit: Int
    /// What the prices are to be in.
    public var currency: CurrencyChoice
    /// Only assets whose symbol or name contains this text, whatever the letter case.
    public var search: String?
    /// Counts only what it is true for towards `limit`, and drops the rest.
    public var isWanted: @Sendable (Quote) -> Bool

    /// A query for the first `limit` assets.
    public init(
        limit: Int, currency: CurrencyChoice, search: String? = nil,
        isWanted: @escaping @Sendable (Quote) -> Bool = { _ in true }
    ) {
        self.limit = limit
        self.currency = currency
        self.search = search
        self.isWanted = isWanted
    }
}

/// A list, and what was wrong in it.
public struct ListAnswer: Sendable, Equatable {
    /// The quotes in the provider's order.
    public var quotes: [Quote]
    /// Rows that made no sense; the others stand.
    public var dropped: [DroppedRow]

    /// An answer.
    public init(quotes: [Quote], dropped: [DroppedRow] = []) {
        self.quotes = quotes
        self.dropped = dropped
    }
}

/// A row of an answer that could not be read.
public struct DroppedRow: Sendable, Equatable {
    /// Which row of the answer, counted from 1.
    public var place: Int
    /// What is wrong with it.
    public var problem: String

    /// The same row, counted over all pages.
    func moved(by rows: Int) -> DroppedRow {
        DroppedRow(place: place + rows, problem: problem)
    }
}

extension ListQuery {
    /// The search's matches among quotes of a whole list, symbol prefixes first, then names that contain the text; then
    /// what is wanted, then the limit. Without a search the order stays.
    func pick(from quotes: [Quote]) -> [Quote] {
        guard let text = search?.lowercased() else { return Array(quotes.lazy.filter(isWanted).prefix(limit)) }
        let bySymbol = quotes.filter { $0.symbol.lowercased().hasPrefix(text) }
        let byName = quotes.filter { quote in
            !quote.symbol.lowercased().hasPrefix(text) && quote.name?.lowercased().contains(text) == true
        }
        return Array((bySymbol + byName).lazy.filter(isWanted).prefix(limit))
    }
}
