import TestSupport
import Testing

@testable import Rendering

@Suite("Titles of charts", .quick)
struct ChartTitleTests {
    @Test(
        "The least important facts are left out first, and a fact is shown only after the one it completes",
        arguments: [
            (80, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"),
            (60, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"),
            (59, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC"),
            (51, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days"),
            (47, "Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days"), (41, "Bitcoin (BTC)  62,440.25 USD  +1.94%  UTC"),
            (40, "Bitcoin (BTC)  62,440.25 USD  +1.94%"), (34, "Bitcoin (BTC)  62,440.25 USD  UTC"),
            (30, "Bitcoin (BTC)  62,440.25 USD"),
            (25, "Bit… (BTC)  62,440.25 USD"), (20, "Bitcoin (BTC)  UTC"), (13, "Bitcoin (BTC)"),
            (10, "Bit… (BTC)"), (5, "BTC"), (2, "B…"),
        ])
    func widths(columns: Int, expected: String) {
        let line = ChartSamples.bitcoin.line(columns: columns)
        let text = line.name + line.facts
        #expect(text == expected)
        #expect(CharacterWidth.columns(of: text) <= columns)
    }

    @Test(
        "With more lines the essential facts are never left out, and the lines are of about the same length",
        arguments: [
            (80, ["Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"]),
            (60, ["Bitcoin (BTC)  62,440.25 USD  +1.94% in 30 days  UTC  sample"]),
            (59, ["Bitcoin (BTC)  62,440.25 USD", "+1.94% in 30 days  UTC  sample"]),
            (30, ["Bitcoin (BTC)  62,440.25 USD", "+1.94% in 30 days  UTC  sample"]),
            (29, ["Bitcoin (BTC)  62,440.25 USD", "+1.94% in 30 days  UTC", "sample"]),
            (20, ["Bitcoin (BTC)", "62,440.25 USD", "+1.94% in 30 days", "UTC  sample"]),
            (10, ["Bit… (BTC)", "UTC", "sample"]),
        ])
    func lines(columns: Int, expected: [String]) {
        let lines = ChartSamples.bitcoin.lines(columns: columns).map { $0.name + $0.facts }
        #expect(lines == expected)
        #expect(lines.allSatisfy { CharacterWidth.columns(of: $0) <= columns })
    }

    @Test("No part that a narrow screen shows is left out on a wider one")
    func parts() {
        let words = ["Bitcoin (BTC)", "62,440.25 USD", "+1.94% in 30 days", "UTC", "sample"]
        var before = Set<String>()
        for columns in 1...100 {
            let text = ChartSamples.bitcoin.lines(columns: columns).map { $0.name + $0.facts }.joined(separator: "\n")
            let shown = Set(words.filter(text.contains))
            #expect(shown.isSuperset(of: before), "\(columns): \(text)")
            before = shown
        }
        #expect(before.count == words.count)
    }

    @Test("Facts that are not essential are shown only if everything fits in one line")
    func optional() {
        var title = ChartSamples.bitcoin
        title.facts.append(Chart.Title.Fact("by a model", importance: 1))
        #expect(title.lines(columns: 72).map(\.facts).joined().hasSuffix("sample  by a model"))
        #expect(title.lines(columns: 71).map(\.facts).joined().hasSuffix("UTC  sample"))
    }

    @Test("A name without a symbol is not cut to save a line")
    func place() {
        let facts = [Chart.Title.Fact("AQI 311", importance: 5), Chart.Title.Fact("24 hours to Mar 1", importance: 3)]
        let lines = Chart.Title("Delhi, India", facts: facts).lines(columns: 30)
        #expect(lines.map { $0.name + $0.facts } == ["Delhi, India  AQI 311", "24 hours to Mar 1"])
    }

    @Test("A long name is cut before the most important fact and the symbol are lost")
    func longName() {
        var title = ChartSamples.bitcoin
        title.name = "Wrapped Liquid Staked Bitcoin of Many Words"
        let line = title.line(columns: 40)
        #expect(line.name + line.facts == "Wrapped Liquid Sta… (BTC)  62,440.25 USD")
    }
}
