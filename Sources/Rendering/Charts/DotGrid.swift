/// The character cells of a plot on a terminal, and what is drawn on and beside them. A cell has eight braille dots
/// (Unicode block U+2800), or one ASCII character.
struct DotGrid {
    /// A character cell.
    struct Cell {
        /// The dots that are set, in the bit order of braille.
        var dots: UInt8 = 0
        /// A character that replaces the dots.
        var mark: Character?
        /// The colour of what was drawn last.
        var tone = Tone.none
        /// What a dot is in ASCII.
        var stroke: Character = "*"

        var isEmpty: Bool { dots == 0 && mark == nil }
    }

    let columns: Int
    let rows: Int
    let scale: ChartScale
    let isASCII: Bool
    private let chart: Chart
    private var cells: [Cell]
    /// The labels of the y axis by row.
    private(set) var labels: [Int: String] = [:]
    private(set) var timeAxis: TimeAxis?
    /// The heights of the bars below the plot, as shares of the greatest one.
    private(set) var bars: [Double] = []
    /// The colour of the band behind each row.
    private(set) var bands: [ChartColor?]
    /// The colour below the line.
    private var area: ChartColor?
    /// The column of the present.
    private var present: Int?

    /// Creates the plot of a chart with at least one column and one row.
    init(_ chart: Chart, _ scale: ChartScale, columns: Int, rows: Int, isASCII: Bool) {
        (self.chart, self.scale, self.columns, self.rows, self.isASCII) = (chart, scale, columns, rows, isASCII)
        cells = Array(repeating: Cell(), count: columns * rows)
        bands = Array(repeating: nil, count: rows)
    }

    private var dotsAcross: Int { isASCII ? 1 : 2 }
    private var dotsDown: Int { isASCII ? 1 : 4 }

    /// Returns the column of dots at a share of the width, from the left.
    private func x(_ share: Double) -> Int { Int(saturating: share * Double(columns * dotsAcross - 1)) }

    /// Returns the row of dots, counted from the top, at a share of the height, from the bottom.
    private func y(_ share: Double) -> Int {
        let height = rows * dotsDown
        return height - 1 - Int(saturating: share * Double(height - 1))
    }

    private func index(x: Int, y: Int) -> Int { y / dotsDown * columns + x / dotsAcross }

    /// Returns the cell at a row and column.
    subscript(row: Int, column: Int) -> Cell {
        let cell = cells[row * columns + column]
        guard cell.isEmpty, column == present else { return cell }
        return Cell(mark: ChartSeries.presentRule(isASCII: isASCII))
    }

    /// Returns the colour behind a cell: the colour of its band, or below a line the colour of the change.
    func fill(row: Int, column: Int) -> ChartColor? {
        guard bands[row] == nil, let area else { return bands[row] }
        let line = (0..<rows).last { !self[$0, column].isEmpty } ?? rows
        return row > line ? area : nil
    }

    /// Returns the character for a cell.
    func character(of cell: Cell) -> Character {
        if let mark = cell.mark { return mark }
        guard cell.dots > 0 else { return " " }
        return isASCII ? cell.stroke : Character(Unicode.Scalar(0x2800 + UInt32(cell.dots)) ?? " ")
    }

    /// The bit of each dot, row by row. Braille numbers its first six dots down the columns, then the last row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    private func tone(of value: Double) -> Tone {
        chart.band(of: value).map { .tint($0.color) } ?? .none
    }

    /// Puts a character in the cell of a place.
    private mutating func put(_ character: Character, at place: ChartSeries.Sample, _ tone: Tone?) {
        let index = index(x: x(place.share), y: y(scale.share(place.value)))
        (cells[index].mark, cells[index].tone) = (character, tone ?? self.tone(of: place.value))
    }

    /// Draws a straight line between two places, one dot per step along its longer side.
    private mutating func line(
        from start: ChartSeries.Sample, to end: ChartSeries.Sample, _ tone: Tone?, _ stroke: Character
    ) {
        let (x, y) = (x(start.share), y(scale.share(start.value)))
        let (dx, dy) = (self.x(end.share) - x, self.y(scale.share(end.value)) - y)
        let steps = max(abs(dx), abs(dy))
        for step in 0...steps {
            let share = steps == 0 ? 1 : Double(step) / Double(steps)
            let (x, y) = (x + Int(saturating: Double(dx) * share), y + Int(saturating: Double(dy) * share))
            let index = index(x: x, y: y)
            cells[index].dots |= isASCII ? 1 : Self.bits[y % 4 * 2 + x % 2]
            cells[index].tone = tone ?? self.tone(of: start.value + (end.value - start.value) * share)
            cells[index].stroke = stroke
        }
    }
}

