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
        var picture: TablePicture<Row>

        init(_ columns: Int = 80, fields names: [String]? = nil) throws {
            var environment = Environment(
                variables: ["LANG": "C.UTF-8"], console: TestConsole().console(columns: columns), time: clock.source,
                random: { 1 }, http: { HTTPClient.curl($0) })
            environment.console.size = { Terminal.Size(columns: columns, rows: 24) }
            var common = CommonOptions()
            (common.format, common.fields) = (.rows(.table), names)
            picture = try TablePicture(
                common, fields: TablePictureTests.fields, environment: environment,
                rules: TablePicture<Row>.Rules(
                    value: { $0.price.map(Double.init) }, precedes: { _, _ in false }))
            self.columns = columns
        }

        private let columns: Int

        mutating func put(_ rows: Row...) {
            for row in rows { picture.put(row, key: row.name, isWanted: true) }
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
}
