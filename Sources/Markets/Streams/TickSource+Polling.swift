package import Platform
import Synchronization

extension TickSource {
    /// Creates a source for a provider without a stream: its quotes, requested at the start, when a symbol is added, and
    /// after each interval.
    ///
    /// `quotes` returns them in the requested currency where a conversion exists, and the ticks have the currency of the
    /// quotes. A failed poll ends the run, like a broken connection, and the stream is over at the end of a record. A quote without a price is no tick: if an earlier
    /// one had a price it is dropped, otherwise the symbol is refused. After a quote that `isLast` its market is over.
    package static func polling(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        isLast: @escaping @Sendable (Quote) -> Bool = { _ in false }
    ) -> TickSource {
        let poll = Poll(provider, every: interval, in: choice, time: time, quotes, isLast)
        return TickSource(
            rules: StreamRules(),
            markets: { symbols, currency in symbols.map { .success(poll.market(of: $0, in: currency)) } },
            listed: { quotes in
                quotes.compactMap { quote in
                    (try? Symbol(quote.symbol)).map { poll.market(of: $0, in: quote.currency) }
                }
            },
            run: { subscriptions, receiver throws(ProviderFailure) in try await poll.run(subscriptions, receiver) })
    }
}

private final class Poll: Sendable {
    typealias Quotes = @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]

    private let provider: String
    private let interval: Duration
    private let choice: CurrencyChoice
    private let time: TimeSource
    private let quotes: Quotes
    private let isLast: @Sendable (Quote) -> Bool
    /// The markets of the last ticks by subscribed name, across runs.
    private let known = Mutex<[String: TickMarket]>([:])

    init(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        _ quotes: @escaping Quotes, _ isLast: @escaping @Sendable (Quote) -> Bool
    ) {
        self.provider = provider
        self.interval = interval
        self.choice = choice
        self.time = time
        self.quotes = quotes
        self.isLast = isLast
    }

    func market(of symbol: Symbol, in currency: Currency) -> TickMarket {
        TickMarket(name: symbol.description, symbol: symbol.bare, currency: currency, provider: provider)
    }

    func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        let addition = TaskSignal()
        var names = subscriptions.listen { if case .added = $0 { addition.raise() } }.map(\.name)
        defer { subscriptions.listen(nil) }
        receiver.note(.opened(provider: provider))
        while !Task.isCancelled {
            do throws(ProviderFailure) {
                try await ask(about: names, of: subscriptions, for: receiver)
            } catch {
                guard error.isNotRecorded, known.withLock({ !$0.isEmpty }) else { throw error }
                receiver.note(.over(markets: subscriptions.markets.map(\.name)))
                return
            }
            await addition.wait(atMost: interval, time)
            names = subscriptions.markets.map(\.name)
        }
    }

    private func ask(
        about names: [String], of subscriptions: TickSubscriptions, for receiver: any TickReceiver
    ) async throws(ProviderFailure) {
        let symbols = names.compactMap { try? Symbol($0) }
        guard !symbols.isEmpty else { return }
        let results = await quotes(symbols, choice)
        guard !Task.isCancelled else { return }
        let known = known.withLock(\.self)
        var ticks: [(TickMarket, Quote)] = []
        for (name, result) in zip(names, results) {
            switch result {
            case .success(let quote): ticks.append((quote.tickMarket(named: name, last: known[name]), quote))
            case .failure(let failure) where failure.isSkippable:
                receiver.note(.refused(market: name, failure))
            case .failure(let failure) where failure.isOfNoPrice:
                receiver.note(
                    known[name] == nil
                        ? .refused(market: name, failure)
                        : .dropped(provider: provider, problem: "\(name) has no price above 0"))
            case .failure(let failure): throw failure
            }
        }
        self.known.withLock { known in
            for (market, _) in ticks { known[market.name] = market }
        }
        receiver.receive { emit in
            // Markets may have been removed during the request.
            let wanted = Set(subscriptions.markets.map(\.name))
            var buffer = TickBuffer()
            for (market, quote) in ticks where wanted.contains(market.name) {
                buffer.hold(quote)
                buffer.withTick(of: market, emit)
            }
        }
        let over = ticks.filter { isLast($0.1) }.map(\.0.name)
        if !over.isEmpty { receiver.note(.over(markets: over)) }
    }
}

extension ProviderFailure {
    /// True for a quote without a price.
    fileprivate var isOfNoPrice: Bool {
        if case .noPrice = reason { true } else { false }
    }
}

extension Quote {
    /// Returns the market of the quote: `last` as long as nothing about it changes.
    fileprivate func tickMarket(named name: String, last: TickMarket?) -> TickMarket {
        let market = TickMarket(name: name, of: self)
        return market.quote == last?.quote ? last ?? market : market
    }
}
