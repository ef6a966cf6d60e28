import Platform

/// The time axis: the positions and texts of its labels.
struct TimeAxis {
    /// A labelled time.
    struct Tick {
        /// The position on the axis, from 0 to 1.
        let share: Double
        let label: String
        /// The column of the time, and the first column of its label.
        let column: Int
        let start: Int
        /// The column after the label.
        var end: Int { start + CharacterWidth.columns(of: label) }

        /// Creates a tick of an axis with a number of columns. Its label is below its middle, or at the edge.
        init(_ label: String, share: Double, columns: Int) {
            (self.label, self.share) = (TerminalText.harmless(label), share)
            column = Int(saturating: share * Double(columns - 1))
            let size = CharacterWidth.columns(of: self.label)
            start = max(0, min(column - size / 2, columns - size))
        }
    }

    /// The labels by time; empty if there is no room.
    let ticks: [Tick]
    private let columns: Int

    /// Creates the axis of a plot with a number of columns. Labels are where seconds, minutes, hours, days, months or
    /// years begin, in even steps; those of days are at points, if these are several days apart, such as weeks. There
    /// are as many as fit with two spaces between them, at most eight. If no two fit, the first and the last time are
    /// labelled, in the longest form that fits, or only the first.
    init(_ series: ChartSeries, _ times: Chart.Times, columns: Int) {
        self.columns = columns
        ticks = series.times.map { Self.ticks(series, $0, times, columns: columns) } ?? []
    }

    private static func ticks(
        _ series: ChartSeries, _ period: ClosedRange<Timestamp>, _ times: Chart.Times, columns: Int
    ) -> [Tick] {
        func fitting(_ labels: [(time: Timestamp, text: String)]) -> [Tick]? {
            let ticks = labels.map { Tick($0.text, share: series.share(of: $0.time), columns: columns) }
            return fit(ticks, columns) ? ticks : nil
        }
        // Nothing is known about the time between two days.
        let finest = min(86400, series.interval)
        for step in steps where Double(step.seconds) >= finest && series.duration / Double(step.seconds) < 9 {
            let beginnings = moments(series, times, step) ?? times.localTime.beginnings(of: step, in: period)
            guard (2...8).contains(beginnings.count) else { continue }
            if let ticks = fitting(beginnings.map { ($0, times.text(of: $0, every: step)) }) { return ticks }
        }
        let (first, last) = (period.lowerBound, period.upperBound)
        let forms = Array(zip(times.forms(of: first), times.forms(of: last)))
        return forms.lazy.compactMap { fitting([(first, $0), (last, $1)]) }.first
            ?? forms.lazy.compactMap { fitting([(first, $0.0)]) }.first ?? []
    }

    /// Returns the times of points that are about a step apart, where labels are days and points are several days
    /// apart; nil elsewhere.
    private static func moments(_ series: ChartSeries, _ times: Chart.Times, _ step: CalendarStep) -> [Timestamp]? {
        let areDays = if case .days = step { true } else { !times.hasYear }
        guard areDays, series.interval > 86400 else { return nil }
        let count = max(1, Int(saturating: (Double(step.seconds) / series.interval).rounded()))
        return stride(from: 0, to: series.moments.count, by: count).map { series.moments[$0] }
    }

    /// Returns the axis line, one character per column.
    func rule(isASCII: Bool) -> String {
        let marked = Set(ticks.map(\.column))
        let (tick, line) = isASCII ? ("+", "-") : ("┬", "─")
        return (0..<columns).map { marked.contains($0) ? tick : line }.joined()
    }

    /// The labels in their columns.
    var labels: String {
        var line = ""
        var end = 0
        for tick in ticks {
            line += String(repeating: " ", count: tick.start - end) + tick.label
            end = tick.end
        }
        return line
    }

    /// The distances of labels, the shortest first.
    private static let steps: [CalendarStep] =
        ([1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 } + [1, 2, 3, 4, 6, 12].map { $0 * 3600 })
        .map { .seconds($0) } + [1, 2, 5, 7, 10, 15].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
        + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { .months($0 * 12) }

    /// Whether all labels fit, and no two neighbours have the same text.
    private static func fit(_ ticks: [Tick], _ columns: Int) -> Bool {
        (ticks.last?.end ?? 0) <= columns
            && zip(ticks, ticks.dropFirst()).allSatisfy { $0.end + 2 <= $1.start && $0.label != $1.label }
    }
}
