import Markets

/// The assets of a list with streamed prices, and the rules for a refreshed list.
struct ListedAssets: Sendable {
    /// What a refreshed list changes.
    struct Changes: Sendable, Equatable {
        /// The new assets, to subscribe to.
        var added: [Quote]
        /// The removed assets, to unsubscribe from.
        var removed: [Quote]
    }

    /// An empty list for a board that is not empty: invalid data, not a removal of all.
    struct EmptyList: Error, Equatable {}

    /// The identity of an asset.
    private struct Identity: Hashable {
        let id: String?
        let symbol: String
        let name: String?
        let market: String?

        init(_ quote: Quote) {
            (id, symbol, name, market) = (quote.id, quote.symbol, quote.name, quote.market)
        }
    }

    /// The assets in the order in which they were added, each as first loaded.
    private(set) var quotes: [Quote] = []

    /// Creates an empty board.
    init() {}

    /// Applies a refreshed list.
    ///
    /// An empty board takes all assets. A board that is not longer than the list appends new assets. A longer board
    /// removes missing ones. The order and the other assets do not change.
    mutating func refresh(_ list: [Quote]) throws(EmptyList) -> Changes {
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
