import Rendering
import Testing

struct LiveResizeTests {
    static let names = ["symbol", "name", "price", "change", "cap"]
    static let rows = (0..<6).map { index in
        SampleRow(
            symbol: "SYM\(index)", name: "The long name of coin \(index)", price: "1234.5", change: "1",
            cap: "123456789012")
    }

    @Test(
        "After a change of size the picture is redrawn once, without remains of the old one",
        arguments: [(80, 20), (60, 24), (40, 24), (30, 24), (100, 24), (80, 40), (30, 40), (200, 60)], [true, false])
    func resize(_ to: (columns: Int, rows: Int), _ reflows: Bool) throws {
        var screen = try LiveScreen(80, 24, shell: 4, names: Self.names, reflows: reflows)
        screen.draw(Self.rows)
        screen.terminal.resize(columns: to.columns, rows: to.rows)
        screen.draw(Self.rows)
        var fresh = try LiveScreen(to.columns, to.rows, shell: 0, names: Self.names)
        fresh.draw(Self.rows)
        let expected = fresh.terminal.text.components()
        #expect(Array(screen.allLines.suffix(expected.count)) == expected)
        let above = screen.allLines.dropLast(expected.count)
        // On a terminal that cuts lines the cursor may go too far up. Then some lines above the picture are lost.
        #expect(above == screen.shell.prefix(above.count) && (above.count == 4 || (!reflows && to.columns < 80)))
    }

    @Test(
        "A window that becomes lower than the picture shows the rows that fit; the upper part has scrolled away")
    func lower() throws {
        var screen = try LiveScreen(80, 24, shell: 30)
        screen.draw(market(200))
        screen.terminal.resize(columns: 80, rows: 8)
        screen.draw(market(200, round: 1), "lower")
        let lines = screen.terminal.text.components()
        #expect(lines.count == 7 && lines.first?.hasPrefix("SYMBOL") == true && lines.last == "lower · 195 hidden")
        let history = screen.terminal.history
        screen.draw(market(200, round: 2), "lower")
        #expect(screen.terminal.history == history)
    }

    @Test("After many changes of size and rows the picture and the shell's lines are complete", arguments: 0..<20)
    func many(_ seed: UInt64) throws {
        var random = LinearRandom(state: seed)
        var screen = try LiveScreen(80, 24, shell: 12, names: Self.names)
        for round in 0..<60 {
            let rows = Array(Self.rows.prefix(Int.random(in: 0...6, using: &random)))
            screen.draw(rows, "round \(round)")
            let lines = screen.terminal.text.components()
            #expect(lines.last == "round \(round)")
            #expect(screen.allLines.filter { $0.hasPrefix("SYM") }.count == (rows.isEmpty ? 0 : rows.count + 1))
            #expect(screen.allLines.prefix(12) == screen.shell[...])
            let columns = Int.random(in: 40...120, using: &random)
            screen.terminal.resize(columns: columns, rows: Int.random(in: 24...40, using: &random))
        }
        screen.end()
        #expect(screen.terminal.isCursorVisible && screen.terminal.unknown.isEmpty)
    }
}

/// Knuth's MMIX generator.
struct LinearRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
