public import DecimalArithmetic
public import Platform

/// The last values of one city of a stream, for a chart (REQUIREMENTS A3): the first two at once, then one when 30 s have
/// passed since the last that was recorded, 25 at most.
public struct AirHistory: Sendable, Hashable {
    /// A value and when it came.
    public struct Record: Sendable, Hashable {
        /// When it came, by the wall clock.
        public let time: Timestamp
        /// The index.
        public let aqi: Number
    }

    /// The values, oldest first.
    public private(set) var records: [Record] = []
    private var last: Duration?

    /// How long a value must wait for its turn.
    public static let interval = Duration.seconds(30)
    /// How many values are kept.
    public static let capacity = 25

    /// No values.
    public init() {}

    /// Takes a value, or passes over it; `elapsed` is a clock that never goes back. An unknown one is none.
    public mutating func record(_ aqi: Number?, time: Timestamp, elapsed: Duration) {
        guard let aqi else { return }
        if records.count >= 2, let last, elapsed - last < Self.interval { return }
        if records.count == Self.capacity { records.removeFirst() }
        records.append(Record(time: time, aqi: aqi))
        last = elapsed
    }
}
