import AirQuality
import Platform

/// A reading with its age, as `aqi` prints it.
struct AirRow: Sendable {
    let reading: AirReading
    /// The time at which it is printed.
    var now: Timestamp
    /// The place that was asked for; nil for a city that the provider names.
    var place: Place?

    /// Whether the row is one of several hours: past hours, or hours of a forecast.
    var isOfHours = false

    /// Whole seconds since the reading's time, or since the run of a forecast; negative if the time of a current
    /// reading is ahead of this machine's clock.
    var age: Int { Int((isForecast ? reading.issued ?? now : reading.time).age(at: now)) }

    /// Whether it is from an outdated answer, or a current reading or a forecast of an unacceptable age. Past hours are
    /// as old as they are.
    var stale: Bool { reading.stale || ((!isOfHours || isForecast) && ageFault != nil) }

    private var isForecast: Bool { isOfHours && reading.time > now }
    private var ageFault: AgeFault? { AgeFault(age: Int64(age), hours: AirReading.hoursUntilStale) }
}
