import AirQuality
import Platform

/// A reading with its age, as `aqi` prints it.
struct AirRow: Sendable {
    let reading: AirReading
    /// Whole seconds since the reading's time; at least 0, since clocks differ.
    private(set) var age: Int

    init(_ reading: AirReading, now: Timestamp) {
        self.reading = reading
        age = QuoteRow.age(of: reading.time, now)
    }

    /// Updates the age to a later time.
    mutating func updateAge(to now: Timestamp) {
        age = QuoteRow.age(of: reading.time, now)
    }
}
