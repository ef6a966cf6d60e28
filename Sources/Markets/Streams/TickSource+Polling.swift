public import Platform
import Synchronization

extension TickSource {
    /// Ticks of a provider without a stream: its quotes, asked for at the start, when a symbol is added, and every so
    /// often (REQUIREMENTS W11).
    ///
    /// `quotes` gives them in the currency asked for where there is a way to it; so the ticks are in the quotes' own
    /// currency. A poll that fails ends the run, as a broken connection does.
    public static func polling(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
    ) -> TickSource {
        let poll = Poll(provider: provider, interval: interval, choice: choice, time: time, quotes: quotes)
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
private struct Poll: Sendable {
    let provider: String
    let interval: Duration
    let choice: CurrencyChoice
    let time: TimeSource
    let quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]

    func market(of symbol: Symbol, in currency: Currency) -> TickMarket {
        TickMarket(name: symbol.description, symbol: symbol.bare, currency: currency, provider: provider)
    }

    func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var names = subscriptions.listen { if case .added = $0 { change.yield() } }.map(\.name)
        defer { subscriptions.listen(nil) }
        receiver.note(.opened(provider: provider))
        var known: [String: TickMarket] = [:]
        while !Task.isCancelled {
            try await ask(names, &known, subscriptions, receiver)
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
        _ names: [String], _ known: inout [String: TickMarket], _ subscriptions: TickSubscriptions,
        _ receiver: any TickReceiver
    ) async throws(ProviderFailure) {
        let symbols = names.compactMap { try? Symbol($0) }
        guard !symbols.isEmpty else { return }
        let results = await quotes(symbols, choice)
        guard !Task.isCancelled else { return }
        var ticks: [(TickMarket, Quote)] = []
        for (name, result) in zip(names, results) {
            switch result {
            case .success(let quote): ticks.append((quote.tickMarket(named: name, last: known[name]), quote))
            case .failure(let failure) where failure.isPassedOver:
                receiver.note(.refused(market: name, failure))
            case .failure(let failure): throw failure
            }
        }
        for (market, _) in ticks { known[market.name] = market }
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

extension Quote {
    /// What a tick of this quote is of; the same value as long as nothing about it changes.
    fileprivate func tickMarket(named name: String, last: TickMarket?) -> TickMarket {
        if let last, last.currency == currency, last.via == via, last.stale == stale, last.id == id { return last }
        return TickMarket(
            name: name, symbol: symbol, id: id, fullName: self.name, kind: kind, currency: currency,
            provider: provider, via: via, stale: stale)
    }
}
