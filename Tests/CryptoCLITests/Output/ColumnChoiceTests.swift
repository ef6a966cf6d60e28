import Platform
import TestSupport
import Testing

@testable import CryptoCLI

/// Which columns a terminal of some width has, and in which order.
@Suite("Columns of tables and live views", .quick, .virtualTime)
struct ColumnChoiceTests {
    @Test(
        "A live view adds its own columns only where the default ones leave room, in the order of the command's table",
        arguments: [
            ("watch BTC -p mock --count 3", 40, "TIME SYMBOL PRICE USD CHANGE %"),
            ("watch BTC -p mock --count 3", 60, "TIME SYMBOL PRICE USD CHANGE % PROVIDER"),
            ("watch BTC -p mock --count 3", 80, "TIME SYMBOL PRICE USD CHANGE % PROVIDER RECENT"),
            ("watch BTC -p mock --count 3", 120, "TIME SYMBOL PRICE USD CHANGE % PROVIDER RECENT"),
            ("watch BTC -p mock --count 3 --trend", 60, "TIME SYMBOL PRICE USD CHANGE % PROVIDER"),
            ("watch BTC -p mock --count 3 --trend", 80, "TIME SYMBOL PRICE USD CHANGE % PROVIDER LAST 10 MIN"),
            ("watch BTC -p mock --count 3 --trend", 120, "TIME SYMBOL PRICE USD CHANGE % PROVIDER LAST 20 MIN"),
            ("watch BTC -p mock --count 3 --trend --fields symbol,age", 80, "SYMBOL AGE LAST 20 MIN"),
            ("watch BTC -p mock --count 3 --trend --fields trend,symbol", 80, "LAST 20 MIN SYMBOL"),
            ("watch BTC -p sample --candles 1m", 80, "TIME SYMBOL OPEN HIGH LOW CLOSE CURRENCY PROVIDER"),
            ("aqi Delhi --watch -p sample", 40, "CITY AQI LEVEL PM2.5"),
            ("aqi Delhi --watch -p sample", 60, "TIME CITY AQI LEVEL PM2.5 PM10"),
            ("aqi Delhi --watch -p sample", 80, "TIME CITY AQI LEVEL PM2.5 PM10 FACE PROVIDER"),
            ("aqi Delhi --watch -p sample", 120, "TIME CITY AQI LEVEL PM2.5 PM10 FACE PROVIDER RECENT"),
            ("watch BTC -p mock --count 2 --fields price,symbol", 80, "PRICE SYMBOL"),
        ])
    func liveView(_ line: String, _ columns: Int, _ expected: String) async throws {
        let console = TestConsole(size: Terminal.Size(columns: columns, rows: 24))
        let words = (line + " --color never").split(separator: " ").map(String.init)
        // The ages of mock are those of this clock.
        let run = await runTool(words, console: console)
        let drawings = run.output.split(separator: "\u{1B}[?2026h")
        let last = try #require(drawings.last { $0.contains("SYMBOL") || $0.contains("CITY") }, "\(run.output)")
        let header = try #require(
            last.split(whereSeparator: \.isNewline).first { $0.contains("SYMBOL") || $0.contains("CITY") })
        #expect(Self.words(String(header)) == expected)
    }

    @Test("The columns of a live view are in the order of the fields of the same names elsewhere")
    func order() {
        let ticks = WatchRequest.views.shown(with: ["live"]).names
        let readings = AirRequest.views.shown(with: ["live"]).names
        let orders = [
            (ticks, WatchRequest.views.defaults), (ticks, PriceRequest.views.defaults),
            (readings, AirRequest.views.defaults), (readings, AirRequest.views.shown(with: ["watch"]).names),
        ]
        for (live, other) in orders { #expect(live.filter(other.contains) == other.filter(live.contains)) }
    }

    /// A header without control sequences, its titles apart by one space.
    private static func words(_ header: String) -> String {
        header.replacing(/\u{1B}\[[?0-9;]*[A-Za-z]/, with: "").split(separator: " ").joined(separator: " ")
    }
}
