import CommandLineKit
import DecimalArithmetic
import Platform
import Rendering

/// `--chart`: charts instead of rows, as lines of text or as SVG.
struct ChartOutput: Sendable {
    /// The most lines of a chart.
    private static let height = 20

    private let isSVG: Bool
    private let width: Int
    private let height: Int
    let isUnicode: Bool
    let colors: ColorDepth
    /// The background of the terminal; nil if it is not known, or if nothing is drawn behind the line.
    private var background: ChartColor?
    private let askBackground: @Sendable () -> ChartColor?
    /// Whether traded amounts are drawn: they are for people who look, and a script sees the same as without them.
    let hasVolumes: Bool
    private var localTime: LocalTime
    private var areDays = false
    private let digits: Int?
    /// The condition of the values drawn.
    private let condition: String?
    private let isQuiet: Bool

    /// Returns the option `--chart`. `thing` is what each chart shows; `length` is the period without `--history`;
    /// `place` says where a value is shown, if that is not its time in a table.
    static func option<Request>(
        _ chart: @autoclosure @escaping Option<Request>.Place<Bool>, each thing: String, default length: String,
        at place: String = ""
    ) -> Option<Request> {
        Option.toggle(
            "chart", chart(), help: "Draw a chart per \(thing); with -f svg, as SVG."
        ).detailed("Covers the period of --history, or \(length) without it.\(place)").known(as: "plot", "graph")
            // A chart has no rows.
            .silencing(["fields", "no-header"])
            .excluding("append", saying: "\(option: "append") and \(option: "chart") cannot be used together")
    }

    /// Creates the output for the options.
    init(_ common: CommonOptions, _ environment: Environment) {
        isSVG = common.format == .svg
        let console = environment.console
        let given = environment.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, 10_000) : nil }
        width = console.columns ?? given ?? 80
        height = min(Self.height, max(1, (console.size()?.rows ?? .max) - 1))
        isUnicode = Terminal.isUTF8(environment.variables)
        colors = common.colors(environment)
        let isOnTerminal = console.columns != nil && !isSVG
        let isAsked = isOnTerminal && colors.hasFills && environment.variables["TERM"] != "dumb"
        askBackground = { isAsked ? Self.background(environment) : nil }
        hasVolumes = isOnTerminal || isSVG
        localTime = environment.localTime
        (digits, condition) = (common.digits, common.condition)
        isQuiet = common.quiet
    }

    /// Returns the background that the terminal says, or the last number of `COLORFGBG`, which some terminals set: 0 to
    /// 6 and 8 of the 16 colours are dark.
    private static func background(_ environment: Environment) -> ChartColor? {
        if let color = environment.console.background() { return color }
        let number = environment.variables["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
        return number.flatMap { (0...6).contains($0) || $0 == 8 ? ChartColor("#000000") : ChartColor("#ffffff") }
    }

    /// The output that knows the background of the terminal, which is asked for it. Ask once, before the first drawing.
    func knowingBackground() -> ChartOutput {
        var output = self
        output.background = askBackground()
        return output
    }

    /// The output for values of whole days. Those are days of UTC, so the dates are too, as in a table.
    var ofDays: ChartOutput {
        var output = self
        (output.localTime, output.areDays) = (.utc, true)
        return output
    }

    /// Formats a number for a title.
    func text(of number: Number, as presentation: Presentation) -> String {
        presentation.text(of: number, digits: digits)
    }

    /// Formats the price of one of the points for a title, as the chart does below its axis.
    func text(ofPrice price: Number, among points: [Chart.Point], areRates: Bool) -> String {
        Presentation.price.text(of: price, digits: priceDigits(points, areRates: areRates))
    }

    /// The decimals of prices, some of which are rates of currencies; nil for the default ones.
    private func priceDigits(_ points: [Chart.Point], areRates: Bool) -> Int? {
        digits ?? (areRates ? Chart.digits(ofRates: points) : Chart.digits(telling: points))
    }

    /// Returns the name of the time zone of the axis for a title.
    func zone(at time: Timestamp, importance: Int) -> Chart.Title.Fact {
        Chart.Title.Fact(localTime.zone(time), importance: importance)
    }

    /// Formats a past time for a title: its clock, and its day if that is not today.
    func moment(_ time: Timestamp, now: Timestamp) -> String {
        let isToday = localTime.date(time) == localTime.date(now)
        return (isToday ? "" : localTime.day(time) + " ") + localTime.clock(time)
    }

    /// Formats the time of one of the points for a title, always with its day.
    func text(of time: Timestamp, among points: [Chart.Point]) -> String {
        Chart.Times(of: points, in: localTime, areDays: areDays).textWithDay(of: time)
    }

    /// Returns the facts of a title about the period of a curve: what the value changed by, as `text` makes it of the
    /// first and the last value, and since when; of a single value only its time.
    func change(
        over points: [Chart.Point], importance: Int, text: (_ first: Number, _ last: Number) -> String?
    ) -> [Chart.Title.Fact] {
        typealias Fact = Chart.Title.Fact
        let known = points.filter { $0.value != nil }
        guard let first = known.first, let last = known.last else { return [] }
        let begin = self.text(of: first.time, among: points)
        guard known.count > 1, let start = first.value, let end = last.value,
            let change = start == end ? "unchanged" : text(start, end)
        else {
            return [Fact(begin, importance: importance)]
        }
        return [
            Fact(change, importance: importance), Fact("since \(begin)", importance: 3, isJoined: true),
        ]
    }

    /// Returns a chart whose times are local, or dates of UTC for whole days. If values were left out, its title says
    /// so.
    func chart(
        _ title: Chart.Title, _ points: [Chart.Point], yRange: ClosedRange<Double>? = nil, bands: [Chart.Band] = [],
        presentation: Presentation = .price, areRates: Bool = false
    ) -> Chart {
        var title = title
        if let condition { title.facts.append(Chart.Title.Fact("if \(condition)", importance: 2)) }
        return Chart(
            title: title, points: points, yRange: yRange, bands: bands, presentation: presentation,
            digits: presentation == .price ? priceDigits(points, areRates: areRates) : digits, localTime: localTime,
            areDays: areDays)
    }

    /// Returns the lines of a chart in a live view that has so much space.
    func lines(of chart: Chart, columns: Int, rows: Int) -> [[UInt8]] {
        drawing(chart, width: columns, height: min(rows, Self.height)).lines
    }

    private func drawing(_ chart: Chart, width: Int, height: Int) -> LineChart {
        LineChart(chart, width: width, height: height, isUnicode: isUnicode, colors: colors, background: background)
    }

    /// Returns the options for a row in the place of a chart that is so wide.
    func rendering(columns: Int) -> RenderingOptions {
        RenderingOptions(header: false, digits: digits, colors: colors, width: columns, isUnicode: isUnicode)
    }

    /// Writes the charts that have values, separated by empty lines, and reports those without. Returns false, without
    /// writing, if none has values.
    func print(_ charts: [Chart], to console: Console) throws(Failure) -> Bool {
        let drawn = charts.filter(\.hasValues)
        for chart in charts where !chart.hasValues && !isQuiet {
            console.say("\(chart.title.name): \(Chart.nothing)")
        }
        if drawn.isEmpty { return false }
        console.deferredNotices.open()
        if isSVG {
            try console.print(SVGChart(drawn).bytes)
        } else {
            let output = knowingBackground()
            let drawings = drawn.map { output.drawing($0, width: width, height: height).bytes }
            try console.print(Array(drawings.joined(separator: [UInt8(ascii: "\n")])))
        }
        return true
    }
}
