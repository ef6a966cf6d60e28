public import DecimalArithmetic
public import Platform

/// The last values of one city of a stream, for a chart. The first two values are recorded at once; after them, one
/// value at most every 30 s. It keeps at most 25 values.
public struct AirHistory: Sendable, Hashable {
    /// A value and the time it was received.
    public struct Record: Sendable, Hashable {
        /// The time it was received, by the wall clock.
        public let time: Timestamp
        /// The index.
        public let aqi: Number
    }

    /// The values, oldest first.
    public private(set) var records: [Record] = []
    private var last: Duration?

    /// The minimum time between two recorded values.
    public static let interval = Duration.seconds(30)
    /// The maximum number of values.
    public static let capacity = 25

    /// Creates an empty history.
    public init() {}

    /// Records a value, or ignores it if it is nil or comes too soon. `elapsed` is the time of a monotonic clock.
    public mutating func record(_ aqi: Number?, time: Timestamp, elapsed: Duration) {
        guard let aqi else { return }
        if records.count >= 2, let last, elapsed - last < Self.interval { return }
        if records.count == Self.capacity { records.removeFirst() }
        records.append(Record(time: time, aqi: aqi))
        last = elapsed
    }
}
