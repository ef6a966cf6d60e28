import Rendering
import TestFixtures
import TestSupport
import Testing

@Suite(.computes, .quick)
struct PictureTableTests {
    static let rows = [
        SampleRow(symbol: "BTC", price: "67234.12", change: "2.345"),
        SampleRow(symbol: "PEPE", price: "0.00000812", change: "-11.2"), SampleRow(symbol: "NEW"),
    ]

    @Test("The live table is drawn below the output of the shell, with the status in its last line")
    func picture() throws {
        let trend = Trend<SampleRow>(width: 8) { row in row.symbol == "NEW" ? [] : [1, 2, nil, 3] }
        var screen = try DrawnTable(trend: trend)
        screen.draw(Self.rows, "coinbase live · 3 symbols · 2 min 10 s")
        #expect(
            screen.terminal.text == """
                $ 0
                $ 1
                $ 2
                SYMBOL       PRICE   CHANGE  RECENT
                BTC      67,234.12   +2.34%  ▁▅ █
                PEPE    0.00000812  -11.20%  ▁▅ █
                NEW             --       --
                coinbase live · 3 symbols · 2 min 10 s
                """)
        #expect(!screen.terminal.isCursorVisible)
        #expect(screen.terminal.unknown.isEmpty)
    }

    @Test("The columns do not depend on how long the values of a moment are, where a field keeps room")
    func room() {
        let fields = [
            Field<String>("city", .text, help: "", importance: .max, room: 8) { .text($0) },
            Field<String>("level", .text, help: "", importance: 2, room: 6) { _ in .text("ok") },
            Field<String>("face", .text, help: "", importance: 1) { _ in .text(":)") },
        ]
        func header(_ city: String, _ columns: Int) -> String {
            var table = PictureTable(fields.map { .field($0) }, key: { $0 }, options: RenderingOptions())
            var terminal = TerminalEmulator(columns: columns, rows: 5)
            terminal.write(
                table.draw(
                    [city], status: "", now: DrawnTable.noon, elapsed: .zero,
                    size: Terminal.Size(columns: columns, rows: 5)))
            return terminal.text.components()[0].split(separator: " ").joined(separator: " ")
        }
        for city in ["Agra", "Chandiga"] {
            #expect(header(city, 23) == "CITY LEVEL FACE", "\(city)")
            #expect(header(city, 22) == "CITY LEVEL", "\(city)")
            #expect(header(city, 16) == "CITY FACE", "\(city)")
        }
    }

    @Test("A row of several lines that does not fit is hidden, and counted")
    func severalLines() {
        let fields = [
            Field<String>("id", .text, help: "", importance: .max) { .text(String($0.prefix(1))) },
            Field<String>("level", .text, help: "", importance: 9, presentation: .phrase) { .text($0) },
        ]
        func text(_ rows: [String], height: Int) -> [String] {
            let size = Terminal.Size(columns: 18, rows: height)
            var table = PictureTable(fields.map { .field($0) }, key: { $0 }, options: RenderingOptions())
            var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
            terminal.write(
                table.draw(rows, status: "live", now: DrawnTable.noon, elapsed: .zero, size: size))
            return terminal.text.components()
        }
        let rows = ["a few words more", "bad", "c few words more"]
        let lines = ["ID  LEVEL", "a   a few words", "    more", "b   bad"]
        #expect(text(rows, height: 8) == lines + ["c   c few words", "    more", "live"])
        #expect(text(rows, height: 7) == lines + ["live · 1 hidden"])
        #expect(text(rows, height: 4) == lines.prefix(2) + ["live · 3 hidden"])
    }

    @Test("The end keeps the last picture and shows the cursor below it; a second end does nothing")
    func end() throws {
        var screen = try DrawnTable()
        #expect(screen.table.end().isEmpty)
        screen.draw(Self.rows)
        let picture = screen.terminal.text
        screen.end()
        screen.end()
        #expect(screen.terminal.text == picture)
        #expect(screen.terminal.isCursorVisible)
        #expect(screen.terminal.row == picture.components().count && screen.terminal.column == 0)
    }

    @Test("A stop ends the picture, and a continued table begins a new one below")
    func again() throws {
        var screen = try DrawnTable(shell: 0, names: ["symbol"], options: RenderingOptions(header: false))
        screen.draw([SampleRow(symbol: "BTC")])
        screen.end()
        screen.draw([SampleRow(symbol: "BTC")])
        #expect(screen.terminal.text == "BTC\nlive\nBTC\nlive")
        #expect(!screen.terminal.isCursorVisible)
    }

    @Test(
        "Rows that do not fit are counted as hidden",
        arguments: [(80, 24, 21), (40, 10, 7), (20, 4, 1), (20, 3, 1), (9, 2, 0)])
    func hidden(_ columns: Int, _ rows: Int, _ shown: Int) throws {
        var screen = try DrawnTable(columns, rows, shell: rows)
        screen.draw(market(200), "coinbase live · 200 symbols")
        let lines = screen.terminal.text.components()
        #expect(lines.filter { $0.hasPrefix("S") && !$0.hasPrefix("SYMBOL") }.count == shown)
        #expect(lines.contains { $0.hasPrefix("SYMBOL") } == (rows > 3))
        let last = try #require(lines.last)
        #expect(last.hasSuffix("\(200 - shown) hidden") || last == "200 hid…", "\(last)")
        // One line of the screen stays free for the output after the end.
        #expect(lines.count == rows)
    }

    @Test(
        "Parts of the last line that do not fit are left out as a whole, and the number of hidden rows stays longest",
        arguments: [
            (80, "mock live · 9 symbols · total 48,586.10 USD · 11 s · 7 hidden"),
            (60, "9 symbols · total 48,586.10 USD · 11 s · 7 hidden"),
            (49, "total 48,586.10 USD · 11 s · 7 hidden"), (37, "total 48,586.10 USD · 7 hidden"),
            (25, "7 hidden"), (8, "7 hidd…"),
        ])
    func longStatus(_ columns: Int, _ expected: String) throws {
        var screen = try DrawnTable(columns, 5, shell: 0, names: ["symbol"])
        screen.draw(
            market(9),
            StatusLine([
                .init("mock live"), .init("9 symbols", importance: 1), .init("total 48,586.10 USD", importance: 4),
                .init("11 s", importance: 2),
            ]))
        #expect(screen.terminal.text.components().last == expected)
    }

    @Test("Records that do not fit are counted as hidden; the first is shown in part")
    func hiddenRecords() throws {
        let names = ["symbol", "name", "price", "change"]
        let options = RenderingOptions(keepsColumns: true)
        var tall = try DrawnTable(20, 12, shell: 0, names: names, options: options)
        tall.draw(market(3))
        #expect(
            tall.terminal.text.components() == [
                "symbol: S0", "name:", "price: 100.5", "change: -1", "", "symbol: S1", "name:", "price: 137.5",
                "change: -1", "live · 1 hidden",
            ])
        var low = try DrawnTable(20, 4, shell: 0, names: names, options: options)
        low.draw(market(3))
        #expect(low.terminal.text.components() == ["symbol: S0", "name:", "live · 3 hidden"])
    }

    @Test(
        "The last drawing has all rows, and scrolls",
        arguments: [["symbol", "price"], ["symbol", "name", "price", "change"]])
    func lastDrawing(_ names: [String]) throws {
        var screen = try DrawnTable(20, 6, shell: 2, names: names, options: RenderingOptions(keepsColumns: true))
        screen.draw(market(9))
        #expect(screen.allLines.last?.hasSuffix(" hidden") == true)
        screen.draw(market(9), "closed", isLast: true)
        screen.end()
        let lines = screen.allLines
        #expect(lines.prefix(2) == ["$ 0", "$ 1"])
        for index in 0..<9 { #expect(lines.contains { $0.hasSuffix("S\(index)") || $0.hasPrefix("S\(index) ") }) }
        #expect(lines.filter { !$0.isEmpty }.last == "closed")
        #expect(!screen.terminal.hasWrapped && screen.terminal.isCursorVisible)
    }

    @Test("Redrawing does not scroll the terminal", arguments: [(80, 24, 200), (40, 10, 200), (80, 24, 5)])
    func noScrolling(_ columns: Int, _ rows: Int, _ count: Int) throws {
        var screen = try DrawnTable(columns, rows, shell: rows + 5)
        screen.draw(market(count))
        let history = screen.terminal.history
        for round in 1...50 {
            screen.draw(market(count, round: round), String(repeating: "long ", count: round))
            #expect(screen.terminal.history == history)
        }
        #expect(screen.allLines.prefix(rows + 5) == screen.shell[...])
        #expect(!screen.terminal.hasWrapped && screen.terminal.unknown.isEmpty)
    }

    @Test("Removed rows leave nothing behind, and an unchanged table draws nothing")
    func rowsComeAndGo() throws {
        var screen = try DrawnTable(shell: 1)
        screen.draw([], "connecting")
        #expect(screen.terminal.text == "$ 0\nconnecting")
        screen.draw(Self.rows)
        screen.draw(Array(Self.rows.suffix(1)))
        #expect(screen.terminal.text == "$ 0\nSYMBOL       PRICE   CHANGE\nNEW             --       --\nlive")
        #expect(screen.draw(Array(Self.rows.suffix(1))).isEmpty)
    }

    @Test("A column never becomes narrower")
    func noJitter() throws {
        var screen = try DrawnTable(names: ["price", "change", "symbol"])
        screen.draw([SampleRow(price: "100000", change: "-10")])
        let place = screen.terminal.text.components()[3].firstRange(of: "SYMBOL")?.lowerBound
        for price in ["9", "99999", "0.5", nil] {
            screen.draw([SampleRow(price: price, change: "1")])
            #expect(screen.terminal.text.components()[3].firstRange(of: "SYMBOL")?.lowerBound == place)
        }
    }

    @Test("Ages have a column from the first that is a minute, until all have been younger for a minute")
    func ages() throws {
        var screen = try DrawnTable(names: ["symbol", "age"])
        screen.step = .seconds(20)
        let headers = [[0, 59], [0, 60], [3, 1], [5, 1], [5, 1], [0, 0], [61, 61]].map { ages in
            screen.draw(ages.enumerated().map { SampleRow(symbol: "S\($0)", age: $1) })
            return screen.terminal.text.components()[3]
        }
        let (with, without) = ("SYMBOL  AGE", "SYMBOL")
        #expect(headers == [without, with, with, with, without, without, with])
        var asked = try DrawnTable(names: ["symbol", "age"], options: RenderingOptions(keepsColumns: true))
        asked.draw([SampleRow(age: 1)])
        #expect(asked.terminal.text.components()[3] == with)
    }

    @Test("A mini chart has its last values where the table is narrow", arguments: [80, 25, 24, 23, 22])
    func tail(_ columns: Int) throws {
        let trend = Trend<SampleRow>("last 8 s", width: 8, narrow: ("last 4", 4)) { _ in [nil, nil, 1, 2, 3, 4, 5, 8] }
        var screen = try DrawnTable(columns, shell: 0, names: ["symbol", "price"], trend: trend)
        screen.draw([SampleRow(price: "1")])
        let chart = ["SYMBOL   PRICE  LAST 8 S", "BTC     1.0000    ▁▂▃▄▅█"]
        let narrow = ["SYMBOL   PRICE  LAST 4", "BTC     1.0000  ▃▄▅█"]
        let expected = columns >= 25 ? chart : columns >= 23 ? narrow : ["SYMBOL   PRICE", "BTC     1.0000"]
        #expect(screen.terminal.text.components() == expected + ["live"])
    }

    @Test("Other output during the live table appears above the picture")
    func interruption() throws {
        var screen = try DrawnTable(40, 6, shell: 2)
        screen.draw(market(9))
        screen.interrupt("crypto: coinbase: connection lost")
        screen.draw(market(9, round: 1))
        #expect(screen.allLines.prefix(3) == ["$ 0", "$ 1", "crypto: coinbase: connection lost"])
        #expect(screen.allLines.filter { $0.hasPrefix("SYMBOL") }.count == 1)
        screen.interrupt("last words")
        screen.end()
        #expect(screen.terminal.isCursorVisible && screen.terminal.column == 0)
        #expect(screen.allLines.last == "last words")
    }
}
