import AirQuality
import DecimalArithmetic
import Rendering

extension FieldTable<AirRow> {
    /// The fields of a reading, in the documented order.
    static let air = FieldTable(
        [
            field("time", .time, "Time of the reading, UTC", importance: 3) { .time($0.reading.time) },
            field("city", .text, "City, or coordinates of the place", importance: Field<AirRow>.essential) {
                .text($0.reading.city)
            },
            field("country", .text, "Country", importance: 2) { Value($0.reading.country) },
            field("latitude", .number, "Degrees north", .exact) { Value($0.reading.latitude) },
            field("longitude", .number, "Degrees east", .exact) { Value($0.reading.longitude) },
            field(
                "aqi", .number, "Air quality index", importance: Field<AirRow>.essential, .fixed(places: 1),
                tint: \.color
            ) { Value($0.reading.aqi) },
            field("scale", .text, "Scale of the index: in, us or eu", importance: 2) { .text($0.reading.scale.name) },
            field("level", .text, "Name of the index's band on the scale", importance: 8, tint: \.color) {
                .text($0.reading.level)
            },
            field("description", .text, "Meaning of the band, or why there is no index", importance: 3) {
                .text($0.reading.description)
            },
            field("color", .text, "Color of the band", tint: \.color) { .text($0.reading.color) },
            field("face", .text, "Face for the band", importance: 7) { .text(String($0.reading.face)) },
        ] + Pollutant.allCases.map(concentration) + [
            field("provider", .text, "Source of the reading", importance: 4) { .text($0.reading.provider) },
            field("age", .integer, "Whole seconds since time", importance: 6, .age) { .integer($0.age) },
            field("stale", .boolean, "Whether an old answer was used") { .bool($0.reading.stale) },
            field("via", .text, "How the index was computed, if the provider did not send it", importance: 1) {
                Value($0.reading.via)
            },
        ], defaultsIn: AirRequest.defaults)

    private static func concentration(_ pollutant: Pollutant) -> Field<AirRow> {
        field(pollutant.rawValue, .number, "\(pollutant.title), in µg/m³", importance: 1) {
            Value($0.reading.concentrations[pollutant])
        }
    }

    private static func field(
        _ name: String, _ type: FieldType, _ help: String, importance: Int = 0, _ presentation: Presentation = .plain,
        tint: (@Sendable (AirRow) -> ChartColor?)? = nil, value: @escaping @Sendable (AirRow) -> Value
    ) -> Field<AirRow> {
        Field(
            name, type, help: help, isDefault: AirRequest.defaults.contains(name), importance: importance,
            presentation: presentation, tint: tint, value: value)
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
