public import DecimalArithmetic
public import Platform

/// What a chart shows, however it is drawn: one quantity over time.
///
/// Values are exact, and printed so; only where they stand on the paper goes through binary floating point.
public struct Chart: Sendable {
    /// A moment and what was measured then.
    public struct Point: Sendable, Equatable {
        /// When.
        public var time: Timestamp
        /// How much; nil is a gap, which breaks the line.
        public var value: Number?

        /// A point.
        public init(_ time: Timestamp, _ value: Number?) {
            self.time = time
            self.value = value
        }
    }

    /// A range of values with a meaning of its own, such as a level of air quality.
    public struct Band: Sendable, Equatable {
        /// From its lowest value to its highest; up to the next band's lowest where that leaves a space between.
        public var range: ClosedRange<Double>
        /// What it is called; empty where it has no name.
        public var name: String
        /// Its colour.
        public var color: ChartColor

        /// A band.
        public init(_ range: ClosedRange<Double>, _ name: String = "", color: ChartColor) {
            self.range = range
            self.name = name
            self.color = color
        }
    }

    /// Lines above the drawing, the name of what is shown first; text of others is made harmless.
    public var title: [String]
    /// The points by time; those out of order are sorted.
    public var points: [Point]
    /// The ends of the y axis; nil for round ones around the values. Values beyond are drawn at the edge.
    public var yRange: ClosedRange<Double>?
    /// Ranges of values with a colour, lowest first.
    public var bands: [Band]
    /// How values are printed; the axis has round values and needs none.
    public var presentation: Presentation
    /// Decimals of the values printed; nil for those of `presentation`.
    public var digits: Int?
    /// A moment in few characters, as the reader's clock or calendar shows it: `14:05`, `Mar 1`.
    public var timeLabel: @Sendable (Timestamp) -> String

    /// A chart.
    public init(
        title: [String], points: [Point], yRange: ClosedRange<Double>? = nil, bands: [Band] = [],
        presentation: Presentation = .price, digits: Int? = nil,
        timeLabel: @escaping @Sendable (Timestamp) -> String
    ) {
        self.title = title
        self.points = points
        self.yRange = yRange
        self.bands = bands
        self.presentation = presentation
        self.digits = digits
        self.timeLabel = timeLabel
    }
}

extension Chart {
    /// What is said where there is nothing to draw.
    public static let nothing = "no values to draw"

    /// Whether there is a value that can be drawn.
    public var hasValues: Bool { points.contains { $0.value.flatMap(ChartSeries.drawable) != nil } }

    /// A value as it is printed.
    func text(_ value: Number) -> String {
        var bytes: [UInt8] = []
        let presenter = Presenter(digits: digits, escaping: TerminalText.escaping)
        _ = presenter.write(.number(value), as: presentation, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The band a value belongs to; nil where it belongs to none.
    func band(of value: Double) -> Band? {
        guard let index = bands.lastIndex(where: { $0.range.lowerBound <= value }) else { return nil }
        return value <= top(ofBandAt: index) ? bands[index] : nil
    }

    /// Where a band ends: at the next one's beginning if there is one above it.
    func top(ofBandAt index: Int) -> Double {
        let own = bands[index].range.upperBound
        return index + 1 < bands.count ? max(own, bands[index + 1].range.lowerBound) : own
    }
}
