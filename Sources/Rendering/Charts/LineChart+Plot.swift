extension LineChart {
    /// Returns the lines of the plot, of the strip of amounts, and of the time axis.
    func lines(of plot: Plot, layout: Layout) -> [[UInt8]] {
        // A row without a label between every two keeps labels apart.
        let scale = plot.scale(distance: 2 / Double(max(1, layout.rows - 1)))
        let widest = scale.ticks.map(\.label.utf8.count).max() ?? 0
        // The labels, a space and the axis. If they leave almost no room, the plot is drawn alone.
        let hasAxis = layout.axis > 0 && width >= widest + 10
        var grid = DotGrid(
            chart, scale, columns: width - (hasAxis ? widest + 2 : 0), rows: layout.rows, isASCII: isASCII)
        plot.draw(on: &grid)
        /// Returns what is to the left of a row: a label and a piece of the axis.
        func edge(_ label: String, _ piece: String, _ color: ChartColor? = nil) -> String {
            let room = String(repeating: " ", count: max(0, widest - label.utf8.count))
            return hasAxis ? room + label + " " + colored(piece, color) : ""
        }
        var lines = (0..<layout.rows).map { row in
            let label = grid.labels[row]
            let piece = label == nil ? isASCII ? "|" : "│" : isASCII ? "+" : "┤"
            return line(row, of: grid, after: edge(label ?? "", piece, grid.bands[row]))
        }
        for (row, bars) in strip(grid.bars, rows: layout.strip).enumerated() {
            lines.append(Array((edge(row == 0 && widest >= 3 ? "vol" : "", isASCII ? "|" : "│") + bars).utf8))
        }
        guard layout.axis > 0, let axis = grid.timeAxis else { return lines }
        lines.append(text(edge("", isASCII ? "+" : "└") + axis.rule(isASCII: isASCII)))
        return axis.ticks.isEmpty ? lines : lines + [text(edge("", " ") + axis.labels)]
    }

    /// Returns a row of cells in their colours, without those at the end that show nothing.
    private func line(_ row: Int, of grid: DotGrid, after axis: String) -> [UInt8] {
        let cells = (0..<grid.columns).map { grid[row, $0] }
        let hasFills = background != nil && colors.hasFills
        let fills = cells.indices.map { hasFills ? grid.fill(row: row, column: $0) : nil }
        let end = cells.indices.last { !cells[$0].isEmpty || fills[$0] != nil }.map { $0 + 1 } ?? 0
        var line = axis
        var (run, colored) = ("", "")
        func finish() { line += colored.isEmpty ? run : colored + run + colors.end }
        for (cell, fill) in zip(cells[..<end], fills) {
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

    /// Returns the lines of bars of the traded amounts, dim if there are colours.
    private func strip(_ heights: [Double], rows: Int) -> [String] {
        let bars = Array(isASCII ? " ...:::##" : " ▁▂▃▄▅▆▇█")
        // An eighth of a row stays free, so that the strip does not touch the plot.
        let eighths = heights.map { $0 > 0 ? max(1, Int(saturating: $0 * Double(8 * rows - 1))) : 0 }
        return (0..<rows).map { row in
            let levels = eighths.map { min(8, max(0, $0 - 8 * (rows - 1 - row))) }
            let line = String(levels[..<((levels.lastIndex { $0 > 0 } ?? -1) + 1)].map { bars[$0] })
            return colors == .none || line.isEmpty ? line : "\u{1B}[2m" + line + colors.end
        }
    }
}
