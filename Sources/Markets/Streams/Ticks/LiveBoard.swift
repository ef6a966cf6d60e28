/// The assets of a list whose prices a stream keeps live: the rules by which a refreshed list meets what is shown.
public struct LiveBoard: Sendable {
    /// What a refreshed list changes.
    public struct Changes: Sendable, Equatable {
        /// What is new on the board, to be subscribed to.
        public var added: [Quote]
        /// What is gone, to be unsubscribed from.
        public var removed: [Quote]
    }

    /// An empty list for a board that is not empty: invalid data, not a removal of all.
    public struct EmptyList: Error, Equatable {}

    /// What makes two quotes of the same asset: all four together.
    private struct Identity: Hashable {
        let id: String?
        let symbol: String
        let name: String?
        let market: String?

        init(_ quote: Quote) {
            (id, symbol, name, market) = (quote.id, quote.symbol, quote.name, quote.market)
        }
    }

    /// The assets in the order they came, each as it was first loaded.
    public private(set) var quotes: [Quote] = []

    /// An empty board.
    public init() {}

    /// Takes a refreshed list.
    ///
    /// A board that is empty takes all; a shorter one appends what is new; a longer one removes what is missing; one as
    /// long as the list appends what is new and removes nothing. Order is kept, and what stays is left as it is.
    public mutating func refresh(_ list: [Quote]) throws(EmptyList) -> Changes {
        guard !list.isEmpty || quotes.isEmpty else { throw EmptyList() }
        guard quotes.count > list.count else { return append(list) }
        let listed = Set(list.map(Identity.init))
        let removed = quotes.filter { !listed.contains(Identity($0)) }
        quotes.removeAll { !listed.contains(Identity($0)) }
        return Changes(added: [], removed: removed)
    }

    private mutating func append(_ list: [Quote]) -> Changes {
        var known = Set(quotes.map(Identity.init))
        let added = list.filter { known.insert(Identity($0)).inserted }
        quotes += added
        return Changes(added: added, removed: [])
    }
}
