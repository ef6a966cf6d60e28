import AirQuality
import Platform

/// A reading with its age, as `aqi` prints it.
struct AirRow: Sendable {
    let reading: AirReading
    /// The time at which it is printed.
    var now: Timestamp
    /// The place that was asked for; nil for a city that the provider names.
    var place: Place?

    /// Whole seconds since the reading's time; at least 0, since clocks differ.
    var age: Int { QuoteRow.age(of: reading.time, now) }
}
