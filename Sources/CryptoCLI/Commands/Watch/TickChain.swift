import Markets
import Platform
import Transport

/// The providers of a stream, in the order in which they are tried.
struct TickChain: Sendable {
    let links: [TickFeed.Link]
    /// The markets that convert the ticks of a provider, by its name. Those of polled providers are converted already.
    let markets: [String: ConvertingMarket]
    /// The clock for ages.
    let now: @Sendable () -> Timestamp

    /// The names of the providers, each once: one may stream prices and have rates too.
    var names: [String] {
        links.reduce(into: []) { names, link in if !names.contains(link.name) { names.append(link.name) } }
    }
}

extension Session {
    /// The default time between two polls of a provider without a stream.
    private static let pollInterval = Duration.seconds(60)

    /// Returns the named providers of streams, otherwise the default chain. A provider is polled if a time to poll is given
    /// or it has no stream. Symbols of the favorites file `mayBeCurrencies`, which are polled at providers of rates.
    func tickChain(
        poll: Duration?, _ choice: CurrencyChoice, mayBeCurrencies: Bool = false
    ) throws(Failure) -> TickChain {
        let selection = try selection(for: .quotes(.watch))
        let providers = selection.markets
        var links: [TickFeed.Link] = []
        var markets: [String: ConvertingMarket] = [:]
        for provider in providers {
            let settings = settings(of: provider)
            let client = provider.make(settings)
            let converting = converting(provider, client)
            let takes = { @Sendable (symbol: Symbol) in
                !(mayBeCurrencies && symbol.isCurrency)
                    && selection.providers(for: symbol).contains { $0.name == provider.name }
            }
            if poll == nil, let source = provider.makeTicks?(settings) {
                markets[provider.name] = converting
                let polling =
                    source.rules.mayBeUnserved
                    ? (polled(provider, converting, every: Self.pollInterval, choice), Self.pollInterval) : nil
                links.append(
                    TickFeed.Link(
                        name: provider.name, source: source, polling: polling, ownCurrencies: provider.ownCurrencies,
                        takes: takes, quotes: client.quotes))
            } else {
                let source = polled(provider, converting, every: poll ?? Self.pollInterval, choice)
                links.append(TickFeed.Link(name: provider.name, source: source, takes: takes, quotes: client.quotes))
            }
        }
        if mayBeCurrencies { links.append(currencyLink(poll: poll, choice)) }
        // Made-up providers have a clock of their own.
        let clock = providers.count == 1 ? providers[0].make(settings(of: providers[0])).now : environment.time.now
        return TickChain(links: links, markets: markets, now: clock)
    }

    /// The quotes of a provider, requested after each interval.
    private func polled(
        _ provider: MarketProvider, _ converting: ConvertingMarket, every interval: Duration, _ choice: CurrencyChoice
    ) -> TickSource {
        let quotes = converting.client(refreshingRatesEvery: TickRates.interval, time: environment.time).quotes
        return .polling(
            provider.name, every: interval, in: choice, time: environment.time,
            quotes: { [self] symbols, choice in
                await quotes(symbols, choice).map { result in
                    result.flatMap { quote in review(quote).map(Result.failure) ?? .success(quote) }
                }
            })
    }

    /// Returns the link of fiat currencies. Rates that never change are asked for once.
    private func currencyLink(poll: Duration?, _ choice: CurrencyChoice) -> TickFeed.Link {
        let chain = rateChain()
        let name = chain.links[0].name
        let isFixed = MarketProvider.named(name).flatMap { $0.makeTicks?(settings(of: $0)).rules.ends } ?? false
        // Rates of an earlier poll are not used again: one that fails is a gap, as with prices.
        let prices = { @Sendable [self] in currencyPrices(ExchangeRates(rateChain())) }
        let source = TickSource.polling(
            name, every: poll ?? TickRates.interval, in: choice, time: environment.time,
            quotes: { [self] symbols, choice in
                await prices().quotes(symbols, in: choice).map { result in
                    result.flatMap { quote in review(quote).map(Result.failure) ?? .success(quote) }
                }
            }, isLast: { isFixed || $0.provider.isEmpty })
        return TickFeed.Link(
            name: name, source: source, takes: { $0.currency != nil }, quotes: { await prices().quotes($0, in: $1) })
    }

    /// Reports that an old rate is used because there is no new one.
    func noticeOldRate(_ failure: ProviderFailure) {
        notice("\(Failure.fact(of: failure)); the rate of before is kept")
    }
}
