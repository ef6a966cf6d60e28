public import Platform

/// A client for the air quality of one provider. It is a value of closures: the live client sends requests to a
/// service; tests and `sample` use fixed values.
///
/// A client never retries, caches, prints or reads options. Creating one sends no request.
public struct AirQualityClient: Sendable {
    /// Returns current readings in a scale, the provider's own if nil: one result per place, in the order requested.
    /// Without places, a provider with a stream returns all cities that it sends, sorted by name.
    public var readings: @Sendable ([Place], AQIScale?) async -> [Result<AirReading, ProviderFailure>]
    /// Returns the readings of the past hours of a place, and of those to come, oldest first. Throws
    /// `ProviderFailure`.
    public var history: @Sendable (Place, AirHistoryQuery) async throws(ProviderFailure) -> [AirReading]
    /// The clock for the ages of readings: the real time, except for providers with their own clock.
    public var now: @Sendable () -> Timestamp

    /// Creates a client from closures. Each parameter sets the property of the same name.
    public init(
        readings: @escaping @Sendable ([Place], AQIScale?) async -> [Result<AirReading, ProviderFailure>],
        history: @escaping @Sendable (Place, AirHistoryQuery) async throws(ProviderFailure) -> [AirReading],
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.readings = readings
        self.history = history
        self.now = now
    }
}

extension AirQualityClient {
    /// The client of a provider that has no air quality.
    static func cannot(_ provider: String, now: @escaping @Sendable () -> Timestamp) -> AirQualityClient {
        AirQualityClient(
            readings: { places, _ in places.map { _ in .failure(ProviderFailure(provider, .cannot(.air))) } },
            history: { _, _ throws(ProviderFailure) in throw ProviderFailure(provider, .cannot(.air)) }, now: now)
    }
}

/// A query for the readings of hours: past ones, those to come, or both.
public struct AirHistoryQuery: Sendable, Hashable {
    /// The number of hours before now, at least 1; or 0 beside hours to come. A provider with fewer hours returns those
    /// it has.
    public var hours: Int
    /// The number of hours to come. Only for a provider whose jobs include `forecast`.
    public var ahead: Int
    /// The scale; nil for the provider's own.
    public var scale: AQIScale?

    /// Creates a query for hours.
    ///
    /// - Parameters:
    ///   - hours: The number of hours before now, at least 1; or 0 beside hours to come.
    ///   - ahead: The number of hours to come.
    ///   - scale: The scale; nil for the provider's own.
    public init(hours: Int, ahead: Int = 0, scale: AQIScale? = nil) {
        self.hours = hours
        self.ahead = ahead
        self.scale = scale
    }
}

/// A chain of air quality providers.
package typealias AirQualityChain = ClientChain<AirQualityClient>

extension ClientChain<AirQualityClient> {
    /// Asks for current readings. Only the first provider is asked about stations.
    ///
    /// - Parameters:
    ///   - places: The places; none for all that a provider with a stream sends.
    ///   - scale: The scale of the indices; nil for the provider's own.
    /// - Returns: One result per place, in the order requested: the reading and the provider it is from, or the failure
    ///   of all providers.
    package func readings(
        _ places: [Place], scale: AQIScale?
    ) async -> [Result<(reading: AirReading, link: Link), ProviderFailure>] {
        await walk(places, mayAsk: { position, place in position == 0 || !place.isStation }) { link, places in
            await link.client.readings(places, scale).map { answer in answer.map { ($0, link) } }
        }
    }

    /// Asks for the past hours of a place, and for those to come.
    ///
    /// - Parameters:
    ///   - place: The place. A station is only asked of the first provider.
    ///   - query: The numbers of hours and the scale.
    /// - Returns: The readings, oldest first, of the first provider that has them, and that provider.
    /// - Throws: `ProviderFailure` if no provider has them.
    package func history(
        of place: Place, _ query: AirHistoryQuery
    ) async throws(ProviderFailure) -> (readings: [AirReading], link: Link) {
        let results = await walk([place], mayAsk: { position, place in position == 0 || !place.isStation }) { link, _ in
            let result = await Result(asking: { () throws(ProviderFailure) in
                let readings = try await link.client.history(place, query)
                // A forecast of nothing would look like one in which no hour meets a condition.
                if readings.isEmpty, query.hours == 0 {
                    throw ProviderFailure(link.name, .invalidData("no hour to come has a value"))
                }
                return (readings, link)
            })
            return [result]
        }
        return try results[0].get()
    }
}

extension Place {
    fileprivate var isStation: Bool {
        if case .station = name { true } else { false }
    }
}
