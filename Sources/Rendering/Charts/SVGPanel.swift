/// One chart of an SVG file.
struct SVGPanel {
    /// The width of every panel in SVG units. A digit is about seven units wide.
    static let width = 800.0
    static let digit = 7.5
    private static let plotHeight = 300.0
    private static let stripHeight = 48.0
    private static let lineHeight = 20.0

    let chart: Chart
    /// The series of the curves.
    let all: [ChartSeries]
    /// The only series, or the first one.
    var series: ChartSeries { all[0] }
    let scale: ChartScale
    let times: Chart.Times
    /// The lines above the plot: the name, and the facts if there are any.
    private let titles: [String]
    /// The edges of the plot.
    private(set) var left, right: Double
    let top: Double
    var bottom: Double { top + Self.plotHeight }
    /// The time axis, which is below the bars of traded amounts if there are any.
    let foot: Double
    /// The greatest traded amount; nil without bars.
    let greatestVolume: Number?

    /// Creates the panels of a picture. Their plots have the same left and right edges, so that equal times are one
    /// below the other, and their titles name the same facts.
    static func panels(_ charts: [Chart]) -> [SVGPanel] {
        let least = charts.map { $0.title.leastImportance(columns: factColumns, separator: separator) }.max()
        var panels = charts.map { SVGPanel($0, factsFrom: least ?? .min) }
        let left = panels.map(\.left).max() ?? 0
        let right = panels.map(\.right).min() ?? width
        for index in panels.indices { (panels[index].left, panels[index].right) = (left, right) }
        return panels
    }

    private static let factColumns = Int((width - 40) / 7)
    private static let separator = " · "

    private init(_ chart: Chart, factsFrom importance: Int) {
        self.chart = chart
        all = ChartSeries.all(of: chart)
        times = chart.times
        scale = ChartScale(
            ChartSeries.values(of: all) ?? 0...1, given: chart.yRange, distance: 0.1, unit: chart.unit)
        let name = chart.title.name(columns: Int((Self.width - 40) / 10))
        let facts = chart.title.facts(
            columns: Self.factColumns, separator: Self.separator, atLeast: importance)
        titles = facts.isEmpty ? [name] : [name, facts]
        func room(_ labels: [String]) -> Double {
            20 + Self.digit * Double(labels.map { CharacterWidth.columns(of: $0) }.max() ?? 0)
        }
        left = min(Self.width / 3, room(scale.ticks.map(\.label)))
        let names = chart.style == .curves ? all.map { "● " + $0.name } : chart.bands.flatMap { [$0.name, $0.label] }
        right = Self.width - min(Self.width / 3, room(names))
        top = 32 + Self.lineHeight * Double(titles.count)
        greatestVolume = all[0].greatestVolume
        foot = top + Self.plotHeight + (greatestVolume != nil ? Self.stripHeight : 0)
    }

    /// The name of the chart.
    var name: String { titles.joined(separator: ", ") }

    /// The height, including an empty strip at the bottom.
    var height: Double { foot + Self.lineHeight * Double(legend.count + 2) + 8 }

    func write(to writer: inout SVGWriter) {
        writer.element("title", text: name)
        writer.element("desc", text: description)
        for (index, line) in titles.enumerated() {
            text(
                line, x: 16, y: 28 + Self.lineHeight * Double(index), anchor: "start",
                className: index == 0 ? "head" : nil, to: &writer)
        }
        guard ChartSeries.values(of: all) != nil else {
            return text(Chart.nothing, x: Self.width / 2, y: (top + bottom) / 2, anchor: "middle", to: &writer)
        }
        writeBands(to: &writer)
        writeAxes(to: &writer)
        writePresent(to: &writer)
        switch chart.style {
        case .candlesticks: writeCandles(to: &writer)
        case .curves: writeCurves(to: &writer)
        case .line, .change: writeLine(to: &writer)
        }
        writeVolumes(to: &writer)
        for (index, line) in legend.enumerated() {
            text(line, x: left, y: foot + Self.lineHeight * Double(index + 2) + 8, anchor: "start", to: &writer)
        }
    }

    // MARK: - Words

    /// The marks of the only series in words; of several curves the name and the last value of each.
    var marks: [String] {
        if chart.style == .curves {
            return all.map { $0.words(in: chart) }
        }
        return series.marks.map { mark in
            "\(mark.kind.name) \(chart.text(mark.place.number)) \(times.text(of: mark.place.time))"
        }
    }

    /// The position of the present on the time axis, and its name; nil if it is not in the chart.
    var present: (share: Double, text: String)? {
        series.share(within: chart.present).flatMap { share in chart.presentText.map { (share, $0) } }
    }

    /// The marks with their symbols in one line, or one line each if that is too long.
    private var legend: [String] {
        let symbols =
            switch chart.style {
            case .curves: all.indices.map { "\(CurveSign.of($0).symbol) " }
            case .candlesticks: marks.map { _ in "" }
            case .line, .change: series.marks.map { "\($0.kind.symbol) " }
            }
        let entries =
            zip(symbols, marks).map { $0 + $1 } + (present.map { ["\(ChartSeries.presentRule) \($0.text)"] } ?? [])
            + (volume.map { [$0] } ?? [])
        let line = entries.joined(separator: " · ")
        return left + Self.digit * Double(CharacterWidth.columns(of: line)) <= Self.width ? [line] : entries
    }

    /// The greatest traded amount in words; nil without bars.
    private var volume: String? { greatestVolume.map { "max volume \(Chart.text(ofAmount: $0))" } }

    /// The description of the chart in words.
    private var description: String {
        guard let times = series.times, ChartSeries.values(of: all) != nil else { return Chart.nothing }
        let count = all.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } }
        let things =
            switch chart.style {
            case .line, .change: "A line of \(count) \(count == 1 ? "value" : "values")"
            case .candlesticks: count == 1 ? "1 candle" : "\(count) candles"
            case .curves: all.count == 1 ? "1 line" : "\(all.count) lines"
            }
        let words = marks + [present?.text, volume].compactMap(\.self)
        return "\(things) from \(times.lowerBound) to \(times.upperBound): " + words.joined(separator: ", ")
    }

    func text(
        _ text: String, x: Double, y: Double, anchor: String, className: String? = nil, to writer: inout SVGWriter
    ) {
        var attributes: [(StaticString, SVGWriter.Attribute)] = [
            ("x", .number(x)), ("y", .number(y)), ("text-anchor", .text(anchor)),
        ]
        if let className { attributes.append(("class", .text(className))) }
        writer.element("text", attributes, text: text)
    }
}
