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
    /// The candles of a past, the oldest first; nil where the provider has none.
    public var history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])?
    /// The same client for one piece of work: an answer that holds all the provider has is asked for at most once, and
    /// whatever else is wanted is taken from it. Where no answer holds all it is the client itself.
    public var holding: @Sendable () -> MarketClient

    /// A client of these closures; without `holding` every call asks.
    public init(
        list: @escaping @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        now: @escaping @Sendable () -> Timestamp,
        history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])? = nil,
        holding: (@Sendable () -> MarketClient)? = nil
    ) {
        self.list = list
        self.quotes = quotes
        self.now = now
        self.history = history
        self.holding = holding ?? { MarketClient(list: list, quotes: quotes, now: now, history: history) }
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
    /// Only markets of these kinds.
    public var market = MarketChoice.spot
    /// Whether prices that only the provider's stream has are worth opening it for.
    public var includesStreamPrices = false
    /// Counts only what it is true for towards `limit`, and drops the rest; nil where everything is wanted.
    public var isWanted: (@Sendable (Quote) -> Bool)?

    /// A query for the first `limit` assets.
    public init(
        limit: Int, currency: CurrencyChoice, search: String? = nil,
        isWanted: (@Sendable (Quote) -> Bool)? = nil
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
    public var dropped: DroppedRows
    /// Why prices are missing that come from elsewhere than the list; the rows stand without them.
    public var priceFailure: ProviderFailure?

    /// An answer.
    public init(quotes: [Quote], dropped: DroppedRows = []) {
        self.quotes = quotes
        self.dropped = dropped
    }
}

extension ListQuery {
    /// True where more rows may be needed than are printed.
    var isSelective: Bool { search != nil || isWanted != nil }

    /// What the query wants of the quotes of a whole list: the search's matches, symbol prefixes first, then names that
    /// contain the text (REQUIREMENTS L6), otherwise in the list's order; of these what is wanted; of these the first.
    func pick(from quotes: [Quote]) -> [Quote] {
        let matches = matches(in: market == .all ? quotes : quotes.filter(market.includes))
        guard let isWanted else { return matches.count <= limit ? matches : Array(matches.prefix(limit)) }
        var picked: [Quote] = []
        for quote in matches where isWanted(quote) {
            picked.append(quote)
            if picked.count == limit { break }
        }
        return picked
    }

    private func matches(in quotes: [Quote]) -> [Quote] {
        guard let text = search?.lowercased() else { return quotes }
        var (byName, bySymbol): ([Quote], [Quote]) = ([], [])
        for quote in quotes {
            if quote.symbol.lowercased().hasPrefix(text) {
                bySymbol.append(quote)
            } else if quote.name?.lowercased().contains(text) == true {
                byName.append(quote)
            }
        }
        return bySymbol + byName
    }
}
