public import DecimalArithmetic
public import Platform

/// The data of a chart: one quantity over time, or several of the same unit, independent of the way it is drawn.
///
/// Values are exact and printed exactly. Only positions in the drawing are computed in binary floating point.
public struct Chart: Sendable {
    /// A measured value and its time.
    public struct Point: Sendable, Equatable {
        /// The time.
        public var time: Timestamp
        /// The value; nil is a gap, which breaks the line.
        public var value: Number?
        /// The candle that ends with the value; nil if there is none.
        public var bar: Bar?

        /// Creates a point. Each parameter sets the property of the same name.
        public init(_ time: Timestamp, _ value: Number?, bar: Bar? = nil) {
            (self.time, self.value, self.bar) = (time, value, bar)
        }
    }

    /// What a candle has beside its last price.
    public struct Bar: Sendable, Equatable {
        /// The first price; nil if it is not known.
        public var open: Number?
        /// The highest and the lowest price.
        public var high, low: Number
        /// The traded amount; nil if it is not known or not drawn.
        public var volume: Number?

        /// Creates a bar. Each parameter sets the property of the same name.
        public init(open: Number?, high: Number, low: Number, volume: Number? = nil) {
            (self.open, self.high, self.low, self.volume) = (open, high, low, volume)
        }
    }

    /// One quantity over time.
    public struct Curve: Sendable, Equatable {
        /// The name, for the legend of several.
        public var name: String
        /// The points. They are sorted by time.
        public var points: [Point]

        /// Creates a curve. Each parameter sets the property of the same name.
        public init(_ name: String = "", points: [Point]) {
            (self.name, self.points) = (name, points)
        }
    }

    /// How values are drawn.
    public enum Style: Sendable {
        /// A line in the colours of the bands.
        case line
        /// A line that is green or red as its last value is above or below its first one.
        case change
        /// The candles of the points: a body from the first to the last price, and a line from the lowest to the
        /// highest one.
        case candlesticks
        /// A line in a colour of its own for each curve.
        case curves
    }

    /// A range of values with a meaning, such as a level of air quality.
    package struct Band: Sendable, Equatable {
        /// The lowest and highest value. If there is a gap before the next band, the band extends to its lowest
        /// value.
        package var range: ClosedRange<Double>
        /// The name; empty if it has none.
        public var name: String
        /// The range in words, such as `51–100`, for the legend; empty if it is not shown.
        package var label: String
        /// The colour.
        package var color: ChartColor

        /// Creates a band. Each parameter sets the property of the same name.
        public init(_ range: ClosedRange<Double>, _ name: String = "", label: String = "", color: ChartColor) {
            (self.range, self.name, self.label, self.color) = (range, name, label, color)
        }
    }

    /// The line above the drawing.
    public var title: Title
    /// The curves, at least one. All have one time axis, and one y axis.
    public var curves: [Curve]
    /// How they are drawn.
    public var style = Style.line
    /// The ends of the y axis; nil for round values around the data. Values outside are drawn at the edge.
    package var yRange: ClosedRange<Double>?
    /// The bands of values with a colour, lowest first.
    package var bands: [Band]
    /// The format of printed values. The axis has round values and does not use it.
    package var presentation: Presentation
    /// The number of decimals of printed values; nil for the default of `presentation`.
    package var digits: Int?
    /// The time zone of printed times.
    package var localTime: LocalTime
    /// The time after which points are a forecast, which is marked if it lies between the points; nil without one.
    package var present: Timestamp?
    /// Whether each point is a whole day or several, whose times have no clock.
    package var areDays: Bool

    /// Creates a chart of one curve, whose times are shown in UTC.
    ///
    /// - Parameters:
    ///   - name: Its title.
    ///   - points: Its points, oldest first.
    public init(_ name: String, points: [Point]) {
        self.init(title: Title(name), points: points, localTime: .utc)
    }

    /// Creates a chart of one curve without a forecast. Each parameter sets the property of the same name.
    package init(
        title: Title, points: [Point], yRange: ClosedRange<Double>? = nil, bands: [Band] = [],
        presentation: Presentation = .price, digits: Int? = nil,
        localTime: LocalTime, areDays: Bool = false
    ) {
        self.title = title
        curves = [Curve(points: points)]
        (self.yRange, self.bands, self.presentation) = (yRange, bands, presentation)
        (self.digits, self.localTime, self.areDays) = (digits, localTime, areDays)
    }
}

extension Chart {
    /// The text shown if there is nothing to draw.
    package static let nothing = "no values to draw"

    /// Whether there is a value that can be drawn.
    package var hasValues: Bool { points.contains { $0.value.flatMap(ChartSeries.drawable) != nil } }

    /// The points of all curves by time.
    var points: [Point] {
        curves.count == 1 ? curves[0].points : curves.flatMap(\.points).sorted { $0.time < $1.time }
    }

    /// Returns the decimals that tell prices apart which are at different heights: a hundredth of their range or less,
    /// but no more than the prices have; nil if the default ones do.
    ///
    /// - Parameter points: The points.
    /// - Returns: The number of decimals.
    package static func digits(telling points: [Point]) -> Int? {
        let values = points.compactMap(\.value)
        guard let low = values.min(), let high = values.max(), low < high,
            let difference = try? high.value - low.value
        else { return nil }
        let places = min(2 - difference.adjustedExponent, values.map(\.places).max() ?? 0)
        return places > [low, high].map({ ColumnNumbers($0).places(for: $0) }).min() ?? 0 ? places : nil
    }

    /// Returns the decimals of six significant digits of the smallest rate.
    ///
    /// - Parameter points: The points.
    /// - Returns: The number of decimals; nil without values.
    package static func digits(ofRates points: [Point]) -> Int? {
        points.compactMap(\.value).min().map { ColumnNumbers.places(forRate: $0.isZero ? 0 : $0.adjustedExponent) }
    }

    /// What follows the values of the y axis.
    var unit: String { presentation == .percent ? "%" : "" }

    /// Formats a traded amount: three digits and a letter from a thousand.
    static func text(ofAmount amount: Number) -> String {
        guard amount.adjustedExponent >= 3 else { return Presentation.amount.text(of: amount) }
        var bytes: [UInt8] = []
        Presenter.write(abbreviated: amount, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Formats a value.
    func text(_ value: Number) -> String {
        presentation.text(of: value, digits: digits)
    }

    /// Returns the band of a value; nil if it is in none.
    func band(of value: Double) -> Band? {
        guard let index = bands.lastIndex(where: { $0.range.lowerBound <= value }) else { return nil }
        return value <= top(ofBandAt: index) ? bands[index] : nil
    }

    /// Returns the upper end of a band, which extends to the beginning of the next band above it.
    func top(ofBandAt index: Int) -> Double {
        let own = bands[index].range.upperBound
        return index + 1 < bands.count ? max(own, bands[index + 1].range.lowerBound) : own
    }
}
