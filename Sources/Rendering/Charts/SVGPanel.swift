/// One chart of an SVG file.
struct SVGPanel {
    /// The width of every panel in SVG units. A digit is about seven units wide.
    static let width = 800.0
    static let digit = 7.5
    private static let plotHeight = 300.0
    private static let stripHeight = 48.0
    private static let lineHeight = 20.0

    let plot: Plot
    let scale: ChartScale
    /// The lines above the plot: the name, and the facts if there are any.
    private let titles: [String]
    /// The edges of the plot.
    private(set) var left, right: Double
    let top, bottom: Double
    /// The time axis, which is below the bars of traded amounts if there are any.
    let foot: Double
    var svg = SVGWriter()

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
        plot = Plot(chart)
        scale = plot.scale(distance: 0.1)
        let name = chart.title.name(columns: Int((Self.width - 40) / 10))
        let facts = chart.title.facts(columns: Self.factColumns, separator: Self.separator, atLeast: importance)
        titles = facts.isEmpty ? [name] : [name, facts]
        func room(_ labels: [String]) -> Double {
            20 + Self.digit * Double(labels.map { CharacterWidth.columns(of: $0) }.max() ?? 0)
        }
        left = min(Self.width / 3, room(scale.ticks.map(\.label)))
        let names =
            chart.style == .curves ? plot.all.map { "● " + $0.name } : chart.bands.flatMap { [$0.name, $0.label] }
        right = Self.width - min(Self.width / 3, room(names))
        top = 32 + Self.lineHeight * Double(titles.count)
        bottom = top + Self.plotHeight
        foot = bottom + (plot.greatestVolume != nil ? Self.stripHeight : 0)
    }

    /// The name of the chart.
    var name: String { titles.joined(separator: ", ") }

    /// The height, including an empty strip at the bottom.
    var height: Double { foot + Self.lineHeight * Double(legend.count + 2) + 8 }

    /// Returns the elements of the panel.
    func drawn() -> [UInt8] {
        var panel = self
        panel.draw()
        return panel.svg.bytes
    }

    private mutating func draw() {
        svg.element("title", text: name)
        svg.element("desc", text: description)
        for (index, line) in titles.enumerated() {
            text(line, x: 16, y: 28 + Self.lineHeight * Double(index), className: index == 0 ? "head" : "")
        }
        guard plot.values != nil else {
            return text(Chart.nothing, x: Self.width / 2, y: (top + bottom) / 2, anchor: "middle")
        }
        plot.draw(on: &self)
        if plot.chart.style == .curves { writeNames() }
        for (index, line) in legend.enumerated() {
            text(line, x: left, y: foot + Self.lineHeight * Double(index + 2) + 8)
        }
    }

    /// Writes the name of each curve at its end. Names that would overlap are moved down, the upper one first.
    private mutating func writeNames() {
        let names = plot.all.enumerated().compactMap { index, series in
            series.runs.last?.last.map { (y: point($0).y, text: series.name, sign: CurveSign.of(index)) }
        }
        var free = top
        for (index, name) in names.sorted(by: { $0.y < $1.y }).enumerated() {
            // Those that follow need room above the axis.
            let lowest = bottom - 14 * Double(names.count - 1 - index)
            let y = max(free, min(name.y + 4, lowest))
            free = y + 14
            svg.element(
                "text", numbers: ["x": right + 6, "y": y], ["style": "fill: \(name.sign.color.hex)"],
                text: "\(name.sign.symbol) \(name.text)")
        }
    }

    // MARK: - Words

    private var entries: [Plot.Entry] { plot.legend + plot.volumeLegend }

    /// The legend in one line, or a line for each entry if that is too long.
    private var legend: [String] {
        let all = entries.map { $0.symbol + $0.words }
        let line = all.joined(separator: Self.separator)
        return left + Self.digit * Double(CharacterWidth.columns(of: line)) <= Self.width ? [line] : all
    }

    /// The description of the chart in words.
    private var description: String {
        let all = plot.all
        guard let times = all[0].times, plot.values != nil else { return Chart.nothing }
        let count = all.reduce(0) { $0 + $1.runs.reduce(0) { $0 + $1.count } }
        let things =
            switch plot.chart.style {
            case .line, .change: "A line of \(count) \(count == 1 ? "value" : "values")"
            case .candlesticks: count == 1 ? "1 candle" : "\(count) candles"
            case .curves: all.count == 1 ? "1 line" : "\(all.count) lines"
            }
        let words = entries.map(\.words).joined(separator: ", ")
        return "\(things) from \(times.lowerBound) to \(times.upperBound): " + words
    }
}
