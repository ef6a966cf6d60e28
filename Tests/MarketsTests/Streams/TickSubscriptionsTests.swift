import Synchronization
import TestSupport
import Testing

@testable import Markets

@Suite("Subscriptions of a connection", .quick)
struct TickSubscriptionsTests {
    private static func markets(_ names: some Sequence<Substring>) -> [TickMarket] {
        names.map { tickMarket(String($0), String($0), of: "binance") }
    }

    @Test(
        "All changes since the last look become one difference; a market that came and went is not in it",
        arguments: [
            (["+A", "+B C", "+D"], "+A B C D"), (["+A", "+B C", "-A", "+D"], "+B C D"),
            (["-X", "-Y", "+C"], "-X Y +C"),
            (["+C", "-X"], "-X +C"), (["+A", "-A", "+A"], "+A"), (["-X", "+X"], "-X +X"), (["+X", "-A"], ""), ([], ""),
        ])
    func difference(changes: [String], expected: String) {
        let subscriptions = TickSubscriptions(Self.markets(["X", "Y"]))
        var asked = KeyedList<String, TickMarket>()
        #expect(subscriptions.update(&asked).new.map(\.name) == ["X", "Y"])
        for change in changes {
            let names = change.dropFirst().split(separator: " ")
            if change.hasPrefix("+") {
                subscriptions.add(Self.markets(names))
            } else {
                subscriptions.remove(Set(names.map(String.init)))
            }
        }
        let (gone, new) = subscriptions.update(&asked)
        let found = [("-", gone), ("+", new)].filter { !$1.isEmpty }.map { $0 + $1.map(\.name).joined(separator: " ") }
        #expect(found.joined(separator: " ") == expected)
        #expect(asked.keys == subscriptions.markets.map(\.name))
        let again = subscriptions.update(&asked)
        #expect(again.gone.isEmpty && again.new.isEmpty)
    }

    @Test("A market that is removed and added again is no difference, however often")
    func again() {
        let market = Self.markets(["A"])
        let subscriptions = TickSubscriptions(market)
        var asked = KeyedList<String, TickMarket>()
        _ = subscriptions.update(&asked)
        for _ in 0..<1000 {
            subscriptions.remove(["A"])
            subscriptions.add(market)
        }
        let (gone, new) = subscriptions.update(&asked)
        #expect(gone.isEmpty && new.isEmpty)
    }

    @Test("The listener is told of real changes only, and whether they are additions")
    func listener() {
        let subscriptions = TickSubscriptions(Self.markets(["A"]))
        let told = Mutex<[Bool]>([])
        subscriptions.listen { isAddition in told.withLock { $0.append(isAddition) } }
        subscriptions.add(Self.markets(["A"]))
        subscriptions.remove(["B"])
        subscriptions.add(Self.markets(["B", "B", "C"]))
        subscriptions.remove(["A", "X"])
        #expect(told.withLock(\.self) == [true, false])
        #expect(subscriptions.markets.map(\.name) == ["B", "C"])
    }
}
