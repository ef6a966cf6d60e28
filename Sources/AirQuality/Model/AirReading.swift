public import DecimalArithmetic
public import Platform

/// The air quality of one place at one moment at one provider; unknown is nil, never 0.
public struct AirReading: Sendable, Hashable {
    /// When it holds, as the provider says; when it was fetched where the provider says nothing.
    public var time: Timestamp
    /// The place's name as the provider has it; its coordinates where it has none.
    public var city: String
    /// The country's name, or its code where that is all that is known.
    public var country: String?
    /// Where the place is.
    public var coordinates: Coordinates?
    /// The index of `scale`, as sent or computed: off the scale it is shown, not clamped.
    public var aqi: Number?
    /// The scale of `aqi` and `band`.
    public var scale: AQIScale
    /// The band of `aqi`.
    public var band: AQIBand
    /// What is in the air, in µg/m³.
    public var concentrations: [Pollutant: Number] = [:]
    /// Who said so.
    public var provider: String
    /// True for a cached answer shown although it is old.
    public var stale = false
    /// How the index came about, where the provider did not send it in the scale asked for.
    public var via: String?
    /// Why there is no index, where there is none.
    public var unknown: UnknownIndex?
    /// What the place was called where it was asked for; not a field of the row.
    public var asked: String?
    /// The part of the country that the place is in; not a field of the row.
    public var region: String?
    /// Other places of the name that was asked for; not a field of the row.
    public var namesakes: [String] = []
    /// What else the provider sent that made no sense and was left out; not a field of the row.
    public var dropped = DroppedRows()
    /// The point of the provider's model that the values are of, for those who want to know; not a field of the row.
    public var grid: Coordinates?
    /// Who measured, where the provider wants that to be said; not a field of the row.
    public var attributions: [String] = []

    /// A reading with the index as it was sent, and its band.
    public init(time: Timestamp, city: String, aqi: Number?, scale: AQIScale, provider: String) {
        self.time = time
        self.city = city
        self.aqi = aqi
        self.scale = scale
        self.provider = provider
        band = scale.band(of: aqi?.value)
    }

    /// What the scale calls the band.
    public var level: String { band.level }
    /// What the band means, or why the index is unknown, in a sentence.
    public var description: String { unknown?.description ?? band.meaning }
    /// The band's colour, `#RRGGBB`.
    public var color: String { band.color }
    /// One character that says the band without words.
    public var face: Character { band.face }
    /// Degrees north.
    public var latitude: Number? { coordinates?.latitude }
    /// Degrees east.
    public var longitude: Number? { coordinates?.longitude }
}

extension AirReading {
    /// The same with the name that the place was asked for by.
    func asked(for place: Place) -> AirReading {
        var reading = self
        if case .city(let name) = place.name { reading.asked = name }
        return reading
    }

    /// Takes what a scale makes of concentrations, and says so.
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
