import DecimalArithmetic

/// The layout of a chart, which is the same on a terminal and in an image: what is drawn where, in which order, and the
/// words of the legend.
struct Plot {
    /// An entry of the legend.
    struct Entry {
        /// The symbol in the drawing and a space; empty if there is none.
        var symbol = ""
        /// The colour of the symbol.
        var color: ChartColor?
        let text: String
        /// What follows the text if there is room.
        var addition = ""

        var words: String { text + addition }
    }

    let chart: Chart
    let isASCII: Bool
    let all: [ChartSeries]
    /// The lowest and the highest value; nil if there is nothing to draw.
    let values: ClosedRange<Double>?
    /// The greatest traded amount; nil without bars.
    let greatestVolume: Number?
    private let times: Chart.Times
    /// The position of the present on the time axis; nil if it is not in the chart.
    private let present: Double?

    /// Creates the layout, with symbols in ASCII or in Unicode.
    init(_ chart: Chart, isASCII: Bool = false) {
        (self.chart, self.isASCII, times, all) = (chart, isASCII, chart.times, ChartSeries.all(of: chart))
        values = ChartSeries.values(of: all)
        greatestVolume = all[0].greatestVolume
        present = all[0].share(within: chart.present)
    }

    /// Returns the y axis, whose labels are at least `distance`, a share of it, apart.
    func scale(distance: Double) -> ChartScale {
        ChartScale(values ?? 0...1, given: chart.yRange, distance: distance, unit: chart.unit)
    }

    /// Draws everything but the words around the plot.
    func draw(on canvas: inout some Canvas) {
        let scale = canvas.scale
        for (index, band) in chart.bands.enumerated() {
            let (low, high) = (scale.share(band.range.lowerBound), scale.share(chart.top(ofBandAt: index)))
            if low < high { canvas.fill(low...high, as: band) }
        }
        for tick in scale.ticks { canvas.label(scale.share(tick.value), tick.label) }
        let longest = all.max { $0.moments.count < $1.moments.count } ?? all[0]
        canvas.draw(TimeAxis(longest, times, columns: canvas.textColumns))
        if let present { canvas.rule(at: present) }
        switch chart.style {
        case .candlesticks: canvas.draw(all[0].candles(columns: canvas.columns))
        case .line, .change:
            let tone = chart.style == .change ? all[0].tone : nil
            if let tone { canvas.fill(below: all[0], tone) }
            canvas.line(all[0], tone, nil)
            for ((mark, place), entry) in zip(all[0].marks, legend) {
                canvas.draw(mark, at: place, tone, words: entry.words)
            }
        case .curves:
            for (index, series) in all.enumerated() where !series.runs.isEmpty {
                let sign = CurveSign.of(index)
                canvas.line(series, .tint(sign.color), sign)
            }
        }
        guard let most = greatestVolume?.value.doubleValue else { return }
        canvas.draw(bars: all[0].volumes(columns: canvas.columns).map { $0.map { $0 / most } ?? 0 })
    }

    /// The highest, the lowest and the last value, or of several curves the last value of each; then the present.
    var legend: [Entry] {
        let entries =
            chart.style == .curves
            ? all.enumerated().map { index, series in
                let sign = CurveSign.of(index)
                return Entry(
                    symbol: "\(sign.character(isASCII: isASCII)) ", color: sign.color, text: series.name,
                    addition: " " + lastValue(of: series))
            }
            : all[0].marks.map { mark, place in
                // No symbol is put over a candle.
                let symbol = chart.style == .candlesticks ? "" : "\(mark.character(isASCII: isASCII)) "
                return Entry(
                    symbol: symbol, text: "\(mark.rawValue) \(chart.text(place.number))",
                    addition: " " + times.text(of: place.time))
            }
        guard present != nil, let time = chart.present else { return entries }
        let symbol = "\(ChartSeries.presentRule(isASCII: isASCII)) "
        return entries + [Entry(symbol: symbol, text: "now " + times.text(of: time))]
    }

    /// The greatest traded amount as a list with an entry of the legend; empty without bars.
    var volumeLegend: [Entry] {
        greatestVolume.map { [Entry(text: "max volume \(Chart.text(ofAmount: $0))")] } ?? []
    }

    /// Returns the last value of a curve, and since when it has values if the time axis begins a while before.
    private func lastValue(of series: ChartSeries) -> String {
        guard let first = series.runs.first?.first, let last = series.runs.last?.last else { return Chart.nothing }
        let isLate = first.seconds > max(series.interval, 1)
        return chart.text(last.number) + (isLate ? " since \(times.text(of: first.time))" : "")
    }
}

/// What a chart is drawn on. Positions are shares of the plot, from the left and from the bottom. A line without a tone
/// has the colours of the bands.
protocol Canvas {
    /// The y axis, by which values have a height.
    var scale: ChartScale { get }
    /// The number of bars or candles that have room beside each other.
    var columns: Int { get }
    /// The number of characters that have room beside each other.
    var textColumns: Int { get }

    /// Fills the plot between two heights in the colour of a band.
    mutating func fill(_ heights: ClosedRange<Double>, as band: Chart.Band)
    /// Fills what is below a line.
    mutating func fill(below series: ChartSeries, _ tone: Tone)
    /// Labels a height on the y axis.
    mutating func label(_ height: Double, _ text: String)
    mutating func draw(_ axis: TimeAxis)
    /// Draws a rule from top to bottom, behind the lines.
    mutating func rule(at share: Double)
    /// Draws a line with gaps. A sign tells one of several lines from the others.
    mutating func line(_ series: ChartSeries, _ tone: Tone?, _ sign: CurveSign?)
    mutating func draw(_ mark: ChartSeries.Mark, at place: ChartSeries.Sample, _ tone: Tone?, words: String)
    mutating func draw(_ candles: [ChartSeries.Candle])
    /// Draws bars below the plot. Their heights are shares of the greatest one.
    mutating func draw(bars heights: [Double])
}
