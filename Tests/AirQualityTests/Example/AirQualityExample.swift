import AirQuality

/// Returns the air quality of a city on the scale of the United States, such as `209, Very Unhealthy`.
func airQuality(of city: String, from provider: AirQualityProvider) async throws -> String {
    let client = provider.make(ProviderSettings(userAgent: "example/1.0"))
    let results = await client.readings([try Place(city)], .us)
    let reading = try results[0].get()
    return "\(reading.aqi?.description ?? "unknown"), \(reading.level)"
}
