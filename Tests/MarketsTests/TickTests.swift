import DecimalArithmetic
import Markets
import Platform
import Testing

@Suite("A tick in place")
struct TickTests {
    @Test(
        "Numbers of a tick are printed in canonical form without being read",
        arguments: [
            ("67024.00000000", "67024"), ("1.2e-07", "0.00000012"), ("0.5213", "0.5213"), ("-0", "0"), ("0", "0"),
            ("1234567890123456789012345678901234567890.5", "1234567890123456789012345678901234567890.5"),
            ("100", "100"), ("0.10", "0.1"), ("-5.5", "-5.5"),
        ])
    func numbers(sent: String, printed: String) {
        #expect(written(sent) == printed)
    }

    @Test(
        "What is no number is unknown",
        arguments: ["", "NaN", "1.", ".5", "01", "1e400x", "+1", "0x10", "1 ", "1e7000"])
    func noNumbers(sent: String) {
        #expect(written(sent) == nil)
    }

    @Test("A buffer keeps what a later frame does not tell")
    func merge() {
        let market = TickMarket(name: "BTC-USD", symbol: "BTC", currency: .usd, provider: "made")
        var buffer = TickBuffer()
        tick(of: market, price: "1.50", open: "1") { buffer.hold($0) }
        for count in 0..<3000 { tick(of: market, price: "2.\(count)5", open: "") { buffer.merge($0) } }
        buffer.withTick(of: market) { tick in
            #expect(tick.price.number?.description == "2.29995")
            #expect(tick.open.number?.description == "1")
            #expect(tick.bid.isEmpty)
        }
    }

    @Test("Markets are found by the bytes of their names, also after others are removed")
    func table() {
        var table = TickMarketTable()
        let markets = (0..<500).map {
            TickMarket(name: "M\($0)-USD", symbol: "M\($0)", currency: .usd, provider: "made")
        }
        table.add(markets)
        table.remove(Array(markets[..<250]))
        #expect(find("M100-USD", &table) == nil)
        #expect(find("M300-USD", &table) == "M300")
        #expect(find("M300-USD", &table) == "M300")
        #expect(find("M300-EUR", &table) == nil)
        #expect(table.all.count == 250)
    }

    private func find(_ name: String, _ table: inout TickMarketTable) -> String? {
        var name = name
        return name.withUTF8 { table.find($0)?.symbol }
    }

    private func written(_ text: String) -> String? {
        var text = text
        var bytes: [UInt8] = []
        return text.withUTF8 { NumberText($0).write(to: &bytes) } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private func tick(of market: TickMarket, price: String, open: String, _ body: (Tick) -> Void) {
        var (price, open) = (price, open)
        price.withUTF8 { price in
            open.withUTF8 { open in
                var tick = Tick(of: market, at: .at(Timestamp(seconds: 0)))
                (tick.price, tick.open) = (NumberText(price), NumberText(open))
                body(tick)
            }
        }
    }
}
