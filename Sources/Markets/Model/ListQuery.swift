import Platform

/// A query for a list.
public struct ListQuery: Sendable {
    /// The part of the provider's list to read.
    public var depth: ListDepth
    /// The currency of the prices.
    public var currency: CurrencyChoice
    /// A text that the symbol or name of each asset must contain, in any letter case; nil for no limit.
    package var search: String?
    /// The kinds of markets.
    package var market = MarketChoice.spot
    /// Whether to open the provider's stream for prices that only it has.
    package var includesStreamPrices = false

    /// Creates a query for the beginning of a list. Each parameter sets the property of the same name.
    public init(_ depth: ListDepth, currency: CurrencyChoice, search: String? = nil) {
        self.depth = depth
        self.currency = currency
        self.search = search
    }
}

/// The number of rows to read of a provider's list, in its own order.
public enum ListDepth: Sendable, Hashable {
    /// This many rows, 1 or more, in as many responses as necessary.
    case first(Int)
    /// The rows of one response, and at least this many rows.
    case oneAnswer(atLeast: Int)

    /// Returns the number of rows to request from a provider with at most `size` rows in a response.
    package func rows(inAnswersOf size: Int) -> Int {
        switch self {
        case .first(let count): count
        case .oneAnswer(let count): max(count, size)
        }
    }

    /// The number of rows to request from a provider that can return all rows at once; nil for all.
    package var rowsOfAll: Int? {
        if case .first(let count) = self { count } else { nil }
    }
}

/// A list and its invalid rows.
public struct ListAnswer: Sendable, Equatable {
    /// The quotes in the provider's order.
    public var quotes: [Quote]
    /// The invalid rows. They do not affect the others.
    package var dropped: DroppedRows
    /// The reason why prices that are not part of the list are missing.
    package var priceFailure: ProviderFailure?
    /// True for a list without prices, which need a request of their own.
    package var isWithoutPrices = false
    /// The number of rows that were not wanted. Not all of them were read.
    package var leftOut = 0

    /// Creates an answer. Each parameter sets the property of the same name.
    package init(quotes: [Quote], dropped: DroppedRows = []) {
        self.quotes = quotes
        self.dropped = dropped
    }

    /// Returns the same answer. Throws `ProviderFailure` if the whole list of a provider has no rows.
    package func notEmpty(of provider: String) throws(ProviderFailure) -> ListAnswer {
        guard !quotes.isEmpty || leftOut > 0 else { throw ProviderFailure(provider, .emptyList) }
        return self
    }
}

extension [Quote] {
    /// Whether a quote is of such a kind and currency. The quotes are looked at in place, because to copy a quote takes
    /// as long as to make it.
    package func hasMarket(where isOfSuch: (AssetKind, Currency) -> Bool) -> Bool {
        indices.contains { isOfSuch(self[$0].kind, self[$0].currency) }
    }
}

extension ProviderFailure.Reason {
    /// A list without rows. No provider has one.
    package static let emptyList = Self.invalidData("an empty list")
}

extension ListQuery {
    /// Returns the part of a provider's list that the query asks for: the first rows of the chosen markets, and of
    /// these the matches of the search.
    ///
    /// `areHits` is true for rows that the provider itself found: all of them are kept, because it also knows former
    /// names, companies and identifiers such as an ISIN.
    package func pick(from quotes: [Quote], inAnswersOf size: Int = .max, areHits: Bool = false) -> [Quote] {
        let hasOthers = quotes.hasMarket { kind, _ in !market.includes(kind) }
        let listed = hasOthers ? quotes.filter(market.includes) : quotes
        let count = depth.rows(inAnswersOf: size)
        return matches(in: listed.count <= count ? listed : Array(listed.prefix(count)), areHits: areHits)
    }

    /// Returns the matches of the search: first the symbols that begin with the text, then the names that contain it,
    /// then the other hits of a provider, each in the order of the list.
    private func matches(in quotes: [Quote], areHits: Bool) -> [Quote] {
        guard let text = search?.lowercased() else { return quotes }
        // Places among the quotes, which are large.
        var (bySymbol, byName, others): ([Int], [Int], [Int]) = ([], [], [])
        for index in quotes.indices {
            if quotes[index].symbol.lowercased().hasPrefix(text) {
                bySymbol.append(index)
            } else if quotes[index].name?.lowercased().contains(bytes: text) == true {
                byName.append(index)
            } else if areHits {
                others.append(index)
            }
        }
        return (bySymbol + byName + others).map { quotes[$0] }
    }
}
