extension SVGPanel {
    func writeLine(to writer: inout SVGWriter) {
        let tone = chart.style == .change ? Self.className(of: series.tone) : ""
        if chart.style == .change { writeArea(tone, to: &writer) }
        writer.element("path", [("class", .text("line" + tone)), ("d", .text(path(of: series)))])
        writeSinglePoints(of: series, className: "dot" + tone, to: &writer)
        for (mark, words) in zip(series.marks, marks) {
            switch mark.kind {
            case .highest: triangle(mark.place, height: -9, tone, words: words, to: &writer)
            case .lowest: triangle(mark.place, height: 9, tone, words: words, to: &writer)
            case .last:
                let circle = circle(mark.place, of: series, radius: 4)
                shape("circle", [("class", .text("dot" + tone))] + circle, words: words, to: &writer)
            }
        }
    }

    /// Returns the class of a tone, after the space that follows another class.
    private static func className(of tone: Tone) -> String {
        switch tone {
        case .rise: " rise"
        case .fall: " fall"
        default: ""
        }
    }

    private func place(_ place: ChartSeries.Sample, of series: ChartSeries) -> String {
        corner(x(series.share(place.seconds)), y(place.value))
    }

    private func corner(_ x: Double, _ y: Double) -> String {
        SVGWriter.coordinate(x) + " " + SVGWriter.coordinate(y)
    }

    private func path(of series: ChartSeries) -> String {
        series.runs.map { run in "M" + run.map { place($0, of: series) }.joined(separator: "L") }.joined()
    }

    /// Fills what is below the line.
    private func writeArea(_ tone: String, to writer: inout SVGWriter) {
        let parts = series.runs.filter { $0.count > 1 }.map { run in
            let ends = [run[run.count - 1], run[0]].map { corner(x(series.share($0.seconds)), bottom) }
            return "M" + (run.map { place($0, of: series) } + ends).joined(separator: "L") + "Z"
        }
        guard !parts.isEmpty else { return }
        writer.element("path", [("class", .text("area" + tone)), ("d", .text(parts.joined()))])
    }

    private func circle(
        _ place: ChartSeries.Sample, of series: ChartSeries, radius: Double
    ) -> [(StaticString, SVGWriter.Attribute)] {
        [
            ("cx", .number(x(series.share(place.seconds)))), ("cy", .number(y(place.value))), ("r", .number(radius)),
        ]
    }

    /// Draws a triangle around a place. It points up if its height is negative.
    private func triangle(
        _ place: ChartSeries.Sample, height: Double, _ tone: String, words: String, to writer: inout SVGWriter
    ) {
        let (x, y) = (x(series.share(place.seconds)), y(place.value))
        let corners = [(x, y + height / 2), (x + 5, y - height / 2), (x - 5, y - height / 2)]
        let points = corners.map { SVGWriter.coordinate($0) + " " + SVGWriter.coordinate($1) }.joined(separator: " ")
        shape("polygon", [("class", .text("dot" + tone)), ("points", .text(points))], words: words, to: &writer)
    }

    /// Writes the points of runs of one point, which have no line.
    private func writeSinglePoints(
        of series: ChartSeries, className: String, style: [(StaticString, SVGWriter.Attribute)] = [],
        to writer: inout SVGWriter
    ) {
        for run in series.runs where run.count == 1 {
            writer.element("circle", [("class", .text(className))] + circle(run[0], of: series, radius: 2.5) + style)
        }
    }

    /// Writes each curve with dashes of its own, and the symbol of the legend and its name at its end.
    func writeCurves(to writer: inout SVGWriter) {
        // Names that would overlap are moved down, the upper one first.
        var names: [(y: Double, text: String, color: String)] = []
        for (index, series) in all.enumerated() {
            let sign = CurveSign.of(index)
            let dashes: [(StaticString, SVGWriter.Attribute)] =
                sign.dashes.isEmpty ? [] : [("stroke-dasharray", .text(sign.dashes))]
            writer.element(
                "path",
                [("class", .text("curve")), ("stroke", .text(sign.color.hex)), ("d", .text(path(of: series)))] + dashes)
            writeSinglePoints(
                of: series, className: "point", style: [("fill", .text(sign.color.hex))], to: &writer)
            if let last = series.marks.last?.place {
                names.append((y(last.value), "\(sign.symbol) \(series.name)", sign.color.hex))
            }
        }
        var free = top
        for (index, name) in names.sorted(by: { $0.y < $1.y }).enumerated() {
            // Those that follow need room above the axis.
            let lowest = bottom - 14 * Double(names.count - 1 - index)
            let y = max(free, min(name.y + 4, lowest))
            free = y + 14
            writer.element(
                "text",
                [
                    ("x", .number(right + 6)), ("y", .number(y)), ("style", .text("fill: \(name.color)")),
                ], text: name.text)
        }
    }

    /// Writes candles: the body of a rise is empty, that of a fall is full.
    func writeCandles(to writer: inout SVGWriter) {
        let candles = series.candles(columns: Int((right - left) / 4))
        let width = min(12, max(2, (right - left) / Double(max(1, candles.count)) * 0.6))
        for candle in candles {
            let (x, tone) = (x(candle.share), Self.className(of: candle.tone))
            let (top, bottom) = (y(candle.top.value.doubleValue), y(candle.bottom.value.doubleValue))
            let (high, low) = (y(candle.bar.high.value.doubleValue), y(candle.bar.low.value.doubleValue))
            line(x1: x, y1: high, x2: x, y2: top, className: "wick" + tone, to: &writer)
            line(x1: x, y1: bottom, x2: x, y2: low, className: "wick" + tone, to: &writer)
            writer.element(
                "rect",
                [
                    ("class", .text("body" + tone)), ("x", .number(x - width / 2)), ("y", .number(top)),
                    ("width", .number(width)), ("height", .number(max(1, bottom - top))),
                ])
        }
    }

    /// Writes the bars of the traded amounts, in a strip below the plot.
    func writeVolumes(to writer: inout SVGWriter) {
        guard let most = greatestVolume?.value.doubleValue else { return }
        let columns = Int((right - left) / 4)
        let step = (right - left) / Double(columns)
        var path = ""
        for (column, volume) in series.volumes(columns: columns).enumerated() {
            guard let volume, volume > 0 else { continue }
            let height = max(1, volume / most * (foot - bottom - 8))
            let (x, y) = (left + Double(column) * step, foot - height)
            path +=
                "M"
                + [corner(x, foot), corner(x, y), corner(x + step, y), corner(x + step, foot)].joined(separator: "L")
            path += "Z"
        }
        writer.element("path", [("class", .text("volume")), ("d", .text(path))])
    }

    private func shape(
        _ name: StaticString, _ attributes: [(StaticString, SVGWriter.Attribute)], words: String,
        to writer: inout SVGWriter
    ) {
        writer.element(name, attributes) { $0.element("title", text: words) }
    }
}
