import Rendering
import TestFixtures
import TestSupport
import Testing

@Suite(.computes, .quick)
struct LiveTextTests {
    static let wide = [
        SampleRow(symbol: "A", name: "比特币比特币比特币", price: "31"), SampleRow(symbol: "B", name: "👍🏽👨‍👩‍👧🇸🇪❤️", price: "32"),
        SampleRow(symbol: "C", name: "e\u{301}té ｶﾅ 한국", price: "33"),
        SampleRow(symbol: "D", name: "\u{301}", price: "34"),
    ]

    @Test("Wide characters align and never wrap", arguments: 6...40)
    func wide(_ columns: Int) throws {
        var screen = try DrawnTable(columns, 12, shell: 2, names: ["name", "price"])
        screen.draw(Self.wide, "接続中 " + String(repeating: "界", count: 30))
        screen.draw(Self.wide, "ok")
        let lines = screen.terminal.text.components()
        try #require(lines.count == 8 && lines.prefix(2) == screen.shell[...] && lines.last == "ok")
        #expect(!screen.terminal.hasWrapped && screen.terminal.history.isEmpty)
        #expect(columns < 30 || lines[3].hasSuffix("比特币比特币比特币  31.00"))
    }

    @Test("Where not even the essential columns fit, the rows are records, cut to the width", arguments: [4, 5])
    func records(_ columns: Int) throws {
        var screen = try DrawnTable(columns, 24, shell: 2, names: ["name", "price"])
        screen.draw(Self.wide, "ok")
        let lines = screen.terminal.text.components()
        #expect(
            lines.count == 10 && lines[2] == (columns == 5 ? "pri…" : "pr…") && lines[3] == "" && lines.last == "ok")
        #expect(!screen.terminal.hasWrapped)
    }

    @Test("Lines do not wrap on a terminal that counts columns differently", arguments: [1, 3])
    func otherWidths(_ other: Int) throws {
        var screen = try DrawnTable(20, 12, shell: 2, names: ["name", "price"]) { $0.isASCII ? 1 : other }
        for status in ["比特币比特币比特币比特币", "ok"] { screen.draw(Self.wide, status) }
        let lines = screen.terminal.text.components()
        #expect(lines.count == 8 && lines.prefix(2) == screen.shell[...] && lines.last == "ok")
        #expect(!screen.terminal.hasWrapped && screen.terminal.history.isEmpty)
    }

    @Test("A terminal without UTF-8 gets ASCII in columns of the same width")
    func ascii() throws {
        let trend = Trend<SampleRow>(width: 4) { _ in [1, 5, nil, 9] }
        var screen = try DrawnTable(shell: 0, names: ["name", "price"], trend: trend, unicode: false)
        screen.draw(Self.wide, "a · b")
        #expect(
            screen.terminal.text == """
                NAME                PRICE  RECENT
                ??????????????????  31.00  .+ @
                ????????            32.00  .+ @
                ?t? ?? ????         33.00  .+ @
                                    34.00  .+ @
                a - b
                """)
        #expect(screen.written.allSatisfy { $0 < 0x80 })
    }

    @Test(
        "Times are those of the clock, after the day where that is not today",
        arguments: [
            (80, "2024-03-01T11:57:00.5Z", "BTC  12:00:00\nETH  11:57:00"),
            (14, "2024-03-01T11:57:00.5Z", "BTC  12:00:00\nETH  11:57:00"), (13, "2024-03-01T11:57:00.5Z", "BTC\nETH"),
            (80, "2024-02-29T23:59:59Z", "BTC  12:00:00\nETH  Feb 29 23:59:59"),
        ])
    func times(_ columns: Int, _ time: String, _ expected: String) throws {
        let options = RenderingOptions(header: false)
        var screen = try DrawnTable(columns, 12, shell: 0, names: ["symbol", "time"], options: options)
        screen.draw([SampleRow(symbol: "BTC", time: "2024-03-01T12:00:00Z"), SampleRow(symbol: "ETH", time: time)])
        #expect(screen.terminal.text == expected + "\nlive")
    }

    @Test("Control characters in values and status do not reach the terminal")
    func harmless() throws {
        var screen = try DrawnTable(shell: 1, names: ["symbol", "name"])
        screen.draw(
            [SampleRow(symbol: "a\u{1B}[2Jb", name: "c\r\nd\u{9B}31me\t\u{7}")], "\u{1B}]0;title\u{7}\r\nlast\u{1B}[5A")
        #expect(
            screen.terminal.text == """
                $ 0
                SYMBOL  NAME
                a\u{FFFD}[2Jb  c  d\u{FFFD}31me \u{FFFD}
                \u{FFFD}]0;title\u{FFFD}  last\u{FFFD}[5A
                """)
        #expect(screen.terminal.unknown.isEmpty)
    }
}
