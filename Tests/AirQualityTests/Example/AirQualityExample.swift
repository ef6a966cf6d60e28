import AirQuality

/// Returns the air quality of a city on the scale of the United States, such as `209, Very Unhealthy`, and then the
/// indices of its live readings.
func airQuality(of city: String, from provider: Provider) async throws -> [String] {
    let air = try provider.air()
    let reading = try await air.reading(of: city, on: .us)
    var texts = ["\(reading.aqi?.description ?? "unknown"), \(reading.level)"]
    for try await reading in air.updates(of: [city], on: .us) {
        if let index = reading.aqi { texts.append(index.description) }
    }
    return texts
}
