/// A chart as lines of text: a plot of braille dots or ASCII characters, with axes.
///
/// The highest, the lowest and the last value of a line are marked in the plot and listed below it; of several curves
/// the symbol of each is. Traded amounts are a strip of bars below the plot. No line is wider than requested. If space
/// is short, parts are left out: first the strip, then the names of bands below the plot, then lines of values below
/// the plot, further lines of the title, the axes, and the title.
public struct LineChart: Sendable {
    let chart: Chart
    let width: Int
    let height: Int
    let isASCII: Bool
    let colors: ColorDepth
    let background: ChartColor?

    /// Creates a drawing.
    ///
    /// - Parameters:
    ///   - chart: The data.
    ///   - width: The maximum number of columns, at least 1.
    ///   - height: The maximum number of lines, at least 1, including title and axes.
    ///   - isUnicode: Whether it is drawn with braille patterns, lines and triangles, else with ASCII characters only.
    ///   - colors: The number of colours of the terminal.
    ///   - background: The background of the terminal, for the colours behind a line; nil if it is not known, and
    ///       there are none.
    package init(
        _ chart: Chart, width: Int, height: Int, isUnicode: Bool = true, colors: ColorDepth = .none,
        background: ChartColor? = nil
    ) {
        self.chart = chart
        self.width = max(1, width)
        self.height = max(1, height)
        (isASCII, self.colors, self.background) = (!isUnicode, colors, background)
    }

    /// The drawing as bytes. Every line ends with a line feed.
    public var bytes: [UInt8] {
        lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// The lines of the drawing, without trailing spaces.
    public var lines: [[UInt8]] {
        let plot = Plot(chart, isASCII: isASCII)
        guard plot.values != nil else { return (titles + [text(Chart.nothing)]).suffix(height) }
        let (titles, bands, few) = (titles, bandLegend, flowed(plot.legend))
        let layout = Layout(
            height, title: titles.count, marks: few.count, bands: bands.count,
            hasStrip: plot.greatestVolume != nil)
        // The strip has its own label, so that its entry is not worth a line.
        let more = layout.strip > 0 ? flowed(plot.legend + plot.volumeLegend) : few
        let marks = more.count == few.count ? more : few
        let title = layout.title < titles.count ? [bytes(of: chart.title.line(columns: width))] : titles
        return title.prefix(layout.title) + lines(of: plot, layout: layout) + marks.prefix(layout.marks)
            + bands.prefix(layout.bands)
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

    /// The names and ranges of the bands, with colours behind a square in theirs.
    private var bandLegend: [[UInt8]] {
        let square = colors == .none ? "" : isASCII ? "# " : "■ "
        return flowed(
            chart.bands.filter { !$0.name.isEmpty }.map { band in
                let range = band.label.isEmpty ? "" : " " + band.label
                return Plot.Entry(symbol: square, color: band.color, text: band.name, addition: range)
            })
    }

    /// Joins entries with three spaces between them, in as many lines as needed. An entry that is wider than a line
    /// loses its addition.
    private func flowed(_ entries: [Plot.Entry]) -> [[UInt8]] {
        func columns(_ words: String) -> Int { CharacterWidth.columns(of: TerminalText.harmless(words)) }
        var lines: [[UInt8]] = []
        var end = 0
        for entry in entries {
            let words = columns(entry.symbol + entry.words) > width ? entry.text : entry.words
            let size = columns(entry.symbol + words)
            let isFirst = lines.isEmpty || end + 3 + size > width
            if isFirst { lines.append([]) } else { lines[lines.count - 1] += text("   ") }
            end = isFirst ? size : end + 3 + size
            lines[lines.count - 1] +=
                size > width
                ? text(entry.symbol + words)
                : Array((colored(string(entry.symbol), entry.color) + string(words)).utf8)
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
        isASCII ? ASCIIText.text(of: text) : text
    }
}
