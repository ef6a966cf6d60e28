import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

@Suite("Ticks that are held back", .quick)
struct TickFilterTests {
    @Test("A conflator hands over the newest tick of each market once, in the order of their first ticks")
    func conflator() {
        var conflator = TickConflator()
        let (btc, eth) = (TickMarket.made("BTC"), TickMarket.made("ETH"))
        for (market, price) in [(btc, "1"), (eth, "2"), (btc, "3"), (btc, "4.50")] {
            withTick(of: market, [.price: price, .open: "1"]) { conflator.hold($0) }
        }
        #expect(drain(&conflator) == ["BTC 4.5", "ETH 2"])
        #expect(drain(&conflator).isEmpty)
        withTick(of: eth, [.price: "5"]) { conflator.hold($0) }
        #expect(drain(&conflator) == ["ETH 5"])
    }

    @Test("A conflator takes nothing over from the tick before: what the newest does not know is unknown")
    func conflatorForgets() {
        var conflator = TickConflator()
        let market = TickMarket.made("BTC")
        withTick(of: market, [.price: "1", .bid: "0.9"]) { conflator.hold($0) }
        withTick(of: market, [.price: "2"]) { conflator.hold($0) }
        conflator.drain { #expect($0.bid.number == nil) }
    }

    @Test("A conflator forgets removed symbols, and holds one row for a market that arrives again")
    func conflatorRemoves() {
        var conflator = TickConflator()
        for symbol in ["BTC", "ETH", "SOL"] {
            withTick(of: .made(symbol), [.price: "1"]) { conflator.hold($0) }
        }
        conflator.remove { ["BTC", "SOL"].contains($0.symbol) }
        withTick(of: .made("ETH", via: "another path"), [.price: "2"]) { conflator.hold($0) }
        withTick(of: .made("ETH", .eur), [.price: "3"]) { conflator.hold($0) }
        #expect(drain(&conflator) == ["ETH 2", "ETH 3"])
    }

    @Test(
        "A gate opens at a change of so many percent of the last price that passed, exactly, up and down",
        arguments: [
            ("1", "100 100.99 101 101.5 100 99.99 99", "100 101 99.99"),
            ("0.5", "200 199 198.01 198.005", "200 199 198.005"),
            ("50", "100 50 75 25", "100 50 75 25"), ("200", "1 2.999999 3", "1 3"),
            ("0.0000001", "67024.10 67024.1 67024.10000001 67024.2", "67024.1 67024.2"),
            ("0.1", "0.00000812 0.00000812812 0.00000813", "0.00000812 0.00000812812"),
        ])
    func gate(percent: String, prices: String, passed: String) throws {
        var gate = ChangeGate(percent: try #require(ExactDecimal(percent)))
        let market = TickMarket.made("BTC")
        let kept = prices.split(separator: " ").compactMap { price in
            withTick(of: market, [.price: String(price)]) { gate.passes($0) ? $0.price.number?.description : nil }
        }
        #expect(kept.joined(separator: " ") == passed)
    }

    @Test("A gate holds each market against itself, lets none without a price pass, and knows one that arrives again")
    func gateOfMarkets() throws {
        var gate = ChangeGate(percent: try #require(ExactDecimal("1")))
        let (btc, eth) = (TickMarket.made("BTC"), TickMarket.made("ETH"))
        #expect(passes(&gate, btc, "100"))
        #expect(passes(&gate, eth, "1"))
        #expect(!passes(&gate, btc, "100.5"))
        #expect(!withTick(of: eth, [.open: "7"]) { gate.passes($0) })
        for count in 1...100 {
            #expect(!passes(&gate, .made("BTC", via: "path \(count)"), "100.5"))
            #expect(passes(&gate, .made("C\(count)"), "100"), "a market of its own, wherever it lies in memory")
        }
    }

    private func passes(_ gate: inout ChangeGate, _ market: TickMarket, _ price: String) -> Bool {
        withTick(of: market, [.price: price]) { gate.passes($0) }
    }

    private func drain(_ conflator: inout TickConflator) -> [String] {
        var ticks: [String] = []
        conflator.drain { ticks.append("\($0.market.symbol) \($0.price.number?.description ?? "?")") }
        return ticks
    }
}
