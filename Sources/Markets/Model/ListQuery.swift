/// A query for a list.
public struct ListQuery: Sendable {
    /// The part of the provider's list to read.
    public var depth: ListDepth
    /// The currency of the prices.
    public var currency: CurrencyChoice
    /// Only assets whose symbol or name contains this text, whatever the letter case.
    public var search: String?
    /// Only markets of these kinds.
    public var market = MarketChoice.spot
    /// Whether to open the provider's stream for prices that only it has.
    public var includesStreamPrices = false

    /// Creates a query for the beginning of a list. Each parameter sets the property of the same name.
    public init(_ depth: ListDepth, currency: CurrencyChoice, search: String? = nil) {
        self.depth = depth
        self.currency = currency
        self.search = search
    }
}

/// How far down a provider's list is read, in rows of the provider's own order.
public enum ListDepth: Sendable, Hashable {
    /// To this row, 1 or more, in as many answers as that takes.
    case first(Int)
    /// As far as one answer of the provider goes, and to this row where that is further.
    case oneAnswer(atLeast: Int)

    /// How many rows are wanted of a provider whose answers hold at most `size` rows.
    func rows(inAnswersOf size: Int) -> Int {
        switch self {
        case .first(let count): count
        case .oneAnswer(let count): max(count, size)
        }
    }

    /// How many rows are wanted of a provider that can answer with all rows; nil for all.
    var rowsOfAll: Int? {
        if case .first(let count) = self { count } else { nil }
    }
}

/// A list and its invalid rows.
public struct ListAnswer: Sendable, Equatable {
    /// The quotes in the provider's order.
    public var quotes: [Quote]
    /// The invalid rows. They do not affect the others.
    public var dropped: DroppedRows
    /// The reason why prices that are not part of the list are missing.
    public var priceFailure: ProviderFailure?
    /// True for a list that has no prices, which are asked for elsewhere where they are wanted.
    var isWithoutPrices = false

    /// Creates an answer. Each parameter sets the property of the same name.
    public init(quotes: [Quote], dropped: DroppedRows = []) {
        self.quotes = quotes
        self.dropped = dropped
    }

    /// The same answer. Throws where a provider's whole list has not a single row: what needs a list then has none.
    func notEmpty(of provider: String) throws(ProviderFailure) -> ListAnswer {
        guard !quotes.isEmpty else { throw ProviderFailure(provider, .emptyList) }
        return self
    }
}

extension ProviderFailure.Reason {
    /// A list without a row, which no provider has.
    public static let emptyList = Self.invalidData("an empty list")
}

extension ListQuery {
    /// What the query wants of a provider's list: the rows of its markets down to its depth, and of these the search's
    /// matches.
    func pick(from quotes: [Quote], inAnswersOf size: Int = .max) -> [Quote] {
        let listed = market == .all ? quotes : quotes.filter(market.includes)
        let count = depth.rows(inAnswersOf: size)
        return matches(in: listed.count <= count ? listed : Array(listed.prefix(count)))
    }

    /// The search's matches: symbol prefixes first, then names that contain the text, otherwise in the list's order.
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
