/// The description of an air quality provider. `--provider help`, the default chain, the environment variables and
/// the manual pages are generated from `AirQualityProvider.all`.
public struct AirQualityProvider: Sendable {
    /// The name used on the command line.
    public let name: String
    /// The supported jobs: `air`, `watch` for its own stream, `history` for past hours, `forecast` for hours to come.
    public let jobs: [ProviderJob]
    /// Whether the provider needs a key.
    public let key: KeyNeed
    /// The built-in REST base URL; empty for providers without one.
    public let host: String
    /// The URLs of its other hosts, by the word in the name of their variable: `GEOCODING` for
    /// `CRYPTO_<NAME>_GEOCODING_URL`.
    public var otherHosts: [String: String] = [:]
    /// The hosts of other providers that it asks too: the provider, by the word in the name of the host's variable.
    public var sharedHosts: [String: String] = [:]
    /// The built-in URL of its stream; nil for providers without one.
    public var streamHost: String?
    /// The form of the User-Agent header in requests to it.
    public var agent = UserAgent.plain
    /// Whether its interface is official.
    public var standing = Standing.official
    /// Its public rate limits, as text.
    public let limits: String
    /// How many requests it takes in a minute; nil without such a limit.
    var requestsAMinute: Int?
    /// A short description.
    public let summary: String
    /// Whether its air is measured or modelled; nil if that is unknown, or it is made up.
    public var origin: AirOrigin?
    /// Where it has air quality of every place, or of those near a station; nil if it has only some cities.
    public var area: String?
    /// A place that it always has air quality of.
    package var knownPlace = "Delhi"
    /// True for a provider that is only used if it is named explicitly.
    public let isOnlyNamed: Bool
    /// True for a provider with made-up readings, which never replace real ones.
    public var isMadeUp = false
    /// The scale of the provider's own index.
    public let scale: AQIScale
    /// The attribution that the provider requires, shown once per run; nil if it requires none.
    public var attribution: String?
    /// The time between changes of its data. Polling is never more frequent than this.
    public var interval = Duration.seconds(3600)
    /// Creates its stream without sending a request. Nil for a provider without one, which can only be polled.
    package var makeStream: (@Sendable (ProviderSettings, AirWish) -> AirSource)?
    /// Creates its live client without sending a request. The client of a provider that has only a stream listens
    /// until all places have arrived.
    public let make: @Sendable (ProviderSettings) -> AirQualityClient
}

/// Where values of air quality come from.
public enum AirOrigin: String, Sendable {
    /// Stations measure it.
    case measured
    /// A model computes it.
    case modelled
}

extension AirQualityProvider {
    /// Creates a provider that is not one of `all`.
    ///
    /// - Parameters:
    ///   - name: Its name, in lower case.
    ///   - jobs: What its client can do.
    ///   - key: Whether it needs a key.
    ///   - scale: The scale of its own index.
    ///   - summary: A short description.
    ///   - client: Creates its client, without sending a request.
    public init(
        name: String, jobs: [ProviderJob] = [.air], key: KeyNeed = .none, scale: AQIScale, summary: String = "",
        client: @escaping @Sendable (ProviderSettings) -> AirQualityClient
    ) {
        self.init(
            name: name, jobs: jobs, key: key, host: "", limits: "", summary: summary, isOnlyNamed: true, scale: scale,
            make: client)
    }

    /// All providers, in the order of `--provider help`.
    public static let all: [AirQualityProvider] = [.openMeteo, .waqi, .airNow, .eea, .cityWS, .sample, .mock]

    /// The providers used if none is named.
    public static let defaultChain: [AirQualityProvider] = [.openMeteo]

    /// The places used if none is named: twelve cities in India.
    public static let defaultPlaces: [Place] = [
        "Mumbai", "Bengaluru", "Delhi", "Kolkata", "Bhubaneswar", "Chennai", "Pune", "Hyderabad", "Indore", "Jaipur",
        "Chandigarh", "Lucknow",
    ].map { Place(city: $0, countryCode: "IN") }

    /// The maximum distance in kilometres of the station that measures the air of a place.
    public static let reach = StationLimit.kilometres

    /// Finds a provider.
    ///
    /// - Parameter name: The name, in lower case.
    /// - Returns: The provider; nil if there is none of this name.
    public static func named(_ name: String) -> AirQualityProvider? {
        all.first { $0.name == name }
    }
}
