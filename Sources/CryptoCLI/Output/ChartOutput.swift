import CommandLineKit
import Platform
import Rendering

/// `--chart`: charts in place of rows, as lines of text or as one SVG file.
struct ChartOutput: Sendable {
    /// Of a chart's lines on a terminal that has more.
    private static let height = 20

    private let isSVG: Bool
    private let width: Int
    private let height: Int
    let glyphs: LineChart.Glyphs
    let colors: ColorDepth
    private let localTime: LocalTime
    private let digits: Int?
    private let isQuiet: Bool

    /// The option; there is one chart for `each` thing asked for, of `default` without `--history`.
    static func option<Request>(
        _ keyPath: any WritableKeyPath<Request, Bool> & Sendable, each thing: String, default length: String
    ) -> Option<Request> {
        Option.toggle(
            "chart", keyPath, help: "A chart in place of rows, one a \(thing); with -f svg as an SVG file."
        ).detailed("Of the past that --history says, else of \(length).").known(as: "plot", "graph")
    }

    /// Creates the output for the options.
    init(_ common: CommonOptions, _ environment: Environment) {
        isSVG = common.format == .svg
        let console = environment.console
        let given = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
        width = console.columns ?? given ?? 80
        height = min(Self.height, max(1, (console.size()?.rows ?? .max) - 1))
        glyphs = Terminal.isUTF8(environment.variables) ? .braille : .ascii
        colors = common.colors(environment)
        localTime = environment.localTime
        digits = common.digits
        isQuiet = common.quiet
    }

    /// A chart with the axis of this console's clock: a time of day, as long as that says enough, else a day, else a
    /// month.
    func chart(
        _ title: [String], _ points: [Chart.Point], yRange: ClosedRange<Double>? = nil, bands: [Chart.Band] = [],
        presentation: Presentation = .price
    ) -> Chart {
        let times = points.map(\.time)
        let seconds = times.min().flatMap { first in times.max().map { $0.wholeSeconds(since: first) } } ?? 0
        let localTime = localTime
        let label: @Sendable (Timestamp) -> String =
            switch seconds {
            case ...86400: { localTime.clock($0) }
            case ...(7 * 86400): { localTime.day($0) + " " + localTime.clock($0) }
            case ...(300 * 86400): { localTime.day($0) }
            default: { localTime.month($0) }
            }
        return Chart(
            title: title, points: points, yRange: yRange, bands: bands, presentation: presentation, digits: digits,
            timeLabel: label)
    }

    /// A chart's lines in a picture that has so much room.
    func lines(of chart: Chart, columns: Int, rows: Int) -> [[UInt8]] {
        LineChart(chart, width: columns, height: min(rows, Self.height), glyphs: glyphs, colors: colors).lines
    }

    /// Writes the charts that have values, an empty line between two, and says which have none. False where none has any:
    /// then nothing is written.
    func print(_ charts: [Chart], to console: Console) throws(Failure) -> Bool {
        let drawn = charts.filter(\.hasValues)
        for chart in charts where !chart.hasValues && !isQuiet {
            console.say("\(chart.title.first ?? "the chart"): \(Chart.nothing)")
        }
        if drawn.isEmpty { return false }
        if isSVG {
            try console.print(SVGChart(drawn).bytes)
        } else {
            let drawings = drawn.map {
                LineChart($0, width: width, height: height, glyphs: glyphs, colors: colors).bytes
            }
            try console.print(Array(drawings.joined(separator: [UInt8(ascii: "\n")])))
        }
        return true
    }
}
