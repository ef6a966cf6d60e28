extension Provider {
    /// Creates a provider of air quality.
    ///
    /// - Parameters:
    ///   - name: Its name, in lower case.
    ///   - jobs: What its client can do, `air` among it.
    ///   - key: Whether it needs a key.
    ///   - summary: A short description.
    ///   - client: Creates its client, without sending a request.
    public convenience init(
        name: String, jobs: [ProviderJob] = [.air], key: KeyNeed = .none, summary: String = "",
        client: @escaping @Sendable (ProviderSettings) -> AirQualityClient
    ) {
        self.init(name: name, jobs: jobs, key: key, summary: summary, isOnlyNamed: true, makers: [.air(client)])
    }

    /// Creates the live client of air quality without sending a request. The client of a provider that has only a
    /// stream listens until all places have arrived.
    ///
    /// - Parameter settings: The HTTP client, hosts, key and clock to use.
    /// - Returns: The client. If the provider has no air quality, every result of it is the failure `cannot`.
    @Sendable
    package func makeAir(_ settings: ProviderSettings) -> AirQualityClient {
        maker(of: AirQualityClient.self)?(settings) ?? .cannot(name, now: settings.time.now)
    }

    /// Creates its stream of air quality without sending a request. Nil for a provider without one, which can only be
    /// polled.
    package var makeAirStream: (@Sendable (ProviderSettings, AirWish) -> AirSource)? {
        guard let make = maker(of: AirStream.self) else { return nil }
        return { (settings: ProviderSettings, wish: AirWish) in make(settings)(wish) }
    }

    /// The places used if none is named: twelve cities in India.
    package static let defaultPlaces: [Place] = [
        "Mumbai", "Bengaluru", "Delhi", "Kolkata", "Bhubaneswar", "Chennai", "Pune", "Hyderabad", "Indore", "Jaipur",
        "Chandigarh", "Lucknow",
    ].map { Place(city: $0, countryCode: "IN") }

    /// The maximum distance in kilometres of the station that measures the air of a place.
    package static let reach = 50
}

private typealias AirStream = @Sendable (AirWish) -> AirSource

extension Provider.Maker {
    /// Creates a maker of a client of air quality.
    static func air(_ make: @escaping @Sendable (ProviderSettings) -> AirQualityClient) -> Self { Self(make) }

    /// Creates a maker of a stream of the wanted places.
    static func airStream(_ make: @escaping @Sendable (ProviderSettings, AirWish) -> AirSource) -> Self {
        Self { (settings: ProviderSettings) -> AirStream in { (wish: AirWish) in make(settings, wish) } }
    }
}

extension ProviderTable {
    /// The built-in providers of air quality.
    public static let airQuality = ProviderTable(
        air: [
            "open-meteo": { .openMeteo }, "waqi": { .waqi }, "airnow": { .airNow }, "eea": { .eea },
            "city-ws": { .cityWS }, "sample": { .sampleAir }, "mock": { .mockAir },
        ],
        order: { _, kind in kind == nil ? ["open-meteo"] : [] })
}
