import TestSupport
import Testing

@testable import Rendering

@Suite("Titles of charts")
struct ChartTitleTests {
    @Test(
        "The least important facts are left out first, and a fact is shown only after the one it completes",
        arguments: [
            (80, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"),
            (60, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"),
            (59, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC"),
            (50, "Bitcoin (BTC)  62,440.25 USD  +1.94%  UTC  sample"),
            (41, "Bitcoin (BTC)  62,440.25 USD  +1.94%  UTC"), (40, "Bitcoin (BTC)  62,440.25 USD  +1.94%"),
            (34, "Bitcoin (BTC)  62,440.25 USD  UTC"), (30, "Bitcoin (BTC)  62,440.25 USD"),
            (25, "Bit… (BTC)  62,440.25 USD"), (20, "Bitcoin (BTC)  UTC"), (13, "Bitcoin (BTC)"),
            (10, "Bit… (BTC)"), (5, "BTC"), (2, "B…"),
        ])
    func widths(columns: Int, expected: String) {
        let line = ChartSamples.bitcoin.line(columns: columns)
        let text = line.name + line.facts
        #expect(text == expected)
        #expect(CharacterWidth.columns(of: text) <= columns)
    }

    @Test("A long name is cut before the most important fact and the symbol are lost")
    func longName() {
        var title = ChartSamples.bitcoin
        title.name = "Wrapped Liquid Staked Bitcoin of Many Words"
        let line = title.line(columns: 40)
        #expect(line.name + line.facts == "Wrapped Liquid Sta… (BTC)  62,440.25 USD")
    }
}
