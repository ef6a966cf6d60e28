public import Platform

/// One provider's fiat exchange rates, as a value of closures: the live form asks a service, tests and `sample` hold fixed
/// ones.
///
/// A client never retries, caches, prints or reads options; making one asks nothing (REQUIREMENTS X1, X5).
public struct RateClient: Sendable {
    /// The newest rates of all currencies that the provider has.
    public var latest: @Sendable () async throws(ProviderFailure) -> RateTable
    /// The clock that ages are measured by: the world's, but for providers with a clock of their own.
    public var now: @Sendable () -> Timestamp
    /// After what time a long run asks again (REQUIREMENTS C2).
    public var refreshInterval: Duration
    /// The rates of each day from one day to another on which any were published, the oldest first; nil where the provider
    /// has no past.
    public var history: (@Sendable (_ from: Timestamp, _ to: Timestamp) async throws(ProviderFailure) -> [RateTable])?

    /// A client of these closures.
    public init(
        latest: @escaping @Sendable () async throws(ProviderFailure) -> RateTable,
        now: @escaping @Sendable () -> Timestamp, refreshInterval: Duration = .seconds(300),
        history: (
            @Sendable (_ from: Timestamp, _ to: Timestamp) async throws(ProviderFailure) -> [RateTable]
        )? = nil
    ) {
        self.latest = latest
        self.now = now
        self.refreshInterval = refreshInterval
        self.history = history
    }
}

extension RateClient {
    /// The client of a provider that has no rates.
    static func cannot(_ provider: String, now: @escaping @Sendable () -> Timestamp) -> RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in throw ProviderFailure(provider, .cannot(.rates)) }, now: now)
    }
}

extension MarketClient {
    /// The client of a provider that has no quotes.
    static func cannot(_ provider: String, now: @escaping @Sendable () -> Timestamp) -> MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(provider, .cannot(.list)) },
            quotes: { symbols, _ in symbols.map { _ in .failure(ProviderFailure(provider, .cannot(.price))) } },
            now: now)
    }
}
