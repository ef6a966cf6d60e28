import Markets

/// The assets of a list with streamed prices, and the rules for a refreshed list.
struct ListedAssets: Sendable {
    /// The assets in the order in which they were added, each as first loaded.
    private(set) var quotes: [Quote] = []

    /// Applies a refreshed list that is not empty. Returns the new assets, to subscribe to, and the removed ones.
    ///
    /// An empty board takes all assets. A board that is not longer than the list appends new assets. A longer board
    /// removes missing ones. The order and the other assets do not change.
    mutating func refresh(_ list: [Quote]) -> (added: [Quote], removed: [Quote]) {
        if quotes.count > list.count {
            let listed = Set(list.map(\.identity))
            let removed = quotes.filter { !listed.contains($0.identity) }
            quotes.removeAll { !listed.contains($0.identity) }
            return ([], removed)
        }
        var known = Set(quotes.map(\.identity))
        let added = list.filter { known.insert($0.identity).inserted }
        quotes += added
        return (added, [])
    }
}

extension Quote {
    /// What an asset of a list is known by.
    fileprivate var identity: [String?] { [id, symbol, name, market] }
}
