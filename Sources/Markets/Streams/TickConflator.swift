/// The newest tick of each market, until somebody asks for them.
public struct TickConflator {
    private struct Place {
        let market: TickMarket
        var buffer = TickBuffer()
        var isNew = false
    }

    private var places: [Place] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// A conflator that holds nothing.
    public init() {}

    /// Holds a tick in place of its market's last one.
    public mutating func hold(_ tick: Tick) {
        let key = ObjectIdentifier(tick.market)
        let index: Int
        if let known = indices[key] {
            index = known
        } else {
            index = places.count
            indices[key] = index
            places.append(Place(market: tick.market))
        }
        places[index].buffer.hold(tick)
        places[index].isNew = true
    }

    /// Hands over what came since the last call, in the order of the markets' first ticks.
    public mutating func drain(_ body: (Tick) -> Void) {
        for index in places.indices where places[index].isNew {
            places[index].isNew = false
            places[index].buffer.withTick(of: places[index].market, body)
        }
    }

    /// Forgets symbols that do not come any more.
    public mutating func remove(symbols: Set<String>) {
        places.removeAll { symbols.contains($0.market.symbol) }
        indices = Dictionary(uniqueKeysWithValues: places.indices.map { (ObjectIdentifier(places[$0].market), $0) })
    }
}
