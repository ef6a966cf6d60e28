public import DecimalArithmetic
public import Platform

/// The air quality of one place at one time from one provider. Unknown values are nil, never 0.
public struct AirReading: Sendable, Hashable {
    /// The time of the measurement according to the provider; the time of the request if the provider sends none.
    public var time: Timestamp
    /// The provider's name of the place; its coordinates if it has no name.
    public var city: String
    /// The country's name; its code if only that is known.
    public var country: String?
    /// The coordinates of the place.
    public var coordinates: Coordinates?
    /// The index on `scale`, as sent or computed. An index beyond the scale is kept, not clamped.
    public var aqi: Number?
    /// The scale of `aqi` and `band`.
    public var scale: AQIScale
    /// The band of `aqi`.
    package var band: AQIBand
    /// The concentrations in µg/m³.
    public var concentrations: [Pollutant: Number] = [:]
    /// The name of the provider.
    public var provider: String
    /// True for an outdated response from the cache. The age of a current reading counts too: `ageFault`.
    public var stale = false
    /// The time of the model run of a forecast; the time of the request if the provider does not send it. Nil for all
    /// other readings. Not a field of the row.
    package var issued: Timestamp?
    /// The station and its distance, if the provider has stations near places; how the index was computed, if the
    /// provider did not send it on the requested scale.
    public var via: String?
    /// The reason why there is no index; nil if there is one.
    package var unknown: UnknownIndex?
    /// The name under which the place was requested. Not a field of the row.
    package var asked: String?
    /// The region of the country. Not a field of the row.
    package var region: String?
    /// Other places with the requested name. Not a field of the row.
    package var namesakes: [String] = []
    /// Why the place was not looked up, and its point is that of the time zone named after it; empty if it was. Not a
    /// field of the row.
    package var placeFailures: [ProviderFailure] = []
    /// Invalid parts of the response that were left out. Not a field of the row.
    package var dropped = DroppedRows()
    /// The grid point of the provider's model that the values are for. Not a field of the row.
    package var grid: Coordinates?
    /// The sources of the measurement, if the provider requires attribution. Not a field of the row.
    package var attributions: [String] = []

    /// The scale's name of the band.
    public var level: String { band.level }
    /// The meaning of the band, or the reason why the index is unknown, as a sentence.
    public var description: String { unknown?.description ?? band.meaning }
    /// The colour of the band, `#RRGGBB`.
    public var color: String { band.color }
    /// One character that represents the band.
    package var face: Character { band.face }
    /// The latitude in degrees north.
    public var latitude: Number? { coordinates?.latitude }
    /// The longitude in degrees east.
    public var longitude: Number? { coordinates?.longitude }
}

extension AirReading {
    /// Creates a reading with an index as the provider sent it, and its band. Each parameter sets the property of the
    /// same name.
    public init(time: Timestamp, city: String, aqi: Number?, scale: AQIScale, provider: String) {
        // An initializer that sets property by property returns a copy of all of them.
        self.init(
            time: time, city: city, aqi: aqi, scale: scale, band: scale.band(of: aqi?.value), provider: provider)
    }

    /// The age in hours beyond which a current reading, or the run of a forecast, is stale.
    package static let hoursUntilStale = 6

    /// Returns why the age of a current reading is not accepted: it is older than six hours, or its time is more than
    /// two minutes ahead of the clock.
    ///
    /// - Parameter now: The current time by the provider's clock.
    /// - Returns: The reason; nil if the age is accepted.
    package func ageFault(at now: Timestamp) -> AgeFault? {
        AgeFault(age: (issued ?? time).age(at: now), hours: Self.hoursUntilStale)
    }

    /// Returns the reading with the name under which a place was requested.
    func asked(for place: Place) -> AirReading {
        var reading = self
        if case .city(let name) = place.name { reading.asked = name }
        return reading
    }

    /// Sets the index that a scale computed from concentrations, and records how.
    mutating func take(_ computed: Result<ComputedIndex, UnknownIndex>) {
        switch computed {
        case .success(let found):
            aqi = Number(found.index)
            band = found.band
            via = "computed from concentrations: \(found.pollutant.rawValue) over \(found.hours) h"
            unknown = nil
        case .failure(let reason):
            aqi = nil
            band = .unknown
            unknown = reason
        }
    }
}

extension UnknownIndex: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .noConcentrations: "The provider has neither an index of this scale nor concentrations."
        case .tooFewHours: "Fewer than three quarters of the hours are known of every pollutant."
        case .tooFewPollutants(let known, let needed):
            "The scale needs \(needed) pollutants, and enough hours of \(known) are known."
        case .noParticles: "The scale needs PM2.5 or PM10, and neither is known for long enough."
        }
    }
}
