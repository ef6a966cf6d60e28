import Markets
import Platform
import Transport

/// The providers that a stream is taken from, in the order they are tried.
struct TickChain: Sendable {
    let links: [TickFeed.Link]
    /// By name, for the rates that lead into other currencies; nothing for those that are asked again and again, whose
    /// quotes are converted already.
    let markets: [String: ConvertingMarket]
    /// The clock that ages are measured by.
    let now: @Sendable () -> Timestamp
}

extension Session {
    /// How often one that has no stream is asked where nobody says.
    private static let pollInterval = Duration.seconds(60)

    /// The providers to watch by: those named, else the default chain. Where a time to poll is given, or a provider has no
    /// stream, it is asked again and again.
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
            let (source, ownCurrencies): (TickSource, [Currency])
            if poll == nil, let makeTicks = provider.makeTicks {
                (source, ownCurrencies) = (makeTicks(settings), provider.ownCurrencies)
                markets[provider.name] = converting
            } else {
                let quotes = converting.client(
                    refreshingRatesEvery: TickRates.interval, time: environment.time
                ).quotes
                source = .polling(
                    provider.name, every: poll ?? Self.pollInterval, in: choice, time: environment.time,
                    quotes: { symbols, choice in
                        await quotes(symbols, choice).map { result in
                            result.flatMap { quote in review(quote).map(Result.failure) ?? .success(quote) }
                        }
                    })
                // They are converted already.
                ownCurrencies = []
            }
            links.append(
                TickFeed.Link(
                    name: provider.name, source: source, ownCurrencies: ownCurrencies, takes: takes,
                    quotes: client.quotes))
        }
        // Made-up providers have a clock of their own.
        let clock = providers.count == 1 ? providers[0].make(settings(of: providers[0])).now : environment.time.now
        return TickChain(links: links, markets: markets, now: clock)
    }

    /// Reports that an old rate is used because there is no new one.
    func noticeOldRate(_ failure: ProviderFailure) {
        notice("\(Failure.fact(of: failure)); the rate of before is kept")
    }
}
