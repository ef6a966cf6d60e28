public import Platform
import Synchronization

extension TickSource {
    /// Ticks of a provider without a stream: its quotes, asked for at the start, when a symbol is added, and every so
    /// often (REQUIREMENTS W11).
    ///
    /// `quotes` gives them in the currency asked for where there is a way to it; so the ticks are in the quotes' own
    /// currency. A poll that fails ends the run, as a broken connection does. A quote without a price is no tick: after an
    /// earlier one it is left out, and that one stands; without any the symbol is refused.
    public static func polling(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
    ) -> TickSource {
        let poll = Poll(provider, every: interval, in: choice, time: time, quotes)
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

/// Asking again and again.
private final class Poll: Sendable {
    typealias Quotes = @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]

    private let provider: String
    private let interval: Duration
    private let choice: CurrencyChoice
    private let time: TimeSource
    private let quotes: Quotes
    /// What ticks were of, by the names subscribed to; kept from one run to the next.
    private let known = Mutex<[String: TickMarket]>([:])

    init(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        _ quotes: @escaping Quotes
    ) {
        self.provider = provider
        self.interval = interval
        self.choice = choice
        self.time = time
        self.quotes = quotes
    }

    func market(of symbol: Symbol, in currency: Currency) -> TickMarket {
        TickMarket(name: symbol.description, symbol: symbol.bare, currency: currency, provider: provider)
    }

    func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var names = subscriptions.listen { if case .added = $0 { change.yield() } }.map(\.name)
        defer { subscriptions.listen(nil) }
        receiver.note(.opened(provider: provider))
        while !Task.isCancelled {
            try await ask(names, subscriptions, receiver)
            await waitForChange(changes, change)
            names = subscriptions.markets.map(\.name)
        }
    }

    /// Until the interval is over or something was added.
    private func waitForChange(_ changes: AsyncStream<Void>, _ change: AsyncStream<Void>.Continuation) async {
        // The interval's end is a change too: whoever cancels a wait for a stream's next element ends the stream.
        let pause = Task { [time, interval] in if (try? await time.sleep(interval)) != nil { change.yield() } }
        defer { pause.cancel() }
        for await _ in changes { return }
    }

    private func ask(
        _ names: [String], _ subscriptions: TickSubscriptions, _ receiver: any TickReceiver
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
        receiver.receive(
            TickBatch { emit in
                // Some may have been removed while the answer was on its way.
                let wanted = Set(subscriptions.markets.map(\.name))
                var buffer = TickBuffer()
                for (market, quote) in ticks where wanted.contains(market.name) {
                    buffer.hold(quote)
                    buffer.withTick(of: market, emit)
                }
            })
    }
}

extension ProviderFailure {
    /// Whether a quote came that has no price.
    fileprivate var isOfNoPrice: Bool {
        if case .noPrice = reason { true } else { false }
    }
}

extension Quote {
    /// What a tick of this quote is of; the same value as long as nothing about it changes.
    fileprivate func tickMarket(named name: String, last: TickMarket?) -> TickMarket {
        if let last, last.currency == currency, last.via == via, last.stale == stale, last.id == id,
            last.market == market
        {
            return last
        }
        return TickMarket(
            name: name, market: market, symbol: symbol, id: id, fullName: self.name, kind: kind, currency: currency,
            provider: provider, via: via, stale: stale)
    }
}
