/// Markets that have not ticked yet, at a provider that does not say which are unknown, and when they are to be doubted.
struct SilentMarkets: Sendable {
    /// The least time between two questions, so that markets that come one by one are asked about together.
    private static let pause = Duration.seconds(1)

    private var markets = KeyedList<String, TickMarket>()
    /// By name, the earliest first.
    private var doubts = KeyedList<String, Duration>()
    private var isAwaited = false
    private var lastAsked: Duration?

    var isEmpty: Bool { markets.isEmpty }

    /// Adds markets; those without a moment of doubt get theirs from `verifyAll`. True where the caller is to wait for it.
    mutating func add(_ added: [TickMarket], due: Duration?) -> Bool {
        for market in added {
            markets[market.name] = market
            doubts[market.name] = due
        }
        return mustWait()
    }

    mutating func remove(_ name: String) {
        guard !markets.isEmpty else { return }
        markets[name] = nil
        doubts[name] = nil
    }

    /// All are to be doubted at this moment. True where the caller is to wait for it.
    mutating func verifyAll(at due: Duration) -> Bool {
        for name in markets.keys { doubts[name] = due }
        return mustWait()
    }

    private mutating func mustWait() -> Bool {
        guard !isAwaited, !doubts.isEmpty else { return false }
        isAwaited = true
        return true
    }

    /// How long nothing is to be doubted; nil where nothing more is, and nobody waits any longer.
    mutating func rest(at now: Duration) -> Duration? {
        guard let due = doubts.first?.value else {
            isAwaited = false
            return nil
        }
        return max(due, lastAsked.map { $0 + Self.pause } ?? due) - now
    }

    /// The markets whose moment has come.
    mutating func takeUnverified(at now: Duration) -> [TickMarket] {
        let names = doubts.keys.prefix { doubts[$0].map { $0 <= now } ?? false }
        for name in names { doubts[name] = nil }
        if !names.isEmpty { lastAsked = now }
        return names.compactMap { markets[$0] }
    }
}
