public import Platform

/// One provider's market data, as a value of closures: the live form asks a service, tests and `sample` hold fixed ones.
///
/// A client never retries, caches, prints or reads options; making one asks nothing (REQUIREMENTS X1, X5).
public struct MarketClient: Sendable {
    /// The top assets in the provider's own order.
    public var list: @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer
    /// Current quotes: one result a symbol, in the order asked.
    public var quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
    /// The clock that ages are measured by: the world's, but for providers with a clock of their own.
    public var now: @Sendable () -> Timestamp
    /// The candles of a past, the oldest first; nil where the provider has none.
    public var history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])?
    /// The same client for one piece of work: an answer that holds all the provider has is asked for at most once, and
    /// whatever else is wanted is taken from it. Where no answer holds all it is the client itself.
    public var reusingAnswers: @Sendable () -> MarketClient

    /// A client of these closures; without `reusingAnswers` every call asks.
    public init(
        list: @escaping @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        now: @escaping @Sendable () -> Timestamp,
        history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])? = nil,
        reusingAnswers: (@Sendable () -> MarketClient)? = nil
    ) {
        self.list = list
        self.quotes = quotes
        self.now = now
        self.history = history
        self.reusingAnswers = reusingAnswers ?? { MarketClient(list: list, quotes: quotes, now: now, history: history) }
    }
}
