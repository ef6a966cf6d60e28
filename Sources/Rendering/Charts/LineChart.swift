/// A chart as lines of text: a plot of braille dots or ASCII characters, with axes.
///
/// The highest, the lowest and the last value are marked in the plot and listed below it. No line is wider than
/// requested. If space is short, parts are left out: first the names of bands below the plot, then lines of values
/// below the plot, further lines of the title, the axes, and the title.
public struct LineChart: Sendable {
    /// The characters that the terminal's font has.
    public enum Glyphs: Sendable {
        /// Braille patterns, lines and triangles.
        case braille
        /// ASCII characters only.
        case ascii
    }

    let chart: Chart
    let width: Int
    let height: Int
    let glyphs: Glyphs
    let colors: ColorDepth

    /// Creates a drawing.
    ///
    /// - Parameters:
    ///   - chart: The data.
    ///   - width: The maximum number of columns, at least 1.
    ///   - height: The maximum number of lines, at least 1, including title and axes.
    ///   - glyphs: The characters to draw with.
    ///   - colors: The number of colours of the terminal.
    public init(
        _ chart: Chart, width: Int, height: Int, glyphs: Glyphs = .braille, colors: ColorDepth = .none
    ) {
        self.chart = chart
        self.width = max(1, width)
        self.height = max(1, height)
        self.glyphs = glyphs
        self.colors = colors
    }

    /// The drawing as bytes. Every line ends with a line feed.
    public var bytes: [UInt8] {
        lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// The lines of the drawing, without trailing spaces.
    public var lines: [[UInt8]] {
        let series = ChartSeries(chart.points)
        guard let values = series.values else { return (titles + [text(Chart.nothing)]).suffix(height) }
        let (titles, marks, bands) = (titles, legend(series), bandLegend)
        let layout = Layout(height, title: titles.count, marks: marks.count, bands: bands.count)
        let title = layout.title < titles.count ? [bytes(of: chart.title.line(columns: width))] : titles
        return title.prefix(layout.title) + plot(series, values: values, layout: layout)
            + marks.prefix(layout.marks) + bands.prefix(layout.bands)
    }

    /// The number of lines of each part.
    private struct Layout {
        static let fewestRows = 3
        /// The rows below which the plot is more useful than the names of bands or a long title.
        static let goodRows = 4

        /// All lines, or one, or none.
        var title: Int
        var marks: Int
        /// All lines, or none.
        var bands: Int
        /// The axis and its labels: two lines or none.
        var axis = 2
        var rows = 0

        init(_ height: Int, title: Int, marks: Int, bands: Int) {
            (self.title, self.marks, self.bands) = (title, marks, bands)
            if free(height) < Self.goodRows { self.bands = 0 }
            // Charts of one height have equally long titles, however many lines their values take.
            if free(height) + marks < Self.goodRows { self.title = min(1, title) }
            while free(height) < Self.fewestRows, self.marks > 0 { self.marks -= 1 }
            if free(height) < Self.fewestRows { axis = 0 }
            if free(height) < 1 { self.title = 0 }
            rows = max(1, free(height))
        }

        private func free(_ height: Int) -> Int { height - title - marks - bands - axis }
    }
}

// MARK: - Plot

extension LineChart {
    private func plot(
        _ series: ChartSeries, values: ClosedRange<Double>, layout: Layout
    ) -> [[UInt8]] {
        // A row without a label between every two keeps labels apart.
        let scale = ChartScale(values, given: chart.yRange, distance: 2 / Double(max(1, layout.rows - 1)))
        let widest = scale.ticks.map(\.label.utf8.count).max() ?? 0
        // The labels, a space and the axis. If they leave almost no room, the plot is drawn alone.
        let hasAxis = layout.axis > 0 && width >= widest + 10
        let gutter = hasAxis ? widest + 2 : 0
        let columns = width - gutter
        let grid = drawn(series, scale: scale, columns: columns, rows: layout.rows)
        var labels: [Int: String] = [:]
        for tick in scale.ticks { labels[grid.row(scale.share(tick.value))] = tick.label }
        var lines = (0..<layout.rows).map { row in
            line(
                row, of: grid,
                axis: hasAxis ? yAxis(row, label: labels[row], widest: widest, scale: scale, rows: layout.rows) : "")
        }
        guard layout.axis > 0 else { return lines }
        let axis = TimeAxis(series, chart.times, columns: columns)
        let rule = axis.rule(isASCII: glyphs == .ascii)
        let indent = String(repeating: " ", count: max(0, gutter - 1))
        lines.append(text(hasAxis ? indent + (glyphs == .ascii ? "+" : "└") + rule : rule))
        if !axis.ticks.isEmpty { lines.append(text(hasAxis ? indent + " " + axis.labels : axis.labels)) }
        return lines
    }

    private func drawn(_ series: ChartSeries, scale: ChartScale, columns: Int, rows: Int) -> DotGrid {
        var grid = DotGrid(columns: columns, rows: rows, isBraille: glyphs == .braille)
        func end(_ place: ChartSeries.Sample) -> (dot: DotGrid.Dot, value: Double) {
            (grid.dot(series.share(place.seconds), scale.share(place.value)), place.value)
        }
        for run in series.runs {
            for (from, to) in zip(run, run.dropFirst()) { grid.line(end(from), end(to)) }
            // A single dot is hard to see.
            if run.count == 1 { grid.mark(end(run[0]).dot, with: glyphs == .ascii ? "*" : "•", value: run[0].value) }
        }
        for mark in series.marks {
            let (dot, value) = end(mark.place)
            grid.mark(dot, with: character(of: mark.kind), value: value)
        }
        if let share = series.share(within: chart.present) { grid.rule(share, with: presentRule) }
        return grid
    }

