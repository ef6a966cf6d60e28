import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Rendering

@Suite("Time axis", .quick)
struct TimeAxisTests {
    /// The labels for points at equal intervals after a time.
    private func ticks(
        _ count: Int, every seconds: Int64, after start: Timestamp = ChartSamples.start, columns: Int = 72
    ) -> [TimeAxis.Tick] {
        let points = (0..<count).map { Chart.Point(start.advanced(bySeconds: Int64($0) * seconds), Number(1)) }
        let chart = Chart(title: Chart.Title(""), points: points, localTime: .utc)
        return TimeAxis(ChartSeries.all(of: chart)[0], chart.times, columns: columns).ticks
    }

    private static let hour: Int64 = 3600
    private static let day: Int64 = 86400

    @Test(
        "Labels are where a unit of the calendar begins, in even steps, none twice",
        arguments: [
            (25, hour, 0, "Mar 1|04:00|08:00|12:00|16:00|20:00|Mar 2"),
            (24, hour, 13 * hour, "15:00|18:00|21:00|Mar 2|03:00|06:00|09:00|12:00"),
            (12, hour, 0, "Mar 1|02:00|04:00|06:00|08:00|10:00"),
            (11, 60, 60 * 754, "12:34|12:36|12:38|12:40|12:42|12:44"),
            (25, 1, 7, "00:00:10|00:00:15|00:00:20|00:00:25|00:00:30"),
            (72, hour, 12 * hour, "12:00|Mar 2|12:00|Mar 3|12:00|Mar 4"),
            (31, day, 0, "Mar 1|Mar 6|Mar 11|Mar 16|Mar 21|Mar 26|Mar 31"),
            // Weeks: where they are drawn, whatever day of the month that is.
            (8, 7 * day, 2 * day, "Mar 3|Mar 10|Mar 17|Mar 24|Mar 31|Apr 7|Apr 14|Apr 21"),
            (14, 7 * day, 2 * day, "Mar 3|Mar 17|Mar 31|Apr 14|Apr 28|May 12|May 26"),
            // Between two days nothing is known.
            (3, day, 0, "Mar 1|Mar 2|Mar 3"),
            (200, day, 4 * day, "Apr 1|May 1|Jun 1|Jul 1|Aug 1|Sep 1"),
            (52, 7 * day, 3 * day, "2024-05|2024-07|2024-09|2024-11|2025-01"),
            (11, 360 * day, 0, "2026|2028|2030|2032|2034"),
        ] as [(Int, Int64, Int64, String)])
    func beginnings(count: Int, seconds: Int64, after: Int64, expected: String) {
        let found = ticks(count, every: seconds, after: ChartSamples.start.advanced(bySeconds: after))
        #expect(found.map(\.label).joined(separator: "|") == expected)
    }

    @Test(
        "If no two of them fit, the first and the last time are labelled as exactly as fits, or the first alone",
        arguments: [
            (30, day, 72, "Mar 1|Mar 6|Mar 11|Mar 16|Mar 21|Mar 26"), (30, day, 14, "Mar 1|Mar 30"),
            (30, day, 13, "Mar 1|Mar 30"), (30, day, 12, "Mar 1"), (30, day, 4, ""),
            (52, 7 * day, 10, "2024|2025"), (52, 7 * day, 9, "2024-03"), (5, hour, 11, "00:00"),
            (2, 14, 18, "00:00:00|00:00:14"),
            (8, 7 * day, 40, "Mar 1|Mar 15|Mar 29|Apr 12"), (8, 7 * day, 30, "Mar 1|Mar 29"),
            (2, 1, 80, "Mar 1|00:00:01"), (1, 1, 80, "Mar 1 00:00"),
            (0, 1, 80, ""),
        ] as [(Int, Int64, Int, String)])
    func fewColumns(count: Int, seconds: Int64, columns: Int, expected: String) {
        #expect(ticks(count, every: seconds, columns: columns).map(\.label).joined(separator: "|") == expected)
    }

    @Test("However long the period and wide the axis, labels are apart and equal ones have a day between them")
    func apart() {
        for (count, seconds) in [
            (2, 1), (2, 14), (25, 30), (25, 3600), (49, 3600), (169, 3600), (400, 86400), (520, 7 * 86400),
            (9, 10_000_000_000),
        ] as [(Int, Int64)] {
            for columns in 1...100 {
                let found = ticks(count, every: seconds, columns: columns)
                #expect(found.count <= 8)
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.end + 2 <= $1.start && $0.label != $1.label })
                #expect(found.allSatisfy { $0.start >= 0 && $0.end <= columns && (0...1).contains($0.share) })
                #expect(columns < 20 || found.count >= 2, "\(count) \(seconds) \(columns)")
            }
        }
    }
}

@Suite("Times of points", .quick)
struct ChartTimesTests {
    @Test(
        "They have seconds, the clock, the day and the year only where these differ; a single time has its day",
        arguments: [
            (8, 30, "00:00:30"), (30, 60, "00:01"), (25, 3600, "Mar 1 01:00"), (2, 86400, "Mar 2"),
            (400, 86400, "2024-03-02"), (52, 7 * 86400, "2024-03-08"), (8000, 3600, "2024-03-01 01:00"),
            (1, 3600, "Mar 1 01:00"),
        ] as [(Int, Int64, String)])
    func form(count: Int, seconds: Int64, expected: String) {
        let points = ChartSamples.points((0..<count).map { "\($0)" }, every: seconds)
        let times = Chart.Times(of: points, in: .utc)
        #expect(times.text(of: ChartSamples.start.advanced(bySeconds: seconds)) == expected)
    }
}
