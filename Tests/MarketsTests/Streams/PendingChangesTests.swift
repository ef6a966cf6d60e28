import TestSupport
import Testing

@testable import Markets

@Suite("Pending changes of subscriptions", .quick)
struct PendingChangesTests {
    private static func markets(_ names: [String]) -> [TickMarket] { names.map { tickMarket($0, $0, of: "binance") } }

    private static func names(_ pending: PendingChanges) -> [String] {
        pending.all.map { change in
            switch change {
            case .added(let markets): "+" + markets.map(\.name).joined(separator: " ")
            case .removed(let markets): "-" + markets.map(\.name).joined(separator: " ")
            }
        }
    }

    @Test(
        "All additions become one change, and all removals; a market that was added and removed is in neither",
        arguments: [
            (["+A", "+B C", "+D"], ["+A B C D"]),
            (["+A", "+B C", "-A", "+D"], ["+B C D"]),
            (["-A", "-B", "+C"], ["-A B", "+C"]),
            (["+A", "-A", "+A"], ["+A"]),
            ([], []),
        ])
    func changes(changes: [String], merged: [String]) {
        var pending = PendingChanges()
        for change in changes {
            let markets = Self.markets(change.dropFirst().split(separator: " ").map(String.init))
            pending.take(change.hasPrefix("+") ? .added(markets) : .removed(markets))
        }
        #expect(Self.names(pending) == merged)
    }

    @Test("A market that is removed and added again does not change; another one of its name is subscribed to again")
    func again() {
        var pending = PendingChanges()
        let market = Self.markets(["A"])
        for _ in 0..<1000 {
            pending.take(.removed(market))
            pending.take(.added(market))
        }
        #expect(pending.all.isEmpty)
        pending = PendingChanges()
        pending.take(.removed(market))
        pending.take(.added(Self.markets(["A"])))
        #expect(Self.names(pending) == ["-A", "+A"])
    }
}
