import DecimalArithmetic
import Platform

/// The points of a chart as positions: seconds since the first point, and values as doubles.
struct ChartSeries {
    /// A point that has a value.
    struct Sample {
        let seconds: Double
        let value: Double
        /// The exact value.
        let number: Number
        let time: Timestamp
    }

    /// A place that is marked in the drawing.
    struct Mark {
        enum Kind {
            case highest, lowest, last

            /// The name in the legend.
            var name: String {
                switch self {
                case .highest: "max"
                case .lowest: "min"
                case .last: "last"
                }
            }

            /// The symbol in the drawing and in the legend.
            var symbol: Character {
                switch self {
                case .highest: "▲"
                case .lowest: "▼"
                case .last: "●"
                }
            }

            /// The symbol in ASCII.
            var letter: Character {
                switch self {
                case .highest: "^"
                case .lowest: "v"
                case .last: "o"
                }
            }
        }

        let kind: Kind
        let place: Sample
    }

    /// The character of the rule at the present.
    static let presentRule: Character = "┊"

    /// The runs of points without a gap; none is empty.
    let runs: [[Sample]]
    /// The times of all points, including those of gaps, in order.
    let moments: [Timestamp]
    /// The first and the last time, including those of gaps; nil if there are no points.
    let times: ClosedRange<Timestamp>?
    /// The time from the first to the last point, in seconds.
    let duration: Double
    /// The least time between two points, in seconds; 0 if all are of the same time.
    let interval: Double

    init(_ points: [Chart.Point]) {
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
        let points = isSorted ? points : points.sorted { $0.time < $1.time }
        moments = points.map(\.time)
        times = points.first.flatMap { first in points.last.map { first.time...$0.time } }
        let start = points.first?.time
        var runs: [[Sample]] = [[]]
        var (interval, before) = (0.0, 0.0)
        for point in points {
            let seconds = start.map { Self.seconds(from: $0, to: point.time) } ?? 0
            if seconds > before, interval == 0 || seconds - before < interval { interval = seconds - before }
            before = seconds
            if let number = point.value, let value = Self.drawable(number) {
                runs[runs.count - 1].append(
                    Sample(seconds: seconds, value: value, number: number, time: point.time))
            } else {
                runs.append([])
            }
        }
        self.runs = runs.filter { !$0.isEmpty }
        self.interval = interval
        duration = times.map { Self.seconds(from: $0.lowerBound, to: $0.upperBound) } ?? 0
    }

    /// The lowest and the highest value; nil if there are no values.
    var values: ClosedRange<Double>? {
        let values = runs.joined().lazy.map(\.value)
        return values.min().flatMap { low in values.max().map { low...$0 } }
    }

    /// The highest, the lowest and the last value; of equal values the first. If all are equal, only the last one.
    var marks: [Mark] {
        guard let last = runs.last?.last else { return [] }
        let places = runs.joined()
        guard let high = places.max(by: { $0.number < $1.number }),
            let low = places.min(by: { $0.number < $1.number }), low.number < high.number
        else { return [Mark(kind: .last, place: last)] }
        return [
            Mark(kind: .highest, place: high), Mark(kind: .lowest, place: low), Mark(kind: .last, place: last),
        ]
    }

    /// Returns the position on the time axis, from 0 to 1; 0.5 if there is only one time.
    func share(_ seconds: Double) -> Double {
        duration > 0 ? seconds / duration : 0.5
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

    private static func seconds(from start: Timestamp, to time: Timestamp) -> Double {
        Double(time.seconds) - Double(start.seconds) + (Double(time.nanoseconds) - Double(start.nanoseconds)) / 1e9
    }
}
