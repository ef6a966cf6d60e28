import DecimalArithmetic
import Platform

/// The points of a curve as positions: seconds since the beginning of the time axis, and values as doubles.
struct ChartSeries {
    /// A point that has a value.
    struct Sample {
        let seconds: Double
        /// The position on the time axis, from 0 to 1.
        let share: Double
        let value: Double
        /// The exact value.
        let number: Number
        let time: Timestamp
        let bar: Chart.Bar?

        /// The same place at another value.
        func at(_ number: Number) -> Sample {
            Sample(
                seconds: seconds, share: share, value: number.value.doubleValue, number: number, time: time, bar: bar)
        }
    }

    /// What is marked in the drawing, by its name in the legend.
    enum Mark: String {
        case highest = "max"
        case lowest = "min"
        case last

        /// The symbol in the drawing and in the legend.
        func character(isASCII: Bool) -> Character {
            switch self {
            case .highest: isASCII ? "^" : "▲"
            case .lowest: isASCII ? "v" : "▼"
            case .last: isASCII ? "o" : "●"
            }
        }
    }

    /// Returns the character of the rule at the present.
    static func presentRule(isASCII: Bool) -> Character { isASCII ? ":" : "┊" }

    /// The name of the curve.
    let name: String
    /// The runs of points without a gap; none is empty.
    private(set) var runs: [[Sample]] = [[]]
    /// The times of all points, including those of gaps, in order.
    let moments: [Timestamp]
    /// The ends of the time axis; nil if there are no points.
    let times: ClosedRange<Timestamp>?
    /// The length of the time axis, in seconds.
    let duration: Double
    /// The usual time between two points, in seconds; 0 if all are of the same time.
    let interval: Double
    /// Whether the values of a point are those of its candle.
    private let areBars: Bool

    /// Creates the series of the curves of a chart, at least one, on a time axis with all of their points.
    static func all(of chart: Chart) -> [ChartSeries] {
        let times = chart.curves.flatMap(\.points).map(\.time)
        let period = times.min().flatMap { first in times.max().map { first...$0 } }
        return chart.curves.map { ChartSeries($0, in: period, areBars: chart.style == .candlesticks) }
    }

    private init(_ curve: Chart.Curve, in period: ClosedRange<Timestamp>?, areBars: Bool) {
        let isSorted = zip(curve.points, curve.points.dropFirst()).allSatisfy { $0.time <= $1.time }
        let points = isSorted ? curve.points : curve.points.sorted { $0.time < $1.time }
        (name, self.areBars) = (curve.name, areBars)
        moments = points.map(\.time)
        times = period
        let seconds = moments.map { time in period.map { Self.seconds(from: $0.lowerBound, to: time) } ?? 0 }
        let steps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
        interval = steps.dropFirst(steps.count / 2).first ?? 0
        duration = period.map { Self.seconds(from: $0.lowerBound, to: $0.upperBound) } ?? 0
        for (point, seconds) in zip(points, seconds) {
            if let number = point.value, let value = Self.drawable(number) {
                runs[runs.count - 1].append(
                    Sample(
                        seconds: seconds, share: share(seconds), value: value, number: number, time: point.time,
                        bar: point.bar.flatMap { Self.drawable($0, close: number) }))
            } else {
                runs.append([])
            }
        }
        runs.removeAll(where: \.isEmpty)
    }

    /// Returns the lowest and the highest value of several series; nil if there are no values.
    static func values(of all: [ChartSeries]) -> ClosedRange<Double>? {
        let values = all.flatMap { series in
            series.runs.joined().flatMap { [series.low($0), series.high($0)] }.map(\.value.doubleValue)
        }
        return values.min().flatMap { low in values.max().map { low...$0 } }
    }

    private func low(_ place: Sample) -> Number { areBars ? place.bar?.low ?? place.number : place.number }
    private func high(_ place: Sample) -> Number { areBars ? place.bar?.high ?? place.number : place.number }

    /// The highest, the lowest and the last value; of equal values the first. If all are equal, only the last one.
    var marks: [(mark: Mark, place: Sample)] {
        guard let last = runs.last?.last else { return [] }
        let places = runs.joined()
        guard let high = places.max(by: { self.high($0) < self.high($1) }),
            let low = places.min(by: { self.low($0) < self.low($1) }), self.low(low) < self.high(high)
        else { return [(.last, last)] }
        return [(.highest, high.at(self.high(high))), (.lowest, low.at(self.low(low))), (.last, last)]
    }

    /// Whether the last value is above or below the first one.
    var tone: Tone {
        guard let first = runs.first?.first?.number, let last = runs.last?.last?.number else { return .none }
        return first < last ? .rise : last < first ? .fall : .none
    }

    /// Returns the position on the time axis, from 0 to 1; 0.5 if there is only one time.
    func share(_ seconds: Double) -> Double {
        // Half of the first and of the last candle are beyond their times.
        let room = areBars ? interval / 2 : 0
        return duration > 0 ? (seconds + room) / (duration + 2 * room) : 0.5
    }

    /// Returns the position of a time on the axis.
    func share(of time: Timestamp) -> Double {
        times.map { share(Self.seconds(from: $0.lowerBound, to: time)) } ?? 0.5
    }

    /// Returns the position of a time on the axis; nil if it is not between the first and the last.
    func share(within time: Timestamp?) -> Double? {
        guard let time, let times, times.lowerBound < time, time < times.upperBound else { return nil }
        return share(of: time)
    }

    /// Converts a value to a double; nil, a gap, if it is too large for a double to hold its differences from others.
    static func drawable(_ number: Number) -> Double? {
        let value = number.value.doubleValue
        return abs(value) < 1e300 ? value : nil
    }

    /// Returns the prices of a candle in their order, whatever a provider says of them; nil for one that is too large.
    private static func drawable(_ bar: Chart.Bar, close: Number) -> Chart.Bar? {
        let open = bar.open ?? close
        guard [open, bar.high, bar.low].allSatisfy({ drawable($0) != nil }) else { return nil }
        var bar = bar
        bar.high = max(bar.high, open, close)
        bar.low = min(bar.low, open, close)
        return bar
    }

    private static func seconds(from start: Timestamp, to time: Timestamp) -> Double {
        Double(time.seconds) - Double(start.seconds) + (Double(time.nanoseconds) - Double(start.nanoseconds)) / 1e9
    }
}
