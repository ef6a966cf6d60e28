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
    }

    /// The labels by time; empty if there is no room.
    let ticks: [Tick]
    private let columns: Int

    /// Creates the axis of a plot with a number of columns. Labels begin at the first time and are a round number of
    /// seconds, minutes, hours or days apart. There are as many as fit with two spaces between them, at most eight, and
    /// no two are the same.
    init(_ series: ChartSeries, _ label: (Timestamp) -> String, columns: Int) {
        self.columns = columns
        var ticks: [Tick] = []
        for shares in Self.divisions(series.duration) where ticks.isEmpty {
            let candidates = Self.ticks(at: shares, series: series, label: label, columns: columns)
            if Self.fit(candidates, columns) { ticks = candidates }
        }
        // A day later the clock is the same.
        var seen: Set<String> = []
        self.ticks = ticks.filter { seen.insert($0.label).inserted }
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

    /// Returns the possible label positions, from 0 to 1, finest division first and the beginning alone last; only the
    /// middle if the duration is 0.
    private static func divisions(_ duration: Double) -> [[Double]] {
        guard duration > 0 else { return [[0.5]] }
        let years = (0...40).map { 365 * 86400 * Double(1 << $0) }
        return (steps + years).lazy.filter { duration / $0 < 8 }.prefix { $0 <= duration * 2 }.map { step in
            stride(from: 0, through: duration, by: step).map { $0 / duration }
        } + [[0]]
    }

    /// The label distances in seconds.
    private static let steps: [Double] =
        [0.001, 0.01, 0.1, 1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 }
        + [1, 2, 3, 4, 6, 12].map { $0 * 3600 } + [1, 2, 5, 7, 10, 15, 30, 60, 90, 180].map { $0 * 86400 }

    private static func ticks(
        at shares: [Double], series: ChartSeries, label: (Timestamp) -> String, columns: Int
    ) -> [Tick] {
        shares.compactMap { share in
            guard let time = series.time(at: share) else { return nil }
            let column = Int(saturating: share * Double(columns - 1))
            let text = TerminalText.harmless(label(time))
            let size = CharacterWidth.columns(of: text)
            return Tick(
                share: share, label: text, column: column, start: max(0, min(column - size / 2, columns - size)))
        }
    }

    /// Whether all labels fit, and no two neighbours have the same text.
    private static func fit(_ ticks: [Tick], _ columns: Int) -> Bool {
        (ticks.last?.end ?? 0) <= columns
            && zip(ticks, ticks.dropFirst()).allSatisfy { $0.end + 2 <= $1.start && $0.label != $1.label }
    }
}
