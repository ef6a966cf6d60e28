public import DecimalArithmetic
public import Platform

/// The cities of a stream and what is known of each: unique by name, sorted by name (REQUIREMENTS A2).
///
/// A value: whoever holds one sees whole messages only (A7).
public struct CityBoard: Sendable {
    /// What is known of a city.
    public struct City: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// The newest index, nil where the newest message says that it is unknown.
        public var aqi: Number?
        /// When that came.
        public var time: Timestamp
        /// The values before, for a chart.
        public var history = AirHistory()
    }

    /// The cities, by name.
    public private(set) var cities: [City] = []
    private var places: [String: Int] = [:]

    /// A board of no cities.
    public init() {}

    /// The city of that name.
    public subscript(name: String) -> City? {
        places[name].map { cities[$0] }
    }

    /// Takes a message's values in their order; those of a city that is not on the board add it.
    public mutating func apply(_ values: [CityMessage.Value], time: Timestamp, elapsed: Duration) {
        let known = cities.count
        if known == 0 {
            cities.reserveCapacity(values.count)
            places.reserveCapacity(values.count)
        }
        for value in values {
            let place = places[value.city] ?? append(value.city, time)
            cities[place].aqi = value.aqi
            cities[place].time = time
            cities[place].history.record(value.aqi, time: time, elapsed: elapsed)
        }
        if cities.count > known { sort() }
    }

    private mutating func append(_ name: String, _ time: Timestamp) -> Int {
        places[name] = cities.count
        cities.append(City(name: name, time: time))
        return cities.count - 1
    }

    /// Sorts names and places, which are small, and moves each city once.
    private mutating func sort() {
        let order = cities.indices.map { (name: cities[$0].name, place: $0) }.sorted { $0.name < $1.name }
        cities = order.map { cities[$0.place] }
        for (place, city) in cities.enumerated() { places[city.name] = place }
    }
}

extension CityBoard.City {
    /// The city as a row.
    public func reading(scale: AQIScale, provider: String) -> AirReading {
        AirReading(time: time, city: name, aqi: aqi, scale: scale, provider: provider)
    }
}
