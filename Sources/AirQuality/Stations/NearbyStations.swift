import Platform

extension LocatedPlace {
    /// A station with its distance from the place.
    typealias Neighbor<Station> = (station: Station, kilometres: Double)

    /// Returns the stations within `Provider.reach` kilometres, nearest first, and the nearest one at any distance; nil
    /// if there are no stations.
    func neighbors<Station>(
        among stations: [Station], at point: (Station) -> GlobePoint
    ) -> (near: [Neighbor<Station>], nearest: Neighbor<Station>?) {
        let center = GlobePoint(coordinates)
        var (near, nearest): ([Neighbor<Station>], Neighbor<Station>?) = ([], nil)
        for station in stations {
            let neighbor = (station: station, kilometres: center.kilometres(to: point(station)))
            if neighbor.kilometres < nearest?.kilometres ?? .infinity { nearest = neighbor }
            if neighbor.kilometres <= Double(Provider.reach) { near.append(neighbor) }
        }
        near.sort { $0.kilometres < $1.kilometres }
        return (near, nearest)
    }
}

extension String {
    /// The name of a station with its distance from a place: `Auburn 29th St, 3.2 km`. The distance has one decimal
    /// below 100 km, and none from there on.
    func at(_ kilometres: Double) -> String {
        let tenths = Int((kilometres * 10).rounded())
        return "\(self), " + (tenths < 1000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)") + " km"
    }
}

extension LocatedPlace {
    /// Returns a reading of a station near the place, without values. `country` is used for a place whose own is not
    /// known.
    func reading(
        at time: Timestamp, scale: AQIScale, provider: String, station: String, country: String?
    ) -> AirReading {
        var reading = AirReading(time: time, city: city, aqi: nil, scale: scale, provider: provider)
        describe(&reading)
        reading.country = reading.country ?? country
        reading.via = station
        return reading
    }

    /// The failure of a provider without a current measurement near the place.
    func unmeasured(by provider: String, nearest: String?) -> ProviderFailure {
        ProviderFailure(provider, .noStation(near: city, within: Provider.reach, nearest: nearest))
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
