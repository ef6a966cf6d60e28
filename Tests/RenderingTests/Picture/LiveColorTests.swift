import Rendering
import TestFixtures
import TestSupport
import Testing

@Suite(.computes, .quick)
struct LiveColorTests {
    static let colored = RenderingOptions(header: false, colors: .palette)

    @Test("A price is green with an arrow after a rise, red after a fall, and plain half a second later")
    func flash() throws {
        var screen = try DrawnTable(names: ["symbol", "price"], options: Self.colored)
        for (price, green, red) in [
            ("1", "", ""), ("2", "2.0000▲", ""), ("2", "", ""), ("1.5", "", "1.5000▼"), ("1.50", "", ""),
            (nil, "", ""),
            ("9", "", ""),
        ] {
            screen.draw([SampleRow(price: price), SampleRow(symbol: "ETH", price: "7")])
            #expect(screen.terminal.text(inStyle: "32") == green)
            #expect(screen.terminal.text(inStyle: "31") == red)
        }
    }

    @Test("A color lasts for its time, however often it is drawn", arguments: [0, 500, 1500], [100, 250, 500])
    func length(_ flash: Int, _ step: Int) throws {
        var screen = try DrawnTable(names: ["price"], options: Self.colored, flash: .milliseconds(flash))
        screen.step = .milliseconds(step)
        screen.draw([SampleRow(price: "1")])
        let end = screen.elapsed + screen.step + .milliseconds(flash)
        let colors = (0..<20).map { _ in
            screen.draw([SampleRow(price: "2")])
            let isLit = screen.terminal.text(inStyle: "32") == "2.0000▲"
            #expect(screen.table.nextEnd == (isLit ? end : nil))
            return isLit
        }
        #expect(colors == (0..<20).map { $0 * step < flash })
    }

    @Test("An arrow is beside its number and moves no column; at the edge there is one if it has room")
    func arrows() throws {
        for (columns, names, expected) in [
            (80, ["symbol", "price", "change"], "BTC     2.0000▲ +1.00%"),
            (16, ["symbol", "price"], "BTC     2.0000▲"),
            (15, ["symbol", "price"], "BTC     2.0000"),
        ] {
            var screen = try DrawnTable(columns, shell: 0, names: names, options: RenderingOptions())
            screen.draw([SampleRow(price: "1", change: "1")])
            screen.draw([SampleRow(price: "2", change: "1")])
            #expect(screen.terminal.text.components()[1] == expected)
            screen.draw([SampleRow(price: "2", change: "1")])
            #expect(screen.terminal.text.components()[1] == expected.replacing("▲", with: columns > 20 ? " " : ""))
        }
        var ascii = try DrawnTable(shell: 0, names: ["price", "symbol"], unicode: false)
        for price in ["2", "1"] { ascii.draw([SampleRow(price: price)]) }
        #expect(ascii.terminal.text.components()[1] == "1.0000v BTC")
    }

    @Test("Rows are identified by their key, not by their position")
    func keys() throws {
        var screen = try DrawnTable(names: ["symbol", "price"], options: Self.colored)
        let (low, high) = (SampleRow(symbol: "A", price: "1"), SampleRow(symbol: "B", price: "9"))
        screen.draw([low, high])
        screen.draw([high, low])
        #expect(screen.terminal.text(inStyle: "32").isEmpty && screen.terminal.text(inStyle: "31").isEmpty)
    }

    @Test("A signed number keeps the color of its sign")
    func signs() throws {
        var screen = try DrawnTable(names: ["change"], options: Self.colored)
        screen.draw([SampleRow(change: "5")])
        screen.draw([SampleRow(change: "4")])
        #expect(screen.terminal.text(inStyle: "32") == "+4.00%")
    }

    @Test("The header is bold and the last line dim")
    func header() throws {
        var screen = try DrawnTable(names: ["symbol"], options: RenderingOptions(colors: .palette))
        screen.draw([SampleRow()])
        #expect(screen.terminal.text(inStyle: "1") == "SYMBOL" && screen.terminal.text(inStyle: "2") == "live")
        #expect(screen.terminal.unknown.isEmpty)
    }

    @Test("Without colors, escape sequences only move the cursor and erase")
    func plain() throws {
        var screen = try DrawnTable()
        for round in 0..<4 { screen.draw(market(5, round: round)) }
        screen.end()
        let text = String(decoding: screen.written, as: UTF8.self)
        let finals = text.split(separator: "\u{1B}").dropFirst().map { $0.first { $0.isLetter } }
        #expect(Set(finals) == ["h", "l", "A", "B", "K", "J"])
    }
}
