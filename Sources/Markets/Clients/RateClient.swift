package import Platform

/// A client for the fiat exchange rates of one provider. It is a value of closures: the live client sends requests to a
/// service; tests and `sample` use fixed values.
///
/// A client never retries, caches, prints or reads options. Creating one sends no request.
package struct RateClient: Sendable {
    /// Returns the latest rates of all currencies that the provider has. Throws `ProviderFailure`.
    package var latest: @Sendable () async throws(ProviderFailure) -> RateTable
    /// The clock for the ages of rates: the real time, except for providers with their own clock.
    package var now: @Sendable () -> Timestamp
    /// The time after which a long run requests the rates again.
    package var refreshInterval: Duration
    /// Returns the rates of each day of a period on which any were published, oldest first; nil if the provider has no
    /// past rates. Throws `ProviderFailure`.
    package var history: (@Sendable (RatePeriod) async throws(ProviderFailure) -> [RateTable])?
    /// Returns the last rates that were published until a moment; nil if only `history` has them. Throws
    /// `ProviderFailure`.
    package var onDay: (@Sendable (Timestamp) async throws(ProviderFailure) -> RateTable)?

    /// Creates a client from closures. Each parameter sets the property of the same name.
    package init(
        latest: @escaping @Sendable () async throws(ProviderFailure) -> RateTable,
        now: @escaping @Sendable () -> Timestamp, refreshInterval: Duration = .seconds(300),
        history: (@Sendable (RatePeriod) async throws(ProviderFailure) -> [RateTable])? = nil,
        onDay: (@Sendable (Timestamp) async throws(ProviderFailure) -> RateTable)? = nil
    ) {
        self.latest = latest
        self.now = now
        self.refreshInterval = refreshInterval
        self.history = history
        self.onDay = onDay
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
    package static func cannot(_ provider: String, now: @escaping @Sendable () -> Timestamp) -> MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(provider, .cannot(.list)) },
            quotes: { symbols, _ in symbols.map { _ in .failure(ProviderFailure(provider, .cannot(.price))) } },
            now: now)
    }
}
