import CryptoCLI
import TestSupport
import Testing

@Suite("providers without a network")
struct MadeUpPriceTests {
    @Test("X1 sample gives the same bytes every run, whatever the clock")
    func sample() async {
        let later = TestClock()
        later.advance(by: .seconds(90_000_000))
        for line in ["list -p sample --json", "price BTC ETH -p sample"] {
            let (one, two) = (await runTool(line), await runTool(line, time: later.source))
            #expect(one.output == two.output)
            #expect(one.status == .success)
        }
    }

    @Test("X1 mock walks by its seed and the clock, and says it is mock")
    func mock() async {
        let line = "price BTC -p mock --csv --fields time,price,provider --no-header"
        let (one, two) = (await runTool(line), await runTool(line + " --seed 1"))
        #expect(one.output == two.output)
        #expect(one.output.hasPrefix("2024-03-01T12:00:00Z,"))
        #expect(one.output.hasSuffix(",mock\r\n"))
        let second = await runTool(line + " --seed 2")
        #expect(second.output != one.output)
        #expect(await runTool(line, ["CRYPTO_PRICE_SEED": "2"]).output == second.output)
    }
}
