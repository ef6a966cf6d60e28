/// The newest reading of each city of a stream, unique by name and sorted by name.
///
/// Because it is a value, a copy never holds part of a message.
package struct CityBoard: Sendable {
    /// The readings, sorted by city name.
    package private(set) var readings: [AirReading] = []
    private var places: [String: Int] = [:]

    /// Creates an empty board.
    package init() {}

    /// The reading of a city. A name in another letter case matches if no name matches exactly.
    package subscript(name: String) -> AirReading? {
        if let place = places[name] { return readings[place] }
        let key = name.lowercased()
        return readings.first { $0.city.lowercased() == key }
    }

    /// Applies the readings of a message in order. New cities are added, up to `AnswerLimit.cities`.
    package mutating func apply(_ message: [AirReading]) {
        let known = readings.count
        if known == 0 {
            readings.reserveCapacity(message.count)
            places.reserveCapacity(message.count)
        }
        for reading in message {
            if let place = places[reading.city] {
                readings[place] = reading
            } else if readings.count < AnswerLimit.cities {
                places[reading.city] = readings.count
                readings.append(reading)
            }
        }
        if readings.count > known { sort() }
    }

    /// Sorts pairs of name and position, which are small, and then moves each reading once.
    private mutating func sort() {
        let order = readings.indices.map { (name: readings[$0].city, place: $0) }.sorted { $0.name < $1.name }
        readings = order.map { readings[$0.place] }
        for (place, reading) in readings.enumerated() { places[reading.city] = place }
    }
}
