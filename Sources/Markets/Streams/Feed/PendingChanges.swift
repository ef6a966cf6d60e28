/// Changes of subscriptions that a connection has not been asked for yet, one after the other taken together.
///
/// What came and went again leaves nothing. What went and comes again stays as it is where it is the same value; another
/// value of its name is asked for anew.
struct PendingChanges {
    private var removed = KeyedList<String, TickMarket>()
    private var added = KeyedList<String, TickMarket>()
    /// Whether the first of the changes was that something goes.
    private var beginsWithRemoval: Bool?

    /// What goes and what comes, first what was first; another value of a name comes when that before is gone.
    var all: [TickSubscriptions.Change] {
        let isFirst = { [added, beginsWithRemoval] (market: TickMarket) in
            beginsWithRemoval == true || added[market.name] != nil
        }
        let gone = removed.values
        return [
            .removed(gone.filter(isFirst)), .added(added.values), .removed(gone.filter { !isFirst($0) }),
        ].filter { !$0.markets.isEmpty }
    }

    mutating func take(_ change: TickSubscriptions.Change) {
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
