/// A chart as lines of text: a plot of braille dots or ASCII characters, with axes.
///
/// The highest, the lowest and the last value of a line are marked in the plot and listed below it; of several curves
/// the symbol of each is. Traded amounts are a strip of bars below the plot. No line is wider than requested. If space
/// is short, parts are left out: first the strip, then the names of bands below the plot, then lines of values below
/// the plot, further lines of the title, the axes, and the title.
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
    let background: ChartColor?

    /// Creates a drawing.
    ///
    /// - Parameters:
    ///   - chart: The data.
    ///   - width: The maximum number of columns, at least 1.
    ///   - height: The maximum number of lines, at least 1, including title and axes.
    ///   - glyphs: The characters to draw with.
    ///   - colors: The number of colours of the terminal.
    ///   - background: The background of the terminal, for the colours behind a line; nil if it is not known, and
    ///       there are none.
    public init(
        _ chart: Chart, width: Int, height: Int, glyphs: Glyphs = .braille, colors: ColorDepth = .none,
        background: ChartColor? = nil
    ) {
        self.chart = chart
        self.width = max(1, width)
        self.height = max(1, height)
        self.glyphs = glyphs
        self.colors = colors
        self.background = background
    }

    /// The drawing as bytes. Every line ends with a line feed.
    public var bytes: [UInt8] {
        lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// The lines of the drawing, without trailing spaces.
    public var lines: [[UInt8]] {
        let all = ChartSeries.all(of: chart)
        guard let values = ChartSeries.values(of: all) else { return (titles + [text(Chart.nothing)]).suffix(height) }
        let (titles, bands) = (titles, bandLegend)
        let amount = all[0].greatestVolume
        let count = legend(all, volume: nil).count
        let layout = Layout(height, title: titles.count, marks: count, bands: bands.count, hasStrip: amount != nil)
        let marks = legend(all, volume: layout.strip > 0 ? amount : nil)
        let title = layout.title < titles.count ? [bytes(of: chart.title.line(columns: width))] : titles
        return title.prefix(layout.title) + plot(all, values: values, layout: layout)
            + marks.prefix(layout.marks) + bands.prefix(layout.bands)
    }

    /// The number of lines of each part.
    struct Layout {
        static let fewestRows = 3
        /// The rows below which the plot is more useful than the names of bands or a long title.
        static let goodRows = 4
        /// The rows below which the plot is more useful than the strip of traded amounts, and the lines of that.
        static let rowsBesideStrip = 8
        static let stripRows = 2

        /// All lines, or one, or none.
        var title: Int
        var marks: Int
        /// All lines, or none.
        var bands: Int
        /// The axis and its labels: two lines or none.
        var axis = 2
        var strip = 0
        var rows = 0

        init(_ height: Int, title: Int, marks: Int, bands: Int, hasStrip: Bool) {
            (self.title, self.marks, self.bands) = (title, marks, bands)
            if free(height) < Self.goodRows { self.bands = 0 }
            // Charts of one height have equally long titles, however many lines their values take.
            if free(height) + marks < Self.goodRows { self.title = min(1, title) }
            while free(height) < Self.fewestRows, self.marks > 0 { self.marks -= 1 }
            if free(height) < Self.fewestRows { axis = 0 }
            if free(height) < 1 { self.title = 0 }
            if hasStrip, free(height) >= Self.rowsBesideStrip + Self.stripRows { strip = Self.stripRows }
            rows = max(1, free(height))
        }

        private func free(_ height: Int) -> Int { height - title - marks - bands - axis - strip }
    }

    func colored(_ text: String, _ color: ChartColor?) -> String {
        guard let color, !text.isEmpty, colors != .none else { return text }
        return begin(.tint(color)) + text + colors.end
    }

    /// Returns the escape sequence of a tone. On a background that is known, where the user's own green and red may be
    /// too weak, it has its exact colour.
    func begin(_ tone: Tone) -> String {
        guard colors.hasFills, let background, let color = tone.color else { return colors.begin(tone) }
        return colors.begin(color, on: background)
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

    func character(of kind: ChartSeries.Mark.Kind) -> Character {
        glyphs == .ascii ? kind.letter : kind.symbol
    }

    /// The character of the rule at the present.
    var presentRule: Character { glyphs == .ascii ? ":" : ChartSeries.presentRule }

    /// Entries like `▲ max 69,000.00 Mar 1`, with as many per line as fit; of several curves the symbol, the name and
    /// the last value of each.
    private func legend(_ all: [ChartSeries], volume: Number?) -> [[UInt8]] {
        if chart.style == .curves { return curveLegend(all) }
        let times = chart.times
        var entries = all[0].marks.map { mark in
            let (value, time) = (chart.text(mark.place.number), times.text(of: mark.place.time))
            // No symbol is put over a candle.
            let symbol = chart.style == .candlesticks ? "" : "\(character(of: mark.kind)) "
            let words = fitting("\(symbol)\(mark.kind.name) \(value)", " \(time)")
            return [(text: words, color: nil as ChartColor?)]
        }
        if all[0].share(within: chart.present) != nil, let words = chart.presentText {
            entries.append([(fitting("\(presentRule) \(words)", ""), nil)])
        }
        let lines = flowed(entries)
        guard let volume else { return lines }
        // The strip has its own label, so that this is not worth a line.
        let more = flowed(entries + [[(fitting("max volume \(Chart.text(ofAmount: volume))", ""), nil)]])
        return more.count == lines.count ? more : lines
    }

    private func curveLegend(_ all: [ChartSeries]) -> [[UInt8]] {
        flowed(
            all.enumerated().map { index, series in
                let sign = CurveSign.of(index)
                let symbol = "\(glyphs == .ascii ? sign.stroke : sign.symbol) "
                let words = fitting(
                    series.name, String(series.words(in: chart).dropFirst(series.name.count)), after: symbol)
                return colors == .none ? [(symbol + words, nil)] : [(symbol, sign.color), (words, nil)]
            })
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
    func text(_ text: String) -> [UInt8] {
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
