public import Platform

/// A client for the market data of one provider. It is a value of closures: the live client sends requests to a
/// service; tests and `sample` use fixed values.
///
/// A client never retries, caches, prints or reads options. Creating one sends no request.
public struct MarketClient: Sendable {
    /// Returns the top assets in the provider's own order. Throws `ProviderFailure`.
    public var list: @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer
    /// Returns current quotes: one result per symbol, in the order requested.
    public var quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
    /// The clock for the ages of quotes: the real time, except for providers with their own clock.
    public var now: @Sendable () -> Timestamp
    /// Returns past candles, oldest first; nil if the provider has none. Throws `ProviderFailure`.
    public var history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])?
    /// The most candles in an answer of the provider; nil for prices at single moments, and if there is no history.
    var candlesARequest: Int64?
    /// Returns the splits and dividends of a stock in the period of a query, oldest first; nil if the provider has
    /// none. Throws `ProviderFailure`.
    package var events: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [StockEvent])?
    /// Returns the assets that a search for a part of a name or ticker finds, best first, with one request; nil if the
    /// provider cannot be searched. Throws `ProviderFailure`.
    package var search: Search?

    /// Searches for a part of a name or ticker.
    package typealias Search = @Sendable (String) async throws(ProviderFailure) -> [FoundAsset]
    /// Returns the same client for one piece of work: a response that contains all data of the provider is requested at
    /// most once and used for all further calls. If no response contains all data, this is the client itself.
    package var reusingAnswers: @Sendable () -> MarketClient

    /// Creates a client from closures. Each parameter sets the property of the same name.
    public init(
        list: @escaping @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        now: @escaping @Sendable () -> Timestamp,
        history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])? = nil
    ) {
        self.init(list: list, quotes: quotes, now: now, history: history, events: nil)
    }

    /// Creates a client from closures; without `reusingAnswers` every call sends requests. Each parameter sets the
    /// property of the same name.
    package init(
        list: @escaping @Sendable (ListQuery) async throws(ProviderFailure) -> ListAnswer,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        now: @escaping @Sendable () -> Timestamp,
        history: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle])? = nil,
        events: (@Sendable (HistoryQuery) async throws(ProviderFailure) -> [StockEvent])? = nil,
        search: Search? = nil,
        reusingAnswers: (@Sendable () -> MarketClient)? = nil
    ) {
        self.list = list
        self.quotes = quotes
        self.now = now
        self.history = history
        self.events = events
        self.search = search
        self.reusingAnswers =
            reusingAnswers ?? {
                MarketClient(
                    list: list, quotes: quotes, now: now, history: history, events: events, search: search)
            }
    }
}
