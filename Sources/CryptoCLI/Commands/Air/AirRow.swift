import AirQuality
import Platform

/// A reading as `aqi` prints it: with its age.
struct AirRow: Sendable {
    let reading: AirReading
    /// Whole seconds since the reading's time, never below 0: clocks differ.
    private(set) var age: Int

    init(_ reading: AirReading, now: Timestamp) {
        self.reading = reading
        age = QuoteRow.age(of: reading.time, now)
    }

    /// The same reading at another moment.
    mutating func grow(to now: Timestamp) {
        age = QuoteRow.age(of: reading.time, now)
    }
}
