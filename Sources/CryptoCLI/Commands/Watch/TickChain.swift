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
}

extension Session {
    /// The default time between two polls of a provider without a stream.
    private static let pollInterval = Duration.seconds(60)

    /// Returns the named providers of streams, otherwise the default chain. A provider is polled if a time to poll is given
    /// or it has no stream.
    func tickChain(poll: Duration?, _ choice: CurrencyChoice) throws(Failure) -> TickChain {
        let selection = try selection(for: .quotes(.watch))
        let providers = selection.markets
        var links: [TickFeed.Link] = []
        var markets: [String: ConvertingMarket] = [:]
        for provider in providers {
            let settings = settings(of: provider)
            let client = provider.make(settings)
            let converting = converting(provider, client)
            let takes = { @Sendable (symbol: Symbol) in
                selection.providers(for: symbol).contains { $0.name == provider.name }
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
            quotes: { symbols, choice in
                await quotes(symbols, choice).map { result in
                    result.flatMap { quote in review(quote).map(Result.failure) ?? .success(quote) }
                }
            })
    }

    /// Reports that an old rate is used because there is no new one.
    func noticeOldRate(_ failure: ProviderFailure) {
        notice("\(Failure.fact(of: failure)); the rate of before is kept")
    }
}