    /// Returns the text to the left of a row: the label, if it has one, and a piece of the axis in the colour of its
    /// band.
    private func yAxis(_ row: Int, label: String?, widest: Int, scale: ChartScale, rows: Int) -> String {
        let share = rows > 1 ? 1 - Double(row) / Double(rows - 1) : 0.5
        let value = scale.range.lowerBound + share * (scale.range.upperBound - scale.range.lowerBound)
        let piece =
            switch (glyphs, label != nil) {
            case (.braille, true): "┤"
            case (.braille, false): "│"
            case (.ascii, true): "+"
            case (.ascii, false): "|"
            }
        let padding = String(repeating: " ", count: widest - (label?.utf8.count ?? 0))
        return padding + (label ?? "") + " " + colored(piece, chart.band(of: value)?.color)
    }

    private func line(_ row: Int, of grid: DotGrid, axis: String) -> [UInt8] {
        let cells = (0..<grid.columns).map { grid[row, $0] }
        guard let last = cells.lastIndex(where: { !$0.isEmpty }) else { return Array(axis.utf8) }
        var line = axis
        var run = ""
        var color: ChartColor?
        for cell in cells[...last] {
            let next = cell.isEmpty ? nil : chart.band(of: cell.value)?.color
            if next != color {
                line += colored(run, color)
                (run, color) = ("", next)
            }
            run.append(grid.character(of: cell))
        }
        return Array((line + colored(run, color)).utf8)
    }

    private func colored(_ text: String, _ color: ChartColor?) -> String {
        guard let color, !text.isEmpty, colors != .none else { return text }
        return colors.begin(color) + text + colors.end
    }
}

// MARK: - Words

extension LineChart {
    /// The lines of the title; none if it is empty.
    private var titles: [[UInt8]] {
        chart.title.name.isEmpty ? [] : chart.title.lines(columns: width).map(bytes)
    }

    /// Returns a line of the title, with a bold name if there are colours.
    private func bytes(of title: Chart.Title.Line) -> [UInt8] {
        let isPlain = colors == .none || title.name.isEmpty
        let name = isPlain ? title.name : "\u{1B}[1m" + title.name + colors.end
        return Array(characters(name + title.facts).utf8)
    }

    private func character(of kind: ChartSeries.Mark.Kind) -> Character {
        glyphs == .ascii ? kind.letter : kind.symbol
    }

    /// The character of the rule at the present.
    private var presentRule: Character { glyphs == .ascii ? ":" : ChartSeries.presentRule }

    /// Entries like `▲ max 69,000.00 Mar 1`, with as many per line as fit.
    private func legend(_ series: ChartSeries) -> [[UInt8]] {
        let times = chart.times
        var entries = series.marks.map { mark in
            let (value, time) = (chart.text(mark.place.number), times.text(of: mark.place.time))
            let words = fitting("\(character(of: mark.kind)) \(mark.kind.name) \(value)", " \(time)")
            return [(text: words, color: nil as ChartColor?)]
        }
        if series.share(within: chart.present) != nil, let words = chart.presentText {
            entries.append([(fitting("\(presentRule) \(words)", ""), nil)])
        }
        return flowed(entries)
    }

    /// The names and ranges of the bands, with colours behind a square in theirs.
    private var bandLegend: [[UInt8]] {
        let square = glyphs == .ascii ? "# " : "■ "
        return flowed(
            chart.bands.filter { !$0.name.isEmpty }.map { band in
                let words = fitting(
                    band.name, band.label.isEmpty ? "" : " " + band.label, after: colors == .none ? "" : square)
                return colors == .none ? [(words, nil)] : [(square, band.color), (words, nil)]
            })
    }

    /// Returns a text with its addition, or without it if both are too wide to stand after `start`.
    private func fitting(_ text: String, _ addition: String, after start: String = "") -> String {
        let whole = TerminalText.harmless(start + text + addition)
        return CharacterWidth.columns(of: whole) > width ? text : text + addition
    }

    /// Joins entries with three spaces between them, in as many lines as needed.
    private func flowed(_ entries: [[(text: String, color: ChartColor?)]]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var columns = 0
        for entry in entries {
            let plain = TerminalText.harmless(entry.map(\.text).joined())
            let size = CharacterWidth.columns(of: plain)
            let isFirst = lines.isEmpty || columns + 3 + size > width
            if isFirst { lines.append([]) } else { lines[lines.count - 1] += text("   ") }
            columns = isFirst ? size : columns + 3 + size
            lines[lines.count - 1] +=
                size > width
                ? text(plain) : entry.flatMap { part in Array(colored(string(part.text), part.color).utf8) }
        }
        return lines
    }

    /// Returns a line of text, escaped and cut to the width.
    private func text(_ text: String) -> [UInt8] {
        Array(string(text).utf8)
    }

    private func string(_ text: String) -> String {
        characters(CharacterWidth.fitted(characters(TerminalText.harmless(text)), to: width))
    }

    /// Returns a text in the characters that the terminal has.
    private func characters(_ text: String) -> String {
        glyphs == .ascii ? ASCIIText.text(of: text) : text
    }
}
