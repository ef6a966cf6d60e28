import Rendering
import TestSupport
import Testing

@Suite(.computes, .quick)
struct LiveColorTests {
    static let colored = RenderingOptions(header: false, colors: .palette)

    @Test("A price is green in the drawing after a rise, red after a fall, and plain in the next one")
    func flash() throws {
        var screen = try DrawnTable(names: ["symbol", "price"], options: Self.colored)
        for (price, green, red) in [
            ("1", "", ""), ("2", "2.0000", ""), ("2", "", ""), ("1.5", "", "1.5000"), ("1.50", "", ""), (nil, "", ""),
            ("9", "", ""),
        ] {
            screen.draw([SampleRow(price: price), SampleRow(symbol: "ETH", price: "7")])
            #expect(screen.terminal.text(inStyle: "32") == green)
            #expect(screen.terminal.text(inStyle: "31") == red)
        }
    }

    @Test("A color lasts for the given number of drawings", arguments: [0, 1, 3])
    func length(_ flash: Int) throws {
        var screen = try DrawnTable(names: ["price"], options: Self.colored, flash: flash)
        screen.draw([SampleRow(price: "1")])
        let colors = (0..<5).map { _ in
            screen.draw([SampleRow(price: "2")])
            return screen.terminal.text(inStyle: "32")
        }
        #expect(colors.filter { $0 == "2.0000" }.count == flash && colors.last?.isEmpty == true)
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
