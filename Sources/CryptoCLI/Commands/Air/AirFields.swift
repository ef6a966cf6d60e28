import AirQuality
import DecimalArithmetic
import Rendering

extension FieldTable<AirRow> {
    /// THE fields of a city's air, in the contract's order.
    static let air = FieldTable(
        [
            field("time", .time, "When the air was so, UTC", importance: 3) { .time($0.reading.time) },
            field("city", .text, "The city, or the place's coordinates", importance: Field<AirRow>.essential) {
                .text($0.reading.city)
            },
            field("country", .text, "Its country", importance: 2) { Value($0.reading.country) },
            field("latitude", .number, "Degrees north", .exact) { Value($0.reading.latitude) },
            field("longitude", .number, "Degrees east", .exact) { Value($0.reading.longitude) },
            field(
                "aqi", .number, "The air quality index", importance: Field<AirRow>.essential, .fixed(places: 1),
                tint: \.color
            ) { Value($0.reading.aqi) },
            field("scale", .text, "Whose index it is: in, us or eu", importance: 2) { .text($0.reading.scale.name) },
            field("level", .text, "What the scale calls the band of the index", importance: 8, tint: \.color) {
                .text($0.reading.level)
            },
            field("description", .text, "What the band means, or why there is no index", importance: 3) {
                .text($0.reading.description)
            },
            field("color", .text, "The band's colour", tint: \.color) { .text($0.reading.color) },
            field("face", .text, "The band as a face", importance: 7) { .text(String($0.reading.face)) },
        ] + Pollutant.allCases.map(concentration) + [
            field("provider", .text, "Who says so", importance: 4) { .text($0.reading.provider) },
            field("age", .integer, "Whole seconds since time", importance: 6, .age) { .integer($0.age) },
            field("stale", .boolean, "Whether an old answer stands in") { .bool($0.reading.stale) },
            field("via", .text, "How the index was computed, where the provider did not send it", importance: 1) {
                Value($0.reading.via)
            },
        ], defaultsIn: AirRequest.defaults)

    private static func concentration(_ pollutant: Pollutant) -> Field<AirRow> {
        field(pollutant.rawValue, .number, "\(pollutant.words) in µg/m³", importance: 1) {
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
    /// The band's colour.
    fileprivate var color: ChartColor? { ChartColor(reading.color) }
}

extension Pollutant {
    fileprivate var words: String {
        switch self {
        case .pm2_5: "Particles up to 2.5 µm"
        case .pm10: "Particles up to 10 µm"
        case .o3: "Ozone"
        case .no2: "Nitrogen dioxide"
        case .so2: "Sulphur dioxide"
        case .co: "Carbon monoxide"
        }
    }
}
