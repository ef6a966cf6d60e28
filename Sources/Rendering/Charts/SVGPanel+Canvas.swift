import DecimalArithmetic

extension SVGPanel: Canvas {
    var columns: Int { Int((right - left) / 4) }
    var textColumns: Int { Int((right - left) / Self.digit) }

    private func x(_ share: Double) -> Double { left + share * (right - left) }
    private func y(_ share: Double) -> Double { bottom - share * (bottom - top) }

    func point(_ place: ChartSeries.Sample) -> (x: Double, y: Double) { (x(place.share), y(scale.share(place.value))) }

    private func path(_ points: [(x: Double, y: Double)]) -> String {
        "M" + points.map { $0.coordinate + " " + $1.coordinate }.joined(separator: "L")
    }

    /// Returns the class of a line or of a candle after that of its kind.
    private func className(_ kind: String, _ tone: Tone?) -> String {
        switch tone {
        case .rise: kind + " rise"
        case .fall: kind + " fall"
        default: kind
        }
    }

    mutating func text(_ text: String, x: Double, y: Double, anchor: String = "start", className: String = "") {
        svg.element("text", numbers: ["x": x, "y": y], ["text-anchor": anchor, "class": className], text: text)
    }

    private mutating func line(_ className: String, x1: Double, y1: Double, x2: Double, y2: Double) {
        svg.element("line", class: className, numbers: ["x1": x1, "y1": y1, "x2": x2, "y2": y2])
    }

    /// The name of the band is beside the plot, and its range below the name if there is room.
    mutating func fill(_ heights: ClosedRange<Double>, as band: Chart.Band) {
        let (low, high) = (y(heights.lowerBound), y(heights.upperBound))
        svg.element(
            "rect", class: "band",
            numbers: ["x": left, "y": high, "width": right - left, "height": low - high], ["fill": band.color.hex])
        let shown = [band.name, band.label].filter { !$0.isEmpty }.prefix(max(0, Int((low - high) / 14)))
        for (index, line) in shown.enumerated() {
            let y = (low + high) / 2 + 4 + 15 * (Double(index) - Double(shown.count - 1) / 2)
            text(line, x: right + 8, y: y, className: index > 0 ? "note" : "")
        }
    }

    mutating func fill(below series: ChartSeries, _ tone: Tone) {
        let areas = series.runs.filter { $0.count > 1 }.map { run in
            path(run.map(point) + [(point(run[run.count - 1]).x, bottom), (point(run[0]).x, bottom)]) + "Z"
        }
        if !areas.isEmpty { svg.element("path", class: className("area", tone), ["d": areas.joined()]) }
    }

    mutating func label(_ height: Double, _ label: String) {
        let y = y(height)
        line("grid", x1: left, y1: y, x2: right, y2: y)
        text(label, x: left - 8, y: y + 4, anchor: "end")
    }

    mutating func draw(_ axis: TimeAxis) {
        line("axis", x1: left, y1: top, x2: left, y2: foot)
        line("axis", x1: left, y1: foot, x2: right, y2: foot)
        for tick in axis.ticks {
            let x = x(tick.share)
            line("axis", x1: x, y1: foot, x2: x, y2: foot + 5)
            let half = Self.digit * Double(tick.end - tick.start) / 2
            let (place, anchor) =
                x < half + 4
                ? (4, "start") : x + half > Self.width - 4 ? (Self.width - 4, "end") : (x, "middle")
            text(tick.label, x: place, y: foot + 20, anchor: anchor)
        }
    }

    mutating func rule(at share: Double) {
        let x = x(share)
        svg.element(
            "line", class: "axis", numbers: ["x1": x, "y1": top, "x2": x, "y2": bottom], ["stroke-dasharray": "4 3"])
    }

    /// One of several lines has dashes of its own.
    mutating func line(_ series: ChartSeries, _ tone: Tone?, _ sign: CurveSign?) {
        let (color, dashes) = (sign?.color.hex ?? "", sign?.dashes ?? "")
        svg.element(
            "path", class: className(sign == nil ? "line" : "curve", tone),
            [
                "stroke": color, "d": series.runs.map { path($0.map(point)) }.joined(), "stroke-dasharray": dashes,
            ])
        for run in series.runs where run.count == 1 {
            let (x, y) = point(run[0])
            svg.element(
                "circle", class: className(sign == nil ? "dot" : "point", tone),
                numbers: ["cx": x, "cy": y, "r": 2.5], ["fill": color])
        }
    }

    /// The highest value has a triangle that points up, the lowest one a triangle that points down, the last one a dot.
    mutating func draw(_ mark: ChartSeries.Mark, at place: ChartSeries.Sample, _ tone: Tone?, words: String) {
        let kind = className("dot", tone)
        let (x, y) = point(place)
        guard mark != .last else {
            return svg.element("circle", class: kind, numbers: ["cx": x, "cy": y, "r": 4], title: words)
        }
        let half = mark == .highest ? -4.5 : 4.5
        let corners = [(x, y + half), (x + 5, y - half), (x - 5, y - half)]
        let points = corners.map { $0.coordinate + " " + $1.coordinate }.joined(separator: " ")
        svg.element("polygon", class: kind, ["points": points], title: words)
    }

    /// The body of a rise is empty, that of a fall is full.
    mutating func draw(_ candles: [ChartSeries.Candle]) {
        let width = min(12, max(2, (right - left) / Double(max(1, candles.count)) * 0.6))
        for candle in candles {
            let x = x(candle.share)
            let (high, low) = (y(of: candle.bar.high), y(of: candle.bar.low))
            let (top, bottom) = (y(of: candle.top), y(of: candle.bottom))
            line(className("wick", candle.tone), x1: x, y1: high, x2: x, y2: top)
            line(className("wick", candle.tone), x1: x, y1: bottom, x2: x, y2: low)
            svg.element(
                "rect", class: className("body", candle.tone),
                numbers: ["x": x - width / 2, "y": top, "width": width, "height": max(1, bottom - top)])
        }
    }

    private func y(of price: Number) -> Double { y(scale.share(price.value.doubleValue)) }

    mutating func draw(bars heights: [Double]) {
        let step = (right - left) / Double(heights.count)
        let bars = heights.enumerated().filter { $0.element > 0 }.map { column, height in
            let (x, y) = (left + Double(column) * step, foot - max(1, height * (foot - bottom - 8)))
            return path([(x, foot), (x, y), (x + step, y), (x + step, foot)]) + "Z"
        }
        svg.element("path", class: "volume", ["d": bars.joined()])
    }
}
