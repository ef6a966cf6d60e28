/// Keeps the newest tick of each market until it is drained.
package struct TickConflator {
    private var markets = MarketTable<(buffer: TickBuffer, isNew: Bool)>()

    /// Creates an empty conflator.
    package init() {}

    /// Returns whether a tick of a market was kept before.
    package mutating func knows(_ market: TickMarket) -> Bool { markets.find(market) != nil }

    /// Keeps a tick instead of the previous one of its market.
    package mutating func hold(_ tick: borrowing Tick) {
        let index = markets.index(of: tick.market, adding: (TickBuffer(), false))
        markets.values[index].buffer.hold(tick)
        markets.values[index].isNew = true
    }

    /// Calls `body` with the ticks since the last call, in the order of the markets' first ticks.
    package mutating func drain(_ body: (inout Tick) -> Void) {
        for index in markets.values.indices where markets.values[index].isNew {
            markets.values[index].isNew = false
            markets.values[index].buffer.withTick(of: markets.markets[index], body)
        }
    }

    /// Removes markets.
    package mutating func remove(where isGone: (TickMarket) -> Bool) {
        markets.remove(where: isGone)
    }
}
