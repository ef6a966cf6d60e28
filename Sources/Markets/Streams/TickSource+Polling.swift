package import Platform
import Synchronization

extension TickSource {
    /// Creates a source for a provider without a stream: its quotes, requested at the start, when a symbol is added,
    /// and after each interval.
    ///
    /// `quotes` returns them in the requested currency where a conversion exists, and the ticks have the currency of
    /// the quotes. A symbol without a quote so far is refused. If there was one, the symbol is asked for again with the
    /// others; a quote without a price is no tick, and is dropped. After a quote that `isLast` its market is over.
    package static func polling(
        _ provider: String, every interval: Duration, in choice: CurrencyChoice, time: TimeSource,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>],
        isLast: @escaping @Sendable (Quote) -> Bool = { _ in false }
    ) -> TickSource {
        let polled = PolledMarkets(provider: provider)
        return TickSource(
            rules: StreamRules(),
            markets: { symbols, currency in symbols.map { .success(polled.market(of: $0, in: currency)) } },
            listed: { quotes in
                quotes.compactMap { quote in
                    (try? Symbol(quote.symbol)).map { polled.market(of: $0, in: quote.currency) }
                }
            },
            run: { subscriptions, receiver throws(ProviderFailure) in
                let polling = Polling(time)
                receiver.note(.opened(provider: provider))
                subscriptions.listen { isAddition in if isAddition { polling.askNow() } }
                defer { subscriptions.listen(nil) }
                try await polling.run {
                    subscriptions.markets.compactMap { try? Symbol($0.name) }
                } ask: {
                    await quotes($0, choice)
                } take: { results in
                    let ticks = polled.ticks(of: results, receiver)
                    // Markets may have been removed during the request.
                    let wanted = Set(subscriptions.markets.map(\.name))
                    receiver.receive(ticks.filter { wanted.contains($0.market.name) })
                    let over = ticks.filter { isLast($0.quote) }.map(\.market.name)
                    if !over.isEmpty {
                        // Now, as another poll may begin before the end is handled.
                        subscriptions.remove(Set(over))
                        receiver.note(.over(markets: over))
                    }
                    return interval
                }
            })
    }

    /// Creates a source of a provider's own sequence of quotes, as a package outside of this one has it.
    ///
    /// `quotes` opens the sequence for all symbols. It is called again when symbols are added or removed, and after a
    /// failure. A quote in another currency than the requested one is left out.
    static func sequence(
        of provider: String, time: TimeSource,
        quotes: @escaping Provider.QuoteStream
    ) -> TickSource {
        let polled = PolledMarkets(provider: provider)
        return TickSource(
            rules: StreamRules(),
            markets: { symbols, currency in symbols.map { .success(polled.market(of: $0, in: currency)) } },
            listed: { _ in [] },
            run: { subscriptions, receiver throws(ProviderFailure) in
                receiver.note(.opened(provider: provider))
                defer { subscriptions.listen(nil) }
                while !Task.isCancelled {
                    let change = TaskSignal()
                    subscriptions.listen { _ in change.raise() }
                    let markets = subscriptions.markets
                    let wanted = markets.compactMap { market in
                        (try? Symbol(market.name)).map { (symbol: $0, currency: $0.quote ?? market.currency) }
                    }
                    let currency = wanted.first { $0.symbol.quote == nil }?.currency ?? .usd
                    let failure = await change.failure(within: nil, time) { () throws(ProviderFailure) in
                        guard !wanted.isEmpty else { return await change.wait() }
                        do {
                            for try await quote in quotes(wanted.map(\.symbol), currency) {
                                let named = wanted.filter { $0.symbol.bare == quote.symbol }
                                let meant = named.filter { $0.currency == quote.currency }
                                if meant.isEmpty, !named.isEmpty {
                                    let problem = "\(quote.symbol) in \(quote.currency), which was not asked for"
                                    receiver.note(.dropped(provider: provider, problem: problem))
                                }
                                receiver.receive(polled.ticks(of: meant.map { ($0.symbol, .success(quote)) }, receiver))
                            }
                        } catch let failure as ProviderFailure {
                            throw failure
                        } catch {
                            throw ProviderFailure(provider, .invalidData("\(error)"))
                        }
                        receiver.note(.over(markets: markets.map(\.name)))
                        await change.wait()
                    }
                    if let failure { throw failure }
                }
            })
    }
}

extension TickReceiver {
    /// Receives quotes as ticks of their markets.
    fileprivate func receive(_ quotes: [(market: TickMarket, quote: Quote)]) {
        receive { emit in
            var buffer = TickBuffer()
            for (market, quote) in quotes {
                buffer.hold(quote)
                buffer.withTick(of: market, emit)
            }
        }
    }
}

/// The markets of a polled provider.
private final class PolledMarkets: Sendable {
    private struct State {
        /// The markets of the last ticks by subscribed name.
        var known: [String: TickMarket] = [:]
        /// The symbols that had no quote in the last poll though they had one before.
        var missed: Set<Symbol> = []
    }

    private let provider: String
    /// Kept across runs.
    private let state = Mutex(State())

    init(provider: String) {
        self.provider = provider
    }

    func market(of symbol: Symbol, in currency: Currency) -> TickMarket {
        TickMarket(name: symbol.description, symbol: symbol.bare, currency: currency, provider: provider)
    }

    /// Returns the quotes of a poll with their markets, and reports the other results. A symbol that is missed again is
    /// not reported again.
    func ticks(
        of results: [(item: Symbol, result: Result<Quote, ProviderFailure>)], _ receiver: any TickReceiver
    ) -> [(market: TickMarket, quote: Quote)] {
        let (last, before) = state.withLock { ($0.known, $0.missed) }
        var missed: Set<Symbol> = []
        var ticks: [(market: TickMarket, quote: Quote)] = []
        for (symbol, result) in results {
            let name = symbol.description
            switch result {
            case .success(let quote): ticks.append((quote.tickMarket(named: name, last: last[name]), quote))
            case .failure(let failure) where failure.isSkippable || last[name] == nil:
                receiver.note(.refused(market: name, failure))
            case .failure(let failure) where failure.isOfNoPrice:
                receiver.note(.dropped(provider: provider, problem: "\(name) has no price above 0"))
            case .failure(let failure):
                if !before.contains(symbol) { receiver.note(.missed(symbol, failure)) }
                missed.insert(symbol)
            }
        }
        state.withLock { state in
            for (market, _) in ticks { state.known[market.name] = market }
            state.missed = missed
        }
        return ticks
    }
}

extension Quote {
    /// Returns the market of the quote: `last` as long as nothing about it changes.
    fileprivate func tickMarket(named name: String, last: TickMarket?) -> TickMarket {
        let market = TickMarket(name: name, of: self)
        return market.quote == last?.quote ? last ?? market : market
    }
}
