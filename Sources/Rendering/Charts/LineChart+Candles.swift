import DecimalArithmetic

extension LineChart {
    /// Draws candles in half rows: the body of a rise is as wide as a column, that of a fall is narrower, so that
    /// colour is not the only sign.
    func drawCandles(_ series: ChartSeries, scale: ChartScale, in grid: inout DotGrid) {
        let halves = 2 * grid.rows
        func half(_ number: Number) -> Int {
            halves - 1 - Int(saturating: scale.share(number.value.doubleValue) * Double(halves - 1))
        }
        for candle in series.candles(columns: grid.columns) {
            let (wick, body) = (half(candle.bar.high)...half(candle.bar.low), half(candle.top)...half(candle.bottom))
            func piece(_ half: Int) -> Piece { body.contains(half) ? .body : wick.contains(half) ? .wick : .none }
            for row in wick.lowerBound / 2...wick.upperBound / 2 {
                let character = character(piece(2 * row), piece(2 * row + 1), isFall: candle.tone == .fall)
                grid.put(character, row: row, column: grid.column(candle.share), candle.tone)
            }
        }
    }

    /// What half a row shows of a candle.
    private enum Piece: Int {
        case none, wick, body
    }

    private func character(_ upper: Piece, _ lower: Piece, isFall: Bool) -> Character {
        if glyphs == .ascii { return upper != .body && lower != .body ? "|" : isFall ? "#" : "o" }
        // By what the upper and the lower half show: nothing, the line, the body.
        let wide: [[Character]] = [[" ", "╷", "▄"], ["╵", "│", "▄"], ["▀", "▀", "█"]]
        let narrow: [[Character]] = [[" ", "╷", "╻"], ["╵", "│", "╽"], ["╹", "╿", "┃"]]
        return (isFall ? narrow : wide)[upper.rawValue][lower.rawValue]
    }

    /// Returns the lines of bars of the traded amounts, dim if there are colours, with the same axis as the plot.
    func strip(_ series: ChartSeries, columns: Int, rows: Int, widest: Int?) -> [[UInt8]] {
        guard rows > 0, let most = series.greatestVolume?.value.doubleValue, most > 0 else { return [] }
        let bars = Array(glyphs == .ascii ? " ...:::##" : " ▁▂▃▄▅▆▇█")
        // An eighth of a row stays free, so that the strip does not touch the plot.
        let room = Double(8 * rows - 1)
        let heights = series.volumes(columns: columns).map { volume in
            volume.map { $0 > 0 ? max(1, Int(saturating: $0 / most * room)) : 0 } ?? 0
        }
        return (0..<rows).map { row in
            let text = heights.map { bars[min(8, max(0, $0 - 8 * (rows - 1 - row)))] }
            let label = widest.map { widest in
                let name = row == 0 && widest >= 3 ? "vol" : ""
                return String(repeating: " ", count: widest - name.count) + name + " " + (glyphs == .ascii ? "|" : "│")
            }
            let line = String(text).trimmingEnd
            return Array(((label ?? "") + dim(line)).utf8)
        }
    }

    private func dim(_ text: String) -> String {
        colors == .none || text.isEmpty ? text : "\u{1B}[2m" + text + colors.end
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingEnd: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
