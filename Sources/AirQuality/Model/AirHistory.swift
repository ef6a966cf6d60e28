package import DecimalArithmetic
package import Platform

/// The last values of one city of a stream, for a chart. The first two values are recorded at once; after them, one
/// value at most every 30 s. It keeps at most 25 values.
package struct AirHistory: Sendable {
    /// The values, oldest first, with the times when they were received, by the wall clock.
    package private(set) var records: [(time: Timestamp, aqi: Number)] = []
    private var last: Duration?

    /// The minimum time between two recorded values.
    package static let interval = Duration.seconds(30)
    /// The maximum number of values.
    package static let capacity = 25

    /// Creates an empty history.
    package init() {}

    /// Records a value, or ignores it if it is nil or comes too soon. `elapsed` is the time of a monotonic clock.
    /// Returns whether the value was recorded.
    @discardableResult
    package mutating func record(_ aqi: Number?, time: Timestamp, elapsed: Duration) -> Bool {
        guard let aqi else { return false }
        if records.count >= 2, let last, elapsed - last < Self.interval { return false }
        if records.count == Self.capacity { records.removeFirst() }
        records.append((time, aqi))
        last = elapsed
        return true
    }
}
