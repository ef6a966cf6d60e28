import Markets
import Platform

/// `--interval` and `--on-change`: which ticks become rows, and when.
struct TickPace {
    private var conflator: TickConflator?
    private var gate: ChangeGate?
    /// These avoid comparisons with nil, which copy the values.
    private let isConflating: Bool
    private let isGated: Bool

    init(_ request: WatchRequest) {
        conflator = request.ends.interval.map { _ in TickConflator() }
        gate = request.onChange.map { ChangeGate(percent: $0) }
        (isConflating, isGated) = (conflator != nil, gate != nil)
    }

    /// True if each tick becomes a row at once.
    var isNone: Bool { !isConflating && !isGated }

    /// Returns whether a tick would wait for the end of an interval, and no tick of its market did before.
    mutating func isFirstToWait(_ market: TickMarket) -> Bool { isConflating && conflator?.knows(market) == false }

    /// Returns whether a tick becomes a row now. One of an interval is kept in place of the last one of its market.
    mutating func passes(_ tick: borrowing Tick) -> Bool {
        if isConflating {
            conflator?.hold(tick)
            return false
        }
        return !isGated || gate?.passes(tick) != false
    }

    /// Calls `body` with the newest tick of each market that has one since the last call, if it passes.
    mutating func drain(_ body: (inout Tick) -> Void) {
        guard var waiting = conflator else { return }
        waiting.drain { tick in
            if gate?.passes(tick) != false { body(&tick) }
        }
        conflator = waiting
    }

    /// Forgets the ticks of a market in these currencies; nil for all.
    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        conflator?.remove { $0.isPart(of: market, in: currencies) }
    }
}
