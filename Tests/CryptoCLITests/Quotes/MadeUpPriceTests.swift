import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Providers without a network", .quick)
struct MadeUpPriceTests {
    @Test("sample prints the same bytes in every run, whatever the clock")
    func sample() async {
        let later = TestClock()
        later.advance(by: .seconds(90_000_000))
        for line in ["list -p sample --json", "price BTC ETH -p sample"] {
            let (one, two) = (await runTool(line), await runTool(line, time: later.source))
            #expect(one.output == two.output)
            #expect(one.status == .success)
        }
    }
}
