import Rendering
import TestFixtures
import TestSupport
import Testing

@Suite(.computes, .quick)
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
        var screen = try DrawnTable(80, 24, shell: 4, names: Self.names, reflows: reflows)
        screen.draw(Self.rows)
        screen.terminal.resize(columns: to.columns, rows: to.rows)
        screen.draw(Self.rows)
        var fresh = try DrawnTable(to.columns, to.rows, shell: 0, names: Self.names)
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
        var screen = try DrawnTable(80, 24, shell: 30)
        screen.draw(market(200))
        screen.terminal.resize(columns: 80, rows: 8)
        screen.draw(market(200, round: 1), "lower")
        let lines = screen.terminal.text.components()
        #expect(lines.count == 7 && lines.first?.hasPrefix("SYMBOL") == true && lines.last == "lower · 195 hidden")
        let history = screen.terminal.history
        screen.draw(market(200, round: 2), "lower")
        #expect(screen.terminal.history == history)
    }

    @Test(
        "Of a picture that was higher than the window nothing remains when it grows again, and the lines above stay",
        arguments: [
            [(100, 30), (100, 16), (100, 40)], [(100, 30), (100, 16), (100, 20), (100, 24), (100, 60)],
            [(100, 30), (100, 5), (100, 3), (100, 50)], [(100, 30), (50, 20), (90, 40)],
            [(80, 8), (40, 8), (120, 12), (30, 8), (80, 4), (80, 30)], [(100, 30), (100, 10), (40, 10), (100, 40)],
        ], [0, 3, 40])
    func lowerAndHigher(_ sizes: [(columns: Int, rows: Int)], shell: Int) throws {
        try change(sizes, shell: shell, reflows: true)
        // A terminal that cuts lines does not bring any back.
        if Set(sizes.map(\.columns)).count == 1 { try change(sizes, shell: shell, reflows: false) }
    }

    private func change(_ sizes: [(columns: Int, rows: Int)], shell: Int, reflows: Bool) throws {
        let rows = (0..<4).flatMap { _ in Self.rows }
        var screen = try DrawnTable(sizes[0].columns, sizes[0].rows, shell: shell, names: Self.names, reflows: reflows)
        screen.draw(rows)
        for (round, size) in sizes.enumerated().dropFirst() {
            screen.terminal.resize(columns: size.columns, rows: size.rows)
            screen.draw(rows, "round \(round)")
            screen.draw(Array(rows.prefix(23)), "round \(round)")
            screen.draw(rows, "round \(round)")
        }
        #expect(screen.terminal.text.components().last?.hasPrefix("round \(sizes.count - 1)") == true)
        #expect(screen.allLines.prefix(shell) == screen.shell[...], "\(screen.allLines)")
        let remains = screen.allLines.count - shell - 26
        #expect(remains == 0 || !reflows, "\(screen.allLines)")
    }

    @Test(
        "Where the row of the cursor is known, nothing remains in a terminal that keeps the empty rows below the picture",
        arguments: 0..<10)
    func keptEmptyRows(_ seed: UInt64) throws {
        var random = LinearRandom(state: seed)
        var screen = try DrawnTable(80, 24, shell: [0, 3, 12, 40][Int(seed % 4)], names: Self.names)
        (screen.terminal.keepsEmptyRows, screen.knowsCursor) = (true, true)
        let rows = Array((0..<4).flatMap { _ in Self.rows }.prefix(seed % 3 == 0 ? 20 : 3))
        for round in 0..<30 {
            screen.draw(rows, "round \(round)")
            if round % 7 == 3 { screen.draw(rows, "drawn again") }
            var fresh = try DrawnTable(screen.size.columns, screen.size.rows, shell: 0, names: Self.names)
            fresh.draw(rows, round % 7 == 3 ? "drawn again" : "round \(round)")
            let drawn = fresh.terminal.text.components()
            let lines = screen.terminal.text.components()
            try #require(Array(lines.suffix(drawn.count)) == drawn, "\(round): \(lines)")
            let above = lines.dropLast(drawn.count)
            try #require(above.elementsEqual(screen.shell.suffix(above.count)), "\(round): \(lines)")
            try #require(screen.allLines.prefix(screen.shell.count) == screen.shell[...], "\(round)")
            let before = screen.size
            screen.terminal.resize(
                columns: Int.random(in: 30...120, using: &random), rows: Int.random(in: 4...40, using: &random))
            if round % 5 == 2 { screen.drawLate(rows, "late", before) }
        }
    }

    @Test("Output above the picture stays where it was printed while the picture did not fit")
    func outputWhileLower() throws {
        var screen = try DrawnTable(100, 30, shell: 3)
        screen.draw(market(24))
        screen.terminal.resize(columns: 100, rows: 10)
        screen.draw(market(24))
        screen.interrupt("a notice")
        screen.draw(market(24))
        screen.terminal.resize(columns: 100, rows: 60)
        screen.draw(market(24))
        #expect(screen.allLines.prefix(3) == screen.shell[...])
        #expect(screen.allLines.dropLast(26).last == "a notice")
    }

    @Test("After many changes of size and rows the picture and the shell's lines are complete", arguments: 0..<5)
    func many(_ seed: UInt64) throws {
        var random = LinearRandom(state: seed)
        var screen = try DrawnTable(80, 24, shell: 12, names: Self.names)
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

/// The same with more random sizes.
@Suite(.computes, .long)
struct ManyResizesTests {
    @Test("Nothing remains in a terminal that keeps the empty rows below the picture", arguments: 10..<40)
    func keptEmptyRows(_ seed: UInt64) throws { try LiveResizeTests().keptEmptyRows(seed) }

    @Test("The picture and the shell's lines are complete", arguments: 5..<20)
    func many(_ seed: UInt64) throws { try LiveResizeTests().many(seed) }
}

/// Knuth's MMIX generator.
struct LinearRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 32
    }
}
