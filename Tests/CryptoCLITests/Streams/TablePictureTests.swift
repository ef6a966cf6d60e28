import Platform
import Rendering
import TestSupport
import Testing
import Transport

@testable import CryptoCLI

@Suite("The table of a live view", .quick)
struct TablePictureTests {
    private struct Row: Sendable {
        let name: String
        var price: Int?
        var group: String?
        var isTotal = false
    }

    private static let fields = FieldTable<Row>([
        Field("name", .text, help: "") { .text($0.name) },
        Field("price", .number, help: "", presentation: .fixed(places: 0)) { row in
            row.price.map { .number(Number("\($0)")!) } ?? .null
        },
    ])

    /// A table and its clock.
    private struct Drawn {
        let clock = TestClock()
        let picture: TablePicture<Row>

        init(_ columns: Int = 80, hasTimedTrend: Bool = false, fields names: [String]? = nil) throws {
            var environment = Environment(
                variables: ["LANG": "C.UTF-8"], console: TestConsole().console(columns: columns), time: clock.source,
                random: { 1 }, http: { HTTPClient.curl($0) })
            environment.console.size = { Terminal.Size(columns: columns, rows: 24) }
            var common = CommonOptions()
            (common.format, common.fields) = (.rows(.table), names)
            picture = try TablePicture(
                common, fields: TablePictureTests.fields, environment: environment,
                rules: TablePicture<Row>.Rules(
                    value: { $0.price.map(Double.init) }, precedes: { _, _ in false }, isCounted: { !$0.isTotal },
                    group: { $0.group }, orders: ["name", "price", "volume"], hasTimedTrend: hasTimedTrend))
            self.columns = columns
        }

        private let columns: Int

        mutating func put(_ rows: Row...) {
            for row in rows { picture.put(row, key: "\(row.group ?? "")\(row.name)", isWanted: true) }
        }

        /// The lines above the last one, without control sequences.
        mutating func lines() -> [String] {
            _ = picture.erase(Terminal.Size(columns: columns, rows: 24), cursorRow: nil)
            let bytes = picture.draw(
                Terminal.Size(columns: columns, rows: 24), cursorRow: nil, status: "live", now: clock.now,
                isLast: false)
            let text = String(decoding: bytes, as: UTF8.self).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
            return text.split(whereSeparator: \.isNewline).dropLast().map(String.init)
        }
    }

    @Test("A move is shown for half a second of the run's clock, and the view is drawn again then")
    func move() throws {
        var drawn = try Drawn(fields: ["name", "price"])
        drawn.put(Row(name: "BTC", price: 5))
        #expect(drawn.lines() == ["NAME  PRICE", "BTC       5"] && drawn.picture.nextChange == nil)
        drawn.clock.advance(by: .seconds(3))
        drawn.put(Row(name: "BTC", price: 7))
        for _ in 0..<5 {
            #expect(drawn.lines().last == "BTC       7▲")
            #expect(drawn.picture.nextChange == .milliseconds(3500))
            drawn.clock.advance(by: .milliseconds(100))
        }
        #expect(drawn.lines().last == "BTC       7" && drawn.picture.nextChange == nil)
    }

    @Test("Rows go on to the next order of the columns there are: text from A, numbers from the largest, unknown last")
    func orders() throws {
        var drawn = try Drawn(fields: ["name", "price"])
        drawn.put(Row(name: "c", price: 1), Row(name: "a"), Row(name: "d", price: 10), Row(name: "b", price: 2))
        func names(_ drawn: inout Drawn) -> String {
            drawn.lines().dropFirst().map { $0.prefix(1) }.joined()
        }
        for (order, expected) in [(nil, "cadb"), ("name", "abcd"), ("price", "dbca"), (nil, "cadb")] {
            #expect(drawn.picture.order == order && names(&drawn) == expected)
            drawn.picture.sortNext()
        }
        let narrow = try Drawn(fields: ["price"])
        #expect(narrow.picture.isSortable)
        narrow.picture.sortNext()
        #expect(narrow.picture.order == "price")
    }

    @Test("Groups stay together in each order, with their totals behind them")
    func groups() throws {
        var drawn = try Drawn(fields: ["name"])
        drawn.put(
            Row(name: "d", group: "work"), Row(name: "b", group: "work"),
            Row(name: "a total", group: "work", isTotal: true), Row(name: "c", group: "home"),
            Row(name: "a", group: "home"))
        drawn.picture.sortNext()
        #expect(drawn.lines().dropFirst() == ["b", "d", "a total", "a", "c"])
    }

    @Test("The mini chart of the last minutes has a character for each half minute, of a quiet row too")
    func timedTrend() throws {
        var drawn = try Drawn(hasTimedTrend: true)
        drawn.put(Row(name: "BTC", price: 1), Row(name: "ETH", price: 5))
        func charts(_ drawn: inout Drawn) -> [String] {
            drawn.lines().map { String($0.dropFirst("NAME  PRICE  ".count).drop { $0 == " " }) }
        }
        #expect(charts(&drawn) == ["LAST 20 MIN", "▄", "▄"])
        #expect(drawn.lines()[1].count == 13 + 40)
        drawn.clock.advance(by: .seconds(60))
        #expect(charts(&drawn).dropFirst() == ["▄▄▄", "▄▄▄"])
        // The last price of a step is its value.
        drawn.put(Row(name: "BTC", price: 9), Row(name: "BTC", price: 8))
        #expect(charts(&drawn).dropFirst() == ["▁▁█", "▄▄▄"])
        drawn.clock.advance(by: .seconds(19 * 60))
        #expect(charts(&drawn)[1] == "▁" + String(repeating: "█", count: 39))
        drawn.clock.advance(by: .seconds(86_400))
        #expect(drawn.lines()[2].hasSuffix(String(repeating: "▄", count: 40)))
    }

    @Test("It is narrower where there is less room, and it stands beside the fields that were asked for")
    func narrowTrend() throws {
        for (columns, names, expected) in [
            (54, nil, "NAME  PRICE  LAST 20 MIN"), (53, nil, "NAME  PRICE  LAST 10 MIN"),
            (34, nil, "NAME  PRICE  LAST 10 MIN"), (33, nil, "NAME  PRICE"), (60, ["name"], "NAME  LAST 20 MIN"),
        ] as [(Int, [String]?, String)] {
            var drawn = try Drawn(columns, hasTimedTrend: true, fields: names)
            drawn.put(Row(name: "BTC", price: 1))
            #expect(drawn.lines()[0] == expected)
        }
    }
}
