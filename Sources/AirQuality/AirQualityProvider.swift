/// What there is to know of a provider of air quality: `--provider help`, the default chain, the environment's variables
/// and the pages fold over `AirQualityProvider.all`.
public struct AirQualityProvider: Sendable {
    /// The name users write.
    public let name: String
    /// What it can do: `air`, `watch` by a stream of its own, `history` for past hours.
    public let jobs: Set<ProviderJob>
    /// Whether it wants a key.
    public let key: KeyNeed
    /// The built-in REST base URL; empty for providers without one.
    public let host: String
    /// Other hosts that it is asked at, by the word that their variable has: `GEOCODING` is `CRYPTO_<NAME>_GEOCODING_URL`.
    public var otherHosts: [String: String] = [:]
    /// The built-in URL of its stream; nil for providers that have none.
    public var streamHost: String?
    /// How requests to it name the program.
    public var agent = UserAgent.plain
    /// Its public limits, in words.
    public let limits: String
    /// What it is, in words.
    public let summary: String
    /// True for a provider that is never asked unless somebody names it.
    public let isOnlyNamed: Bool
    /// True for a provider whose readings are made up: they never stand in for real ones.
    public var isMadeUp = false
    /// The scale of its own index.
    public let scale: AQIScale
    /// What it wants to be said of it where its data is shown, once a run; nil where it wants nothing.
    public var attribution: String?
    /// How often its data changes; it is never asked more often to watch it.
    public var interval = Duration.seconds(3600)
    /// Makes its stream; asks nothing. Nil for a provider without one, which can only be asked again and again.
    public var makeStream: (@Sendable (ProviderSettings, AirWish) -> AirSource)?
    /// Makes its live client; asks nothing. Of a provider that has only a stream it listens
    /// until all places have come.
    public let make: @Sendable (ProviderSettings) -> AirQualityClient
}

extension AirQualityProvider {
    /// THE list, in the order `--provider help` prints it.
    public static let all: [AirQualityProvider] = [.openMeteo, .waqi, .cityWS, .sample, .mock]

    /// Who is asked when nobody is named.
    public static let defaultChain: [AirQualityProvider] = [.openMeteo]

    /// What is asked for when no place is named: the twelve cities of app (e), all in India.
    public static let defaultPlaces: [Place] = [
        "Mumbai", "Bengaluru", "Delhi", "Kolkata", "Bhubaneswar", "Chennai", "Pune", "Hyderabad", "Indore", "Jaipur",
        "Chandigarh", "Lucknow",
    ].map { Place(city: $0, countryCode: "IN") }

    /// The provider of that name, nil where there is none.
    public static func named(_ name: String) -> AirQualityProvider? {
        all.first { $0.name == name }
    }
}
