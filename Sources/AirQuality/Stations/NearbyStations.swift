import Platform

/// The stations around a place.
struct NearbyStations<Station> {
    /// A station with its distance from the place.
    struct Neighbor {
        let station: Station
        let kilometres: Double
    }

    /// The stations within `StationLimit.kilometres`, nearest first.
    private(set) var near: [Neighbor] = []
    /// The nearest station at any distance; nil if there are no stations.
    private(set) var nearest: Neighbor?

    init(of place: LocatedPlace, among stations: [Station], at point: (Station) -> GlobePoint) {
        let center = GlobePoint(place.coordinates)
        for station in stations {
            let neighbor = Neighbor(station: station, kilometres: center.kilometres(to: point(station)))
            if neighbor.kilometres < nearest?.kilometres ?? .infinity { nearest = neighbor }
            if neighbor.kilometres <= Double(StationLimit.kilometres) { near.append(neighbor) }
        }
        near.sort { $0.kilometres < $1.kilometres }
    }
}

/// What counts as the air of a place, measured by a station.
enum StationLimit {
    /// The maximum distance of a station from the place.
    static let kilometres = 50
    /// The maximum age of a measurement, from the beginning of its hour, that is not an old one.
    static let age: Int64 = 4 * 3600
}

/// A station by its name and its distance from a place: `Auburn 29th St, 3.2 km`.
struct StationLabel: CustomStringConvertible {
    let name: String
    let kilometres: Double

    /// The distance has one decimal below 100 km, and none from there on.
    var description: String {
        let tenths = Int((kilometres * 10).rounded())
        return "\(name), " + (tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)") + " km"
    }
}

extension LocatedPlace {
    /// Returns a reading of a station near the place, without values. `country` is used for a place whose own is not
    /// known.
    func reading(
        at time: Timestamp, scale: AQIScale, provider: String, station: StationLabel, country: String?
    ) -> AirReading {
        var reading = AirReading(time: time, city: city, aqi: nil, scale: scale, provider: provider)
        describe(&reading)
        reading.country = reading.country ?? country
        reading.via = station.description
        return reading
    }

    /// The failure of a provider without a current measurement near the place.
    func unmeasured(by provider: String, nearest: StationLabel?) -> ProviderFailure {
        ProviderFailure(
            provider, .noStation(near: city, within: StationLimit.kilometres, nearest: nearest?.description))
    }
}

extension AirReading {
    /// Sets the index that a scale computed from concentrations of the station, and records how, after the station.
    mutating func takeBeside(_ computed: Result<ComputedIndex, UnknownIndex>) {
        let station = via
        take(computed)
        guard case .success = computed else { return }
        via = [station, via].compactMap(\.self).joined(separator: "; ")
    }
}