extension DotGrid: Canvas {
    var textColumns: Int { columns }

    mutating func fill(_ heights: ClosedRange<Double>, as band: Chart.Band) {
        for row in 0..<rows where heights.contains(rows > 1 ? 1 - Double(row) / Double(rows - 1) : 0.5) {
            bands[row] = band.color
        }
    }

    mutating func fill(below series: ChartSeries, _ tone: Tone) { area = tone.color }

    mutating func label(_ height: Double, _ text: String) { labels[y(height) / dotsDown] = text }

    mutating func draw(_ axis: TimeAxis) { timeAxis = axis }

    mutating func rule(at share: Double) { present = x(share) / dotsAcross }

    /// One of several lines has its symbol a few times on it: its colour is not the only sign.
    mutating func line(_ series: ChartSeries, _ tone: Tone?, _ sign: CurveSign?) {
        let stroke = sign?.stroke ?? "*"
        for run in series.runs {
            for (start, end) in zip(run, run.dropFirst()) { line(from: start, to: end, tone, stroke) }
            // A single dot is hard to see.
            if run.count == 1 { put(isASCII ? stroke : "•", at: run[0], tone) }
        }
        guard let sign, !isASCII else { return }
        let places = Array(series.runs.joined())
        for quarter in 1...4 { put(sign.symbol, at: places[max(0, places.count * quarter / 4 - 1)], tone) }
    }

    mutating func draw(_ mark: ChartSeries.Mark, at place: ChartSeries.Sample, _ tone: Tone?, words: String) {
        put(mark.character(isASCII: isASCII), at: place, tone)
    }

    /// Draws candles in half rows: the body of a rise is as wide as a column, that of a fall is narrower, so that
    /// colour is not the only sign.
    mutating func draw(_ candles: [ChartSeries.Candle]) {
        let last = Double(2 * rows - 1)
        for candle in candles {
            let halves = [candle.bar.high, candle.top, candle.bottom, candle.bar.low].map {
                2 * rows - 1 - Int(saturating: scale.share($0.value.doubleValue) * last)
            }
            // What half a row shows: 0 for nothing, 1 for the line, 2 for the body.
            func piece(_ half: Int) -> Int {
                halves[1]...halves[2] ~= half ? 2 : halves[0]...halves[3] ~= half ? 1 : 0
            }
            for row in halves[0] / 2...halves[3] / 2 {
                let character = character(piece(2 * row), piece(2 * row + 1), isFall: candle.tone == .fall)
                cells[row * columns + x(candle.share) / dotsAcross] = Cell(mark: character, tone: candle.tone)
            }
        }
    }

    /// Returns the character of a candle by what the upper and the lower half of a row show.
    private func character(_ upper: Int, _ lower: Int, isFall: Bool) -> Character {
        if isASCII { return max(upper, lower) < 2 ? "|" : isFall ? "#" : "o" }
        let wide: [[Character]] = [[" ", "╷", "▄"], ["╵", "│", "▄"], ["▀", "▀", "█"]]
        let narrow: [[Character]] = [[" ", "╷", "╻"], ["╵", "│", "╽"], ["╹", "╿", "┃"]]
        return (isFall ? narrow : wide)[upper][lower]
    }

    mutating func draw(bars heights: [Double]) { bars = heights }
}
