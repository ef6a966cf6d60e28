extension SVGPanel {
    func x(_ share: Double) -> Double { left + share * (right - left) }
    func y(_ value: Double) -> Double { bottom - scale.share(value) * (bottom - top) }

    func writeBands(to writer: inout SVGWriter) {
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

    func writeAxes(to writer: inout SVGWriter) {
        for tick in scale.ticks {
            let y = y(tick.value)
            line(x1: left, y1: y, x2: right, y2: y, className: "grid", to: &writer)
            text(tick.label, x: left - 8, y: y + 4, anchor: "end", to: &writer)
        }
        line(x1: left, y1: top, x2: left, y2: foot, className: "axis", to: &writer)
        line(x1: left, y1: foot, x2: right, y2: foot, className: "axis", to: &writer)
        let longest = all.max { $0.moments.count < $1.moments.count } ?? series
        let axis = TimeAxis(longest, times, columns: Int((right - left) / SVGPanel.digit))
        for tick in axis.ticks {
            let x = x(tick.share)
            line(x1: x, y1: foot, x2: x, y2: foot + 5, className: "axis", to: &writer)
            let half = SVGPanel.digit * Double(tick.end - tick.start) / 2
            let (place, anchor) =
                x < half + 4
                ? (4, "start") : x + half > Self.width - 4 ? (Self.width - 4, "end") : (x, "middle")
            text(tick.label, x: place, y: foot + 20, anchor: anchor, to: &writer)
        }
    }

    func writePresent(to writer: inout SVGWriter) {
        guard let present else { return }
        let x = x(present.share)
        line(x1: x, y1: top, x2: x, y2: bottom, className: "axis", isDashed: true, to: &writer)
    }

    func line(
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
}
