extension LineChart {
    /// Returns the lines of the plot, of the strip of amounts, and of the time axis.
    func plot(_ all: [ChartSeries], values: ClosedRange<Double>, layout: Layout) -> [[UInt8]] {
        // A row without a label between every two keeps labels apart.
        let scale = ChartScale(
            values, given: chart.yRange, distance: 2 / Double(max(1, layout.rows - 1)), unit: chart.unit)
        let widest = scale.ticks.map(\.label.utf8.count).max() ?? 0
        // The labels, a space and the axis. If they leave almost no room, the plot is drawn alone.
        let hasAxis = layout.axis > 0 && width >= widest + 10
        let gutter = hasAxis ? widest + 2 : 0
        let columns = width - gutter
        let grid = drawn(all, scale: scale, columns: columns, rows: layout.rows)
        var labels: [Int: String] = [:]
        for tick in scale.ticks { labels[grid.row(scale.share(tick.value))] = tick.label }
        let fills = fills(of: grid, all, scale: scale)
        var lines = (0..<layout.rows).map { row in
            let value = value(ofRow: row, scale: scale, rows: layout.rows)
            let axis = hasAxis ? yAxis(labels[row], widest: widest, band: chart.band(of: value)) : ""
            return line((0..<columns).map { grid[row, $0] }, in: grid, fills: fills[row], after: axis)
        }
        lines += strip(all[0], columns: columns, rows: layout.strip, widest: hasAxis ? widest : nil)
        guard layout.axis > 0, let longest = all.max(by: { $0.moments.count < $1.moments.count }) else { return lines }
        let axis = TimeAxis(longest, chart.times, columns: columns)
        let rule = axis.rule(isASCII: glyphs == .ascii)
        let indent = String(repeating: " ", count: max(0, gutter - 1))
        lines.append(text(hasAxis ? indent + (glyphs == .ascii ? "+" : "└") + rule : rule))
        if !axis.ticks.isEmpty { lines.append(text(hasAxis ? indent + " " + axis.labels : axis.labels)) }
        return lines
    }

    private func value(ofRow row: Int, scale: ChartScale, rows: Int) -> Double {
        let share = rows > 1 ? 1 - Double(row) / Double(rows - 1) : 0.5
        return scale.range.lowerBound + share * (scale.range.upperBound - scale.range.lowerBound)
    }

    private func drawn(_ all: [ChartSeries], scale: ChartScale, columns: Int, rows: Int) -> DotGrid {
        var grid = DotGrid(columns: columns, rows: rows, isBraille: glyphs == .braille)
        switch chart.style {
        case .candlesticks: drawCandles(all[0], scale: scale, in: &grid)
        case .line: drawLine(all[0], ink: DotGrid.Ink { tone(of: $0) }, scale: scale, in: &grid)
        case .change:
            let tone = all[0].tone
            drawLine(all[0], ink: DotGrid.Ink { _ in tone }, scale: scale, in: &grid)
        case .curves:
            for (index, series) in all.enumerated() { drawCurve(series, CurveSign.of(index), scale: scale, in: &grid) }
        }
        if let share = all[0].share(within: chart.present) { grid.rule(share, with: presentRule) }
        return grid
    }

    private func tone(of value: Double) -> Tone { chart.band(of: value).map { .tint($0.color) } ?? .none }

    /// Draws a line with its highest, its lowest and its last value.
    private func drawLine(_ series: ChartSeries, ink: DotGrid.Ink, scale: ChartScale, in grid: inout DotGrid) {
        drawRuns(series, ink, scale: scale, in: &grid)
        for mark in series.marks {
            let (dot, value) = end(mark.place, series, scale, grid)
            grid.mark(dot, with: character(of: mark.kind), ink.tone(value))
        }
    }

