import Platform
import Synchronization

/// The markets of an exchange that have to be listed before its socket is opened.
///
/// The list is requested again before the socket is reopened, and for symbols that are added more than a minute after
/// it.
final class ListedMarkets: Sendable {
    private struct State {
        var answer: ListAnswer?
        var requested: Duration = .zero
        /// When the list arrived, if no socket has been opened with it.
        var unused: Duration?
    }

    /// The time for which a list is used again.
    private static let lifetime = Duration.seconds(60)

    let provider: String
    private let ownCurrencies: [Currency]
    private let time: TimeSource
    /// Returns the market of the stream for a row of the list.
    let market: @Sendable (Quote) -> TickMarket
    private let fetch: @Sendable () async throws(ProviderFailure) -> ListAnswer
    private let state = Mutex(State())

    init(
        _ provider: Provider, _ time: TimeSource, market: @escaping @Sendable (Quote) -> TickMarket,
        fetch: @escaping @Sendable () async throws(ProviderFailure) -> ListAnswer
    ) {
        (self.provider, ownCurrencies) = (provider.name, provider.ownCurrencies)
        self.time = time
        self.market = { market($0).opened(by: $0) }
        self.fetch = fetch
    }

    /// Returns the market of each symbol: in the requested currency if there is one, otherwise in one of the
    /// exchange's own.
    func markets(of symbols: [Symbol], in currency: Currency) async -> [Result<TickMarket, ProviderFailure>] {
        do throws(ProviderFailure) {
            let index = MarketIndex(try await list())
            return symbols.map { symbol in
                index.market(
                    of: symbol.withoutQuote, in: [symbol.quote ?? currency] + ownCurrencies, provider: provider
                ).map(market)
            }
        } catch {
            return symbols.map { .failure(error.about($0)) }
        }
    }

    /// Returns the markets of the rows of a new list, and records that the list is used.
    func markets(of quotes: [Quote]) -> [TickMarket] {
        let now = time.elapsed()
        state.withLock { $0.unused = now }
        return quotes.map(market)
    }

    /// Requests the list before a socket is opened. Returns the names of all markets; nil if the list is new.
    func reload() async throws(ProviderFailure) -> Set<String>? {
        let now = time.elapsed()
        let arrival = state.withLock { state in
            defer { state.unused = nil }
            return state.unused
        }
        if let arrival, now - arrival < Self.lifetime { return nil }
        let answer = try await request()
        state.withLock { $0.unused = nil }
        return Set(answer.quotes.map { market($0).name })
    }

    private func list() async throws(ProviderFailure) -> ListAnswer {
        let now = time.elapsed()
        let known = state.withLock { now - $0.requested < Self.lifetime ? $0.answer : nil }
        if let known { return known }
        return try await request()
    }

    private func request() async throws(ProviderFailure) -> ListAnswer {
        let answer = try await fetch().notEmpty(of: provider)
        let now = time.elapsed()
        state.withLock { $0 = State(answer: answer, requested: now, unused: now) }
        return answer
    }
}

extension TickSource {
    /// Creates a source for an exchange that lists its markets: its dialect over a socket.
    static func listed<Dialect: StreamDialect>(
        _ markets: ListedMarkets, _ settings: ProviderSettings, host: String, path: String,
        dialect: @escaping @Sendable () -> Dialect
    ) -> TickSource {
        let stream = TickSocket(markets.provider, settings, host: host, path: path, makeDialect: dialect)
        return TickSource(
            rules: dialect().rules,
            markets: { symbols, currency in await markets.markets(of: symbols, in: currency) },
            listed: { quotes in markets.markets(of: quotes) },
            run: { subscriptions, receiver throws(ProviderFailure) in
                if let names = try await markets.reload() {
                    let gone = subscriptions.markets.map(\.name).filter { !names.contains($0) }
                    // Before the socket is opened, so that its remaining ticks are not subscribed to.
                    subscriptions.remove(Set(gone))
                    for name in gone {
                        let failure = ProviderFailure(markets.provider, .unknownSymbol(nil))
                        receiver.note(.refused(market: name, failure))
                    }
                }
                try await stream.run(subscriptions, receiver)
            })
    }
}
