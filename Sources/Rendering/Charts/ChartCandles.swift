import DecimalArithmetic

extension ChartSeries {
    /// One or several candles in one place of a drawing.
    struct Candle {
        /// The position on the time axis.
        let share: Double
        var bar: Chart.Bar
        var close: Number

        private var open: Number { bar.open ?? close }
        var top: Number { max(open, close) }
        var bottom: Number { min(open, close) }
        var tone: Tone { open < close ? .rise : close < open ? .fall : .none }
    }

    /// Returns the candles in a number of columns. If they are more, each is several in a row.
    func candles(columns: Int) -> [Candle] {
        let slots = interval > 0 ? duration / interval + 1 : 1
        let size = max(1, (slots / Double(max(1, columns))).rounded(.up))
        func group(_ place: Sample) -> Double { interval > 0 ? (place.seconds / interval / size).rounded(.down) : 0 }
        var candles: [Candle] = []
        var last: Double?
        for place in runs.joined() {
            let bar = place.bar ?? Chart.Bar(open: place.number, high: place.number, low: place.number)
            guard group(place) == last, let index = candles.indices.last else {
                last = group(place)
                let middle = size == 1 ? place.seconds : ((last ?? 0) * size + (size - 1) / 2) * interval
                candles.append(Candle(share: share(min(middle, duration)), bar: bar, close: place.number))
                continue
            }
            let before = candles[index].bar
            candles[index].bar = Chart.Bar(
                open: before.open, high: max(before.high, bar.high), low: min(before.low, bar.low))
            candles[index].close = place.number
        }
        return candles
    }

    /// The greatest traded amount of a candle; nil if none is known.
    var greatestVolume: Number? { runs.joined().compactMap { $0.bar?.volume }.max().flatMap { $0.isZero ? nil : $0 } }

    /// Returns the traded amount of the candle of each column; of several candles their mean, and nil without one.
    func volumes(columns: Int) -> [Double?] {
        var sums = Array(repeating: (sum: 0.0, count: 0.0), count: columns)
        let half = duration > 0 ? interval / duration * Double(columns - 1) / 2 : 0
        for place in runs.joined() {
            guard let volume = place.bar?.volume?.value.doubleValue else { continue }
            let middle = place.share * Double(columns - 1)
            let first = min(Int(saturating: (middle - half).rounded(.up)), Int(saturating: middle))
            let last = max(Int(saturating: (middle + half).rounded(.down)), Int(saturating: middle))
            for column in max(0, first)...min(columns - 1, last) {
                sums[column] = (sums[column].sum + volume, sums[column].count + 1)
            }
        }
        return sums.map { $0.count > 0 ? $0.sum / $0.count : nil }
    }
}