    /// Draws one of several lines, with its symbol a few times on it: its colour is not the only sign.
    private func drawCurve(_ series: ChartSeries, _ sign: CurveSign, scale: ChartScale, in grid: inout DotGrid) {
        let ink = DotGrid.Ink(tone: { _ in .tint(sign.color) }, stroke: sign.stroke)
        drawRuns(series, ink, scale: scale, in: &grid)
        guard glyphs == .braille else { return }
        let places = series.runs.flatMap(\.self)
        for quarter in 1...4 where !places.isEmpty {
            let place = places[max(0, places.count * quarter / 4 - 1)]
            grid.mark(end(place, series, scale, grid).dot, with: sign.symbol, .tint(sign.color))
        }
    }

    private func drawRuns(_ series: ChartSeries, _ ink: DotGrid.Ink, scale: ChartScale, in grid: inout DotGrid) {
        for run in series.runs {
            for (from, to) in zip(run, run.dropFirst()) {
                grid.line(end(from, series, scale, grid), end(to, series, scale, grid), ink)
            }
            // A single dot is hard to see.
            if run.count == 1 {
                let (dot, value) = end(run[0], series, scale, grid)
                grid.mark(dot, with: glyphs == .ascii ? ink.stroke : "•", ink.tone(value))
            }
        }
    }

    private func end(
        _ place: ChartSeries.Sample, _ series: ChartSeries, _ scale: ChartScale, _ grid: DotGrid
    ) -> (dot: DotGrid.Dot, value: Double) {
        (grid.dot(series.share(place.seconds), scale.share(place.value)), place.value)
    }

    /// Returns the text to the left of a row: the label, if it has one, and a piece of the axis in the colour of its
    /// band.
    private func yAxis(_ label: String?, widest: Int, band: Chart.Band?) -> String {
        let piece =
            switch (glyphs, label != nil) {
            case (.braille, true): "┤"
            case (.braille, false): "│"
            case (.ascii, true): "+"
            case (.ascii, false): "|"
            }
        let padding = String(repeating: " ", count: widest - (label?.utf8.count ?? 0))
        return padding + (label ?? "") + " " + colored(piece, band?.color)
    }
}

// MARK: - Colours behind the line

extension LineChart {
    /// Returns the colour behind each cell of each row: that of the band there, or below a line that of its change.
    private func fills(of grid: DotGrid, _ all: [ChartSeries], scale: ChartScale) -> [[ChartColor?]] {
        let none = Array(repeating: Array(repeating: ChartColor?.none, count: grid.columns), count: grid.rows)
        guard background != nil, colors.hasFills else { return none }
        if !chart.bands.isEmpty {
            return (0..<grid.rows).map { row in
                let band = chart.band(of: value(ofRow: row, scale: scale, rows: grid.rows))
                return Array(repeating: band?.color, count: grid.columns)
            }
        }
        guard chart.style == .change, let color = all[0].tone.color else { return none }
        var fills = none
        for column in 0..<grid.columns {
            guard let line = grid.lowestRow(inColumn: column) else { continue }
            for row in line..<grid.rows where row > line { fills[row][column] = color }
        }
        return fills
    }

    /// Returns a line of cells in their colours, without those at the end that show nothing.
    private func line(
        _ cells: [DotGrid.Cell], in grid: DotGrid, fills: [ChartColor?], after axis: String
    ) -> [UInt8] {
        guard let last = cells.indices.last(where: { !cells[$0].isEmpty || fills[$0] != nil }) else {
            return Array(axis.utf8)
        }
        var line = axis
        var (run, colored) = ("", "")
        func finish() { line += colored.isEmpty ? run : colored + run + colors.end }
        for (cell, fill) in zip(cells[...last], fills) {
            let next = (cell.isEmpty ? "" : begin(cell.tone)) + begin(fill: fill)
            if next != colored {
                finish()
                (run, colored) = ("", next)
            }
            run.append(grid.character(of: cell))
        }
        finish()
        return Array(line.utf8)
    }

    private func begin(fill: ChartColor?) -> String {
        guard let fill, let background else { return "" }
        return colors.beginFill(fill, on: background)
    }
}
