/// What is wanted of a list.
public struct ListQuery: Sendable {
    /// How far down the provider's list is read.
    public var depth: ListDepth
    /// What the prices are to be in.
    public var currency: CurrencyChoice
    /// Only assets whose symbol or name contains this text, whatever the letter case.
    public var search: String?
    /// Only markets of these kinds.
    public var market = MarketChoice.spot
    /// Whether prices that only the provider's stream has are worth opening it for.
    public var includesStreamPrices = false

    /// A query for the beginning of a list.
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

/// A list, and what was wrong in it.
public struct ListAnswer: Sendable, Equatable {
    /// The quotes in the provider's order.
    public var quotes: [Quote]
    /// Rows that made no sense; the others stand.
    public var dropped: DroppedRows
    /// Why prices are missing that come from elsewhere than the list; the rows stand without them.
    public var priceFailure: ProviderFailure?
    /// True for a list that has no prices, which are asked for elsewhere where they are wanted.
    var isWithoutPrices = false

    /// An answer.
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
