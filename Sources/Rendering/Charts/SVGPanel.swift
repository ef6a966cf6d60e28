/// One chart of an SVG file.
struct SVGPanel {
    /// The width of every panel in SVG units. A digit is about seven units wide.
    static let width = 800.0
    private static let digit = 7.5
    private static let plotHeight = 300.0
    private static let lineHeight = 20.0

    private let chart: Chart
    private let series: ChartSeries
    private let scale: ChartScale
    private let times: Chart.Times
    /// The lines above the plot: the name, and the facts if there are any.
    private let titles: [String]
    /// The edges of the plot.
    private var left, right: Double
    private let top: Double
    private var bottom: Double { top + Self.plotHeight }

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
        series = ChartSeries(chart.points)
        times = chart.times
        scale = ChartScale(series.values ?? 0...1, given: chart.yRange, distance: 0.1)
        let name = chart.title.name(columns: Int((Self.width - 40) / 10))
        let facts = chart.title.facts(
            columns: Self.factColumns, separator: Self.separator, atLeast: importance)
        titles = facts.isEmpty ? [name] : [name, facts]
        func room(_ labels: [String]) -> Double {
            20 + Self.digit * Double(labels.map { CharacterWidth.columns(of: $0) }.max() ?? 0)
        }
        left = min(Self.width / 3, room(scale.ticks.map(\.label)))
        right = Self.width - min(Self.width / 3, room(chart.bands.flatMap { [$0.name, $0.label] }))
        top = 32 + Self.lineHeight * Double(titles.count)
    }

    /// The name of the chart.
    var name: String { titles.joined(separator: ", ") }

    /// The height, including an empty strip at the bottom.
    var height: Double { bottom + Self.lineHeight * Double(legend.count + 2) + 8 }

    func write(to writer: inout SVGWriter) {
        writer.element("title", text: name)
        writer.element("desc", text: description)
        for (index, line) in titles.enumerated() {
            text(
                line, x: 16, y: 28 + Self.lineHeight * Double(index), anchor: "start",
                className: index == 0 ? "head" : nil, to: &writer)
        }
        guard series.values != nil else {
            return text(Chart.nothing, x: Self.width / 2, y: (top + bottom) / 2, anchor: "middle", to: &writer)
        }
        writeBands(to: &writer)
        writeAxes(to: &writer)
        writePresent(to: &writer)
        writeLine(to: &writer)
        for (index, line) in legend.enumerated() {
            text(line, x: left, y: bottom + Self.lineHeight * Double(index + 2) + 8, anchor: "start", to: &writer)
        }
    }

    // MARK: - Words

    private var marks: [String] {
        series.marks.map { mark in
            "\(mark.kind.name) \(chart.text(mark.place.number)) \(times.text(of: mark.place.time))"
        }
    }

    /// The position of the present on the time axis, and its name; nil if it is not in the chart.
    private var present: (share: Double, text: String)? {
        series.share(within: chart.present).flatMap { share in chart.presentText.map { (share, $0) } }
    }

    /// The marks with their symbols in one line, or one line each if that is too long.
    private var legend: [String] {
        let entries =
            zip(series.marks, marks).map { "\($0.kind.symbol) \($1)" }
            + (present.map { ["\(ChartSeries.presentRule) \($0.text)"] } ?? [])
        let line = entries.joined(separator: " · ")
        return left + Self.digit * Double(CharacterWidth.columns(of: line)) <= Self.width ? [line] : entries
    }

    /// The description of the chart in words.
    private var description: String {
        guard let times = series.times, series.values != nil else { return Chart.nothing }
        let count = series.runs.reduce(0) { $0 + $1.count }
        return "A line of \(count) \(count == 1 ? "value" : "values") from \(times.lowerBound) to \(times.upperBound): "
            + (marks + (present.map { [$0.text] } ?? [])).joined(separator: ", ")
    }

    private func text(
        _ text: String, x: Double, y: Double, anchor: String, className: String? = nil, to writer: inout SVGWriter
    ) {
        var attributes: [(StaticString, SVGWriter.Attribute)] = [
            ("x", .number(x)), ("y", .number(y)), ("text-anchor", .text(anchor)),
        ]
        if let className { attributes.append(("class", .text(className))) }
        writer.element("text", attributes, text: text)
    }

    // MARK: - Geometry

    private func x(_ share: Double) -> Double { left + share * (right - left) }
    private func y(_ value: Double) -> Double { bottom - scale.share(value) * Self.plotHeight }

    private func writeBands(to writer: inout SVGWriter) {
        for (index, band) in chart.bands.enumerated() {
            let (low, high) = (y(band.range.lowerBound), y(chart.top(ofBandAt: index)))
            guard low > high else { continue }
            writer.element(
                "rect",
                [
                    ("class", .text("band")), ("x", .number(left)), ("y", .number(high)),
                    ("width", .number(right - left)), ("height", .number(low - high)),
                    ("fill", .text(band.color.hex)),
                ])
            writeName(of: band, middle: (low + high) / 2, height: low - high, to: &writer)
        }
    }

    /// Writes the name of a band beside it, and its range below if there is room.
    private func writeName(of band: Chart.Band, middle: Double, height: Double, to writer: inout SVGWriter) {
        let lines = [band.name, band.label].filter { !$0.isEmpty }
        let shown = lines.prefix(max(0, Int(height / 14)))
        for (index, line) in shown.enumerated() {
            let y = middle + 4 + 15 * (Double(index) - Double(shown.count - 1) / 2)
            text(line, x: right + 8, y: y, anchor: "start", className: index > 0 ? "note" : nil, to: &writer)
        }
    }

    private func writeAxes(to writer: inout SVGWriter) {
        for tick in scale.ticks {
            let y = y(tick.value)
            line(x1: left, y1: y, x2: right, y2: y, className: "grid", to: &writer)
            text(tick.label, x: left - 8, y: y + 4, anchor: "end", to: &writer)
        }
        line(x1: left, y1: top, x2: left, y2: bottom, className: "axis", to: &writer)
        line(x1: left, y1: bottom, x2: right, y2: bottom, className: "axis", to: &writer)
        let axis = TimeAxis(series, times, columns: Int((right - left) / Self.digit))
        for tick in axis.ticks {
            let x = x(tick.share)
            line(x1: x, y1: bottom, x2: x, y2: bottom + 5, className: "axis", to: &writer)
            let half = Self.digit * Double(tick.end - tick.start) / 2
            let (place, anchor) =
                x < half + 4
                ? (4, "start") : x + half > Self.width - 4 ? (Self.width - 4, "end") : (x, "middle")
            text(tick.label, x: place, y: bottom + 20, anchor: anchor, to: &writer)
        }
    }

    private func writePresent(to writer: inout SVGWriter) {
        guard let present else { return }
        let x = x(present.share)
        line(x1: x, y1: top, x2: x, y2: bottom, className: "axis", isDashed: true, to: &writer)
    }

    private func line(
        x1: Double, y1: Double, x2: Double, y2: Double, className: String, isDashed: Bool = false,
        to writer: inout SVGWriter
    ) {
        writer.element(
            "line",
            [
                ("class", .text(className)), ("x1", .number(x1)), ("y1", .number(y1)), ("x2", .number(x2)),
                ("y2", .number(y2)),
            ] + (isDashed ? [("stroke-dasharray", .text("4 3"))] : []))
    }

    private func writeLine(to writer: inout SVGWriter) {
        let path = series.runs.map { run in
            "M"
                + run.map { place in
                    SVGWriter.coordinate(x(series.share(place.seconds))) + " " + SVGWriter.coordinate(y(place.value))
                }.joined(separator: "L")
        }
        writer.element("path", [("class", .text("line")), ("d", .text(path.joined()))])
        // A run of one point has no line.
        for run in series.runs where run.count == 1 { dot(run[0], radius: 2.5, words: nil, to: &writer) }
        for (mark, words) in zip(series.marks, marks) {
            switch mark.kind {
            case .highest: triangle(mark.place, height: -9, words: words, to: &writer)
            case .lowest: triangle(mark.place, height: 9, words: words, to: &writer)
            case .last: dot(mark.place, radius: 4, words: words, to: &writer)
            }
        }
    }

    private func dot(
        _ place: ChartSeries.Sample, radius: Double, words: String?, to writer: inout SVGWriter
    ) {
        shape(
            "circle",
            [
                ("class", .text("dot")), ("cx", .number(x(series.share(place.seconds)))),
                ("cy", .number(y(place.value))), ("r", .number(radius)),
            ], words: words, to: &writer)
    }

    /// Draws a triangle around a place. It points up if its height is negative.
    private func triangle(
        _ place: ChartSeries.Sample, height: Double, words: String, to writer: inout SVGWriter
    ) {
        let (x, y) = (x(series.share(place.seconds)), y(place.value))
        let corners = [(x, y + height / 2), (x + 5, y - height / 2), (x - 5, y - height / 2)]
        let points = corners.map { SVGWriter.coordinate($0) + " " + SVGWriter.coordinate($1) }.joined(separator: " ")
        shape("polygon", [("class", .text("dot")), ("points", .text(points))], words: words, to: &writer)
    }

    private func shape(
        _ name: StaticString, _ attributes: [(StaticString, SVGWriter.Attribute)], words: String?,
        to writer: inout SVGWriter
    ) {
        guard let words else { return writer.element(name, attributes) }
        writer.element(name, attributes) { $0.element("title", text: words) }
    }
}
