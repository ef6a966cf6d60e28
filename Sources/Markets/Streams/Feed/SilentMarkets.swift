/// Markets without a tick so far, at a provider that does not report unknown ones, and when to check each of them.
struct SilentMarkets: Sendable {
    /// The minimum time between two checks, so that markets that were added one by one are checked together.
    private static let pause = Duration.seconds(1)

    private var markets = KeyedList<String, TickMarket>()
    /// The time to check each market by its name, the earliest first.
    private var checks = KeyedList<String, Duration>()
    private var isAwaited = false
    private var lastAsked: Duration?

    var isEmpty: Bool { markets.isEmpty }

    /// Adds markets. Those without a due time get it from `verifyAll`. Returns true if the caller has to wait for it.
    mutating func add(_ added: [TickMarket], due: Duration?) -> Bool {
        for market in added {
            markets[market.name] = market
            checks[market.name] = due
        }
        return mustWait()
    }

    mutating func remove(_ name: String) {
        guard !markets.isEmpty else { return }
        markets[name] = nil
        checks[name] = nil
    }

    /// Sets the time to check all markets. Returns true if the caller has to wait for it.
    mutating func verifyAll(at due: Duration) -> Bool {
        for name in markets.keys { checks[name] = due }
        return mustWait()
    }

    private mutating func mustWait() -> Bool {
        guard !isAwaited, !checks.isEmpty else { return false }
        isAwaited = true
        return true
    }

    /// Returns the time until the next check; nil if there is none, and then the caller need not wait.
    mutating func rest(at now: Duration) -> Duration? {
        guard let due = checks.first?.value else {
            isAwaited = false
            return nil
        }
        return max(due, lastAsked.map { $0 + Self.pause } ?? due) - now
    }

    /// Returns the markets to check now.
    mutating func takeUnverified(at now: Duration) -> [TickMarket] {
        let names = checks.keys.prefix { checks[$0].map { $0 <= now } ?? false }
        for name in names { checks[name] = nil }
        if !names.isEmpty { lastAsked = now }
        return names.compactMap { markets[$0] }
    }
}
