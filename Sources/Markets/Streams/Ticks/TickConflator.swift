/// The newest tick of each market, until somebody asks for them.
public struct TickConflator {
    private struct Place {
        var buffer = TickBuffer()
        var isNew = false
    }

    private var markets = TickMarketPlaces()
    private var places: [Place] = []

    /// A conflator that holds nothing.
    public init() {}

    /// Holds a tick in place of its market's last one.
    public mutating func hold(_ tick: Tick) {
        let index = markets.place(of: tick.market)
        if index == places.count { places.append(Place()) }
        places[index].buffer.hold(tick)
        places[index].isNew = true
    }

    /// Hands over what came since the last call, in the order of the markets' first ticks.
    public mutating func drain(_ body: (Tick) -> Void) {
        for index in places.indices where places[index].isNew {
            places[index].isNew = false
            places[index].buffer.withTick(of: markets.markets[index], body)
        }
    }

    /// Forgets markets that do not come any more.
    public mutating func remove(where isGone: (TickMarket) -> Bool) {
        let kept = places.indices.filter { !isGone(markets.markets[$0]) }
        places = kept.map { places[$0] }
        markets.remove(isGone)
    }
}
