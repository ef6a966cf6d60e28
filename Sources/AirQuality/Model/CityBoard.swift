/// The newest reading of each city of a stream: unique by name, sorted by name (REQUIREMENTS A2).
///
/// A value: whoever holds one sees whole messages only (A7).
public struct CityBoard: Sendable {
    /// The readings, by their cities' names.
    public private(set) var readings: [AirReading] = []
    private var places: [String: Int] = [:]

    /// A board of no cities.
    public init() {}

    /// The reading of the city of that name; of one in another letter case where none is written so.
    public subscript(name: String) -> AirReading? {
        if let place = places[name] { return readings[place] }
        let key = name.lowercased()
        return readings.first { $0.city.lowercased() == key }
    }

    /// Takes a message's readings in their order; those of a city that is not on the board add it, up to
    /// `AnswerLimit.cities`.
    public mutating func apply(_ message: [AirReading]) {
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

    /// Sorts names and places, which are small, and moves each reading once.
    private mutating func sort() {
        let order = readings.indices.map { (name: readings[$0].city, place: $0) }.sorted { $0.name < $1.name }
        readings = order.map { readings[$0.place] }
        for (place, reading) in readings.enumerated() { places[reading.city] = place }
    }
}
