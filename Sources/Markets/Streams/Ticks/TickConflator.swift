/// Keeps the newest tick of each market until it is drained.
package struct TickConflator {
    private struct Place {
        var buffer = TickBuffer()
        var isNew = false
    }

    private var markets = TickMarketPlaces()
    private var places: [Place] = []

    /// Creates an empty conflator.
    package init() {}

    /// Keeps a tick instead of the previous one of its market.
    package mutating func hold(_ tick: Tick) {
        let index = markets.place(of: tick.market)
        if index == places.count { places.append(Place()) }
        places[index].buffer.hold(tick)
        places[index].isNew = true
    }

    /// Calls `body` with the ticks since the last call, in the order of the markets' first ticks.
    package mutating func drain(_ body: (Tick) -> Void) {
        for index in places.indices where places[index].isNew {
            places[index].isNew = false
            places[index].buffer.withTick(of: markets.markets[index], body)
        }
    }

    /// Removes markets.
    package mutating func remove(where isGone: (TickMarket) -> Bool) {
        let kept = places.indices.filter { !isGone(markets.markets[$0]) }
        places = kept.map { places[$0] }
        markets.remove(isGone)
    }
}
