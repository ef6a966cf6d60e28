public import Platform

/// One provider's air quality, as a value of closures: the live form asks a service, tests and `sample` hold fixed ones.
///
/// A client never retries, caches, prints or reads options; making one asks nothing (REQUIREMENTS X1, X5).
public struct AirQualityClient: Sendable {
    /// Current readings in a scale, the provider's own for nil: one result a place, in the order asked. Without places a
    /// provider of a stream gives what comes of itself, by name.
    public var readings: @Sendable ([Place], AQIScale?) async -> [Result<AirReading, ProviderFailure>]
    /// The past hours of a place, oldest first.
    public var history: @Sendable (Place, AirHistoryQuery) async throws(ProviderFailure) -> [AirReading]
    /// The clock that ages are measured by: the world's, but for providers with a clock of their own.
    public var now: @Sendable () -> Timestamp

    /// A client of these closures.
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

/// What is wanted of the past.
public struct AirHistoryQuery: Sendable, Hashable {
    /// How many hours back from now, 1 or more; a provider that has fewer gives what it has.
    public var hours: Int
    /// The scale, the provider's own for nil.
    public var scale: AQIScale?

    /// A query for the last hours.
    public init(hours: Int, scale: AQIScale? = nil) {
        self.hours = hours
        self.scale = scale
    }
}

/// Providers of air quality.
public typealias AirQualityChain = ClientChain<AirQualityClient>

extension ClientChain<AirQualityClient> {
    /// One result a place, in the order asked; stations are asked of the first provider only.
    public func readings(
        _ places: [Place], scale: AQIScale?
    ) async -> [Result<(reading: AirReading, link: Link), ProviderFailure>] {
        await walk(places, mayAsk: { position, place in position == 0 || !place.isStation }) { link, places in
            await link.client.readings(places, scale).map { answer in answer.map { ($0, link) } }
        }
    }

    /// The past hours of a place, of the first provider that has them.
    public func history(
        of place: Place, _ query: AirHistoryQuery
    ) async throws(ProviderFailure) -> (readings: [AirReading], link: Link) {
        let results = await walk([place], mayAsk: { position, place in position == 0 || !place.isStation }) { link, _ in
            do throws(ProviderFailure) {
                return [.success((try await link.client.history(place, query), link))]
            } catch {
                return [.failure(error)]
            }
        }
        return try results[0].get()
    }
}

extension Place {
    fileprivate var isStation: Bool {
        if case .station = name { true } else { false }
    }
}
