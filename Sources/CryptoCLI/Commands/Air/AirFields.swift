import AirQuality
import DecimalArithmetic
import Rendering

extension FieldTable<AirRow> {
    /// The fields of a reading, in the documented order.
    static let air = air(AirRequest.views[0])

    /// The same fields with the default ones of a view. Rows of hours mean nothing without their time, and are no
    /// metrics.
    static func air(_ view: View) -> FieldTable {
        let isOfHours = view.has("history") || view.has("forecast")
        let time = Field<AirRow>(
            "time", .time, help: "Time of the reading, UTC",
            importance: isOfHours ? Field<AirRow>.essential : Importance.time,
            presentation: isOfHours ? .minute : .plain, roles: .key
        ) { .time($0.reading.time) }.known()
        return FieldTable(
            [time] + placeAndIndex + Pollutant.allCases.map(concentration) + origin, defaultsIn: view.names,
            metrics: isOfHours ? nil : "crypto_air_", measurement: "aqi")
    }

    private static let placeAndIndex: [Field<AirRow>] = [
        Field(
            "city", .text, help: "City, or coordinates of the place", importance: Field<AirRow>.essential, room: 12,
            presentation: .name, roles: [.label, .key, .tag]
        ) { .text($0.reading.city) }.known(),
        Field("country", .text, help: "Country", importance: 20, roles: [.label, .tag]) { Value($0.reading.country) },
        Field("latitude", .number, help: "Degrees north", presentation: .exact) { Value($0.reading.latitude) },
        Field("longitude", .number, help: "Degrees east", presentation: .exact) { Value($0.reading.longitude) },
        Field(
            "aqi", .number, help: "Air quality index", importance: Field<AirRow>.essential,
            presentation: .fixed(places: 1),
            tint: \.color
        ) { Value($0.reading.aqi) },
        Field(
            "scale", .text, help: "Scale of the index: in, us or eu", importance: 22,
            roles: [.label, .key, .tag]
        ) { .text($0.reading.scale.name) }.known().oneOf(AQIScale.all.map(\.name)),
        Field(
            "level", .text, help: "Name of the index's band on the scale", importance: Importance.verdict, room: 12,
            presentation: .phrase, tint: \.color
        ) { .text($0.reading.level) }.known(),
        Field(
            "description", .text, help: "Meaning of the band, or why there is no index", importance: 34,
            presentation: .sentence
        ) { .text($0.reading.description) }.known(),
        Field("color", .text, help: "Color of the band", tint: \.color) { .text($0.reading.color) }.known(),
        Field("face", .text, help: "Face for the band", importance: 72) { .text(String($0.reading.face)) }.known(),
    ]

    private static let origin: [Field<AirRow>] = [
        Field(
            "provider", .text, help: "Source of the reading", importance: Importance.provider,
            roles: [.label, .key, .tag]
        ) { .text($0.reading.provider) }.known(),
        Field("age", .integer, help: "Whole seconds since time", importance: Importance.age, presentation: .age) {
            .integer($0.age)
        }.known(),
        Field(
            "stale", .boolean, help: "Whether an old answer or reading was used", importance: Importance.stale,
            presentation: .flag(shown: true)
        ) { .bool($0.stale) }.known(),
        Field(
            "via", .text,
            help: "Station and its distance, and how the index was computed if the provider did not send it",
            importance: Importance.via, presentation: .sentence
        ) { Value($0.reading.via) },
    ]

    private static func concentration(_ pollutant: Pollutant) -> Field<AirRow> {
        Field(
            pollutant.rawValue, .number, help: "\(pollutant.title), in µg/m³",
            importance: pollutant == .pm2_5 ? 52 : 50, room: 5, presentation: .fixed(places: 1)
        ) { Value($0.reading.concentrations[pollutant]) }
    }
}

extension AirRow {
    /// The color of the band.
    fileprivate var color: ChartColor? { ChartColor(reading.color) }
}

extension Pollutant {
    fileprivate var title: String {
        switch self {
        case .pm2_5: "Particles up to 2.5 µm"
        case .pm10: "Particles up to 10 µm"
        case .o3: "Ozone"
        case .no2: "Nitrogen dioxide"
        case .so2: "Sulfur dioxide"
        case .co: "Carbon monoxide"
        }
    }
}
