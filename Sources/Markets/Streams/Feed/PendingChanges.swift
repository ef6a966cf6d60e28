/// Changes of subscriptions that are not sent yet, merged, because exchanges limit the messages per second.
///
/// A market that was added and removed is in neither. One that was removed and added again does not change if it is
/// the same value; another value with its name is subscribed to again.
package struct PendingChanges {
    private var removed = KeyedList<String, TickMarket>()
    private var added = KeyedList<String, TickMarket>()
    /// True if the first change was a removal.
    private var beginsWithRemoval: Bool?

    /// Creates it without changes.
    package init() {}

    /// The merged changes, in the order of the first ones. A name is removed before another value with it is added.
    package var all: [TickSubscriptions.Change] {
        let isFirst = { [added, beginsWithRemoval] (market: TickMarket) in
            beginsWithRemoval == true || added[market.name] != nil
        }
        let gone = removed.values
        return [
            .removed(gone.filter(isFirst)), .added(added.values), .removed(gone.filter { !isFirst($0) }),
        ].filter { !$0.markets.isEmpty }
    }

    /// Merges a change with those before.
    package mutating func take(_ change: TickSubscriptions.Change) {
        switch change {
        case .added(let markets):
            beginsWithRemoval = beginsWithRemoval ?? false
            for market in markets {
                if removed[market.name] === market {
                    removed[market.name] = nil
                } else {
                    added[market.name] = market
                }
            }
        case .removed(let markets):
            beginsWithRemoval = beginsWithRemoval ?? true
            for market in markets {
                if added[market.name] == nil {
                    removed[market.name] = market
                } else {
                    added[market.name] = nil
                }
            }
        }
    }
}

extension TickSubscriptions.Change {
    fileprivate var markets: [TickMarket] {
        switch self {
        case .added(let markets), .removed(let markets): markets
        }
    }
}
