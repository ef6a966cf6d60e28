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
    var names: [String] { links.map(\.name).withoutRepeats }
}

extension RunContext {
    /// The default time between two polls of a provider without a stream.
    private static let pollInterval = Duration.seconds(60)

    /// Returns the named providers of streams, otherwise the default chain. A provider is polled if a time to poll is
    /// given or it has no stream, and the rates of money always. `fields` are the names of the used ones.
    func tickChain(
        for request: WatchRequest, _ choice: CurrencyChoice, fields: Set<String>
    ) throws(Failure) -> TickChain {
        let (poll, isFavorite) = (request.poll, request.favorites || request.holdings)
        // The list and lines of stdin may add any symbol.
        let isOpen = request.top != nil || request.readsInput
        let isOnlyMoney = !isOpen && request.symbols.areAllCurrencies(areFavorites: isFavorite)
        // A provider of the list must not be one of the stream too: it would be asked for the coins that it lists.
        let mayAdd = request.readsInput && request.top == nil
        let selection = try providers.selection(
            for: isOnlyMoney ? .conversion(.price) : .quotes(.watch),
            withFigures: mayAdd || request.symbols.contains { $0.figure != nil }, hasCurrencies: isFavorite)
        let hasTokens = mayAdd || request.symbols.contains { $0.token != nil }
        let markets = isOnlyMoney ? [] : selection.markets(withTokens: hasTokens)
        var links: [TickFeed.Link] = []
        var converted: [String: ConvertingMarket] = [:]
        for provider in markets {
            var settings = providers.settings(of: provider)
            // Polled stocks have them; the other extras are of lists.
            settings.extras = QuoteExtras(namedIn: fields).intersection(.session)
            settings.streamNumbers = request.gaps ? .compared : fields.contains("sequence") ? .read : .unread
            let client = provider.make(settings)
            let converting = providers.converting(provider, client)
            let takes = { @Sendable (symbol: Symbol) in
                selection.kinds(of: symbol) != [.fiat]
                    && selection.providers(for: symbol).contains { $0.name == provider.name }
            }
            if poll == nil, let source = provider.makeTicks?(settings) {
                converted[provider.name] = converting
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
        if request.readsInput || request.symbols.contains(where: { $0.kinds(isFavorite: isFavorite).contains(.fiat) }) {
            links.append(currencyLink(poll: poll, choice) { $0.kinds(isFavorite: isFavorite).contains(.fiat) })
        }
        return TickChain(
            links: links, markets: converted,
            now: isOnlyMoney ? providers.rateChain().links[0].client.now : clock(of: markets))
    }

    /// The clock for ages and receipts. Made-up providers have one of their own.
    private func clock(of markets: [Provider]) -> @Sendable () -> Timestamp {
        let precise = environment.time.preciseNow ?? environment.time.now
        guard markets.count == 1 else { return precise }
        var settings = providers.settings(of: markets[0])
        settings.time.now = precise
        return markets[0].make(settings).now
    }

    /// The quotes of a provider, requested after each interval.
    private func polled(
        _ provider: Provider, _ converting: ConvertingMarket, every interval: Duration, _ choice: CurrencyChoice
    ) -> TickSource {
        let (quotes, time) = (reviewed(converting.client), environment.time)
        return .polling(provider.name, every: interval, in: choice, time: time) { symbols, choice in
            converting.rates.refresh(after: TickConversions.interval, now: time.elapsed())
            return await quotes(symbols, choice)
        }
    }

    /// Returns the quotes of a client after their notices; those that these make failures are failures.
    private func reviewed(
        _ client: MarketClient
    ) -> @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        { [self] symbols, choice in
            await client.quotes(symbols, choice).map { result in
                result.flatMap { quote in notices.review(quote, at: client.now()).map(Result.failure) ?? .success(quote)
                }
            }
        }
    }

    /// Returns the link of money. Rates are asked for as often as their providers publish them, and those that never
    /// change once.
    private func currencyLink(
        poll: Duration?, _ choice: CurrencyChoice, takes: @escaping @Sendable (Symbol) -> Bool
    ) -> TickFeed.Link {
        let chain = providers.rateChain()
        let pace = chain.links.map(\.client.refreshInterval).min() ?? TickConversions.interval
        let name = chain.links[0].name
        let isFixed =
            chain.links[0].provider.flatMap { $0.makeTicks?(providers.settings(of: $0)).rules.ends } ?? false
        // Rates of an earlier poll are not used again: one that fails is a gap, as with prices.
        let prices = { @Sendable [providers] in
            ExchangeRates(providers.rateChain()).client(with: providers.conversionPrices)
        }
        let source = TickSource.polling(
            name, every: poll ?? pace, in: choice, time: environment.time,
            quotes: { [self] in await reviewed(prices())($0, $1) },
            isLast: { isFixed || $0.provider.isEmpty || $0.provider == Conversion.ofNoProvider })
        return TickFeed.Link(
            name: name, source: source, takes: takes, quotes: { await prices().quotes($0, $1) })
    }
}
