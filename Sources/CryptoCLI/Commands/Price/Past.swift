import DecimalArithmetic
import Markets
import Platform
import Rendering

/// The candles of one symbol.
struct Past: Sendable {
    /// What the user asked for.
    let symbol: Symbol
    let candles: [Candle]
    let width: CandleWidth
    let now: Timestamp

    /// Whether the rows are single prices, not candles.
    var arePoints: Bool { candles.contains { $0.width == nil } }

    /// Whether all times are days.
    private var areDays: Bool { width.areDays && !arePoints }

    /// Returns the chart of the closes or of the candles; nil without candles. A missing candle interrupts the line.
    func chart(_ output: ChartOutput, style: Chart.Style) -> Chart? {
        guard let last = candles.last else { return nil }
        let output = areDays ? output.ofDays : output
        let points = points { candle in
            guard let high = candle.high, let low = candle.low else { return nil }
            return Chart.Bar(
                open: candle.open, high: high, low: low, volume: output.hasVolumes ? candle.volume : nil)
        }
        var chart = output.chart(title(output, points, last), points, areRates: last.isRate)
        chart.style = style
        return chart
    }

    /// Returns one chart of the changes of all symbols since their first candle, in percent; nil without candles.
    static func overlay(_ pasts: [Past], _ output: ChartOutput) -> Chart? {
        var known: Set<Symbol> = []
        let pasts = pasts.filter { !$0.candles.isEmpty && known.insert($0.symbol).inserted }
        guard let time = pasts.first?.candles.first?.time else { return nil }
        let output = pasts.allSatisfy(\.areDays) ? output.ofDays : output
        let curves = pasts.map { Chart.Curve($0.nameInOverlay, points: $0.changes) }
        let points = curves.flatMap(\.points)
        let begin = points.min { $0.time < $1.time }.map { output.text(of: $0.time, among: points) } ?? ""
        let currencies = Set(pasts.map(\.candles[0].currency))
        let unit = currencies.count == 1 ? currencies.first.map { " in \($0)" } ?? "" : ""
        let sources = pasts.map(\.candles[0].provider).withoutRepeats
        typealias Fact = Chart.Title.Fact
        let facts = [
            Fact("change\(unit) since \(begin)", importance: 5), output.zone(at: time, importance: 3),
            Fact(sources.joined(separator: ", "), importance: 2),
        ]
        var chart = output.chart(
            Chart.Title(curves.map(\.name).joined(separator: ", "), facts: facts), [], presentation: .percent)
        (chart.curves, chart.style) = (curves, .curves)
        return chart
    }

    /// The ticker; of a pair with its currency, since another pair may have the same ticker.
    private var nameInOverlay: String {
        symbol.quote.map { "\(candles[0].symbol)/\($0)" } ?? candles[0].symbol
    }

    /// Returns the closes as points, with `bar` of each candle, and a gap for each missing candle.
    private func points(bar: (Candle) -> Chart.Bar? = { _ in nil }) -> [Chart.Point] {
        var points: [Chart.Point] = []
        for candle in candles {
            let time = timeOfClose(candle)
            if let before = points.last?.time, candle.width != nil, time.seconds > before.seconds + width.seconds {
                points.append(Chart.Point(before.advanced(bySeconds: width.seconds), nil))
            }
            points.append(Chart.Point(time, candle.close, bar: bar(candle)))
        }
        return points
    }

    /// The closes in percent of the distance from the first one. Without a first price there are no values.
    private var changes: [Chart.Point] {
        let first = candles[0].close.value
        return points().map { point in
            Chart.Point(
                point.time, point.value.flatMap { try? ($0.value - first).percentage(of: first) }.map { Number($0) })
        }
    }

    /// Returns the time of a candle's last price: its end, for days its last day; now if it is not over; its own if it
    /// is a point.
    private func timeOfClose(_ candle: Candle) -> Timestamp {
        guard candle.width != nil || !arePoints else { return candle.time }
        let day = CandleWidth.day
        let now = width.areDays ? Timestamp(seconds: day.start(of: now)) : now
        let length = width.areDays ? width.seconds - day.seconds : width.seconds
        return max(candle.time, min(candle.time.advanced(bySeconds: length), now))
    }

    /// The name, the last price and its time if it is not that of now, the change since the first point of the curve,
    /// the time zone and the source.
    private func title(_ output: ChartOutput, _ points: [Chart.Point], _ last: Candle) -> Chart.Title {
        typealias Fact = Chart.Title.Fact
        let price = output.text(ofPrice: last.close, among: points, areRates: last.isRate)
        var facts = [Fact("\(price) \(last.currency)", importance: 5)]
        let change = output.change(over: points, importance: 4) { first, last in
            (try? (last.value - first.value).percentage(of: first.value)).map {
                output.text(of: Number($0), as: .percent)
            }
        }
        let time = timeOfClose(last)
        // The only point of a curve has its time in place of a change.
        if change.count > 1, now.wholeSeconds(since: time) >= (areDays ? CandleWidth.day.seconds : 60) {
            let words =
                areDays ? "on \(output.text(of: time, among: points))" : "at \(output.moment(time, now: now))"
            facts.append(Fact(words, importance: 4, isJoined: true))
        }
        facts += change
        facts += [output.zone(at: last.time, importance: 3), Fact(last.provider, importance: 2)]
        guard let name = last.name else { return Chart.Title(last.symbol, facts: facts) }
        return Chart.Title(name, symbol: last.symbol, facts: facts)
    }
}
