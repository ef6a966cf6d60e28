import Platform
public import ProviderKit
import Synchronization
import Transport

/// Live ticks, as quotes with what the provider sent in a message; other values are nil.
public typealias Ticks = LiveValues<Quote>

extension Market {
    /// Streams live ticks of symbols, each from the first provider that has it. A connection that breaks is opened
    /// again. A provider without a stream is asked every minute.
    ///
    /// The stream ends when no tick can come any more: after the failure of all symbols, which it throws, or at the end
    /// of the sample. It also ends with its task.
    ///
    /// - Parameters:
    ///   - symbols: Symbols, such as `BTC` or `BTC/EUR`.
    ///   - currency: The code of the currency of the prices. A pair has its own currency. The stream of a provider is
    ///     used only if the provider quotes in this currency.
    ///   - notice: Is called for each gap and failure, on any thread.
    /// - Returns: The ticks.
    public func ticks(
        _ symbols: [String], in currency: String = "USD",
        notice: @escaping @Sendable (StreamNotice) -> Void = { _ in }
    ) -> Ticks {
        Ticks(notice: notice) { outlet in
            switch choice(currency) {
            case .success(let choice): await TickRelay(outlet).run(self, symbols, in: choice)
            case .failure(let failure): failure
            }
        }
    }

    /// The providers of ticks as links of a feed. Each takes the symbols of its kinds. Currencies have no ticks.
    fileprivate func links(in choice: CurrencyChoice) -> [TickFeed.Link] {
        let kinds = AssetKind.allCases.filter { $0 != .fiat }
        let takers = kinds.map { kind in (kind, asked(for: .watch, of: kind)) }
        var providers: [Provider] = []
        for provider in takers.flatMap(\.1) where !providers.contains(where: { $0.name == provider.name }) {
            providers.append(provider)
        }
        return providers.map { provider in
            let settings = options.settings(of: provider, until: .none)
            let client = provider.make(settings)
            let own = takers.filter { $1.contains { $0.name == provider.name } }.map(\.0)
            return TickFeed.Link(
                name: provider.name, source: provider.makeTicks?(settings) ?? polled(provider, client, choice),
                takes: { symbol in self.kinds(symbol).contains { own.contains($0) } }, quotes: client.quotes)
        }
    }

    private func polled(_ provider: Provider, _ client: MarketClient, _ choice: CurrencyChoice) -> TickSource {
        let converting = ConvertingMarket(provider, client, rates: exchangeRates(until: .none))
        return .polling(provider.name, every: .seconds(60), in: choice, time: .live) { symbols, choice in
            converting.rates.refresh()
            return await converting.client.quotes(symbols, choice)
        }
    }
}

/// Passes the ticks of a feed on to an iteration, and counts the symbols that no provider has.
private final class TickRelay: TickReceiver {
    private let outlet: LiveOutlet<Quote>
    private let failures = Mutex<[ProviderFailure]>([])

    init(_ outlet: LiveOutlet<Quote>) { self.outlet = outlet }

    /// Runs until the task is cancelled or no tick can come. Returns the last failure if all symbols failed.
    func run(_ market: Market, _ texts: [String], in choice: CurrencyChoice) async -> ProviderFailure? {
        var symbols: [Symbol] = []
        for text in texts {
            switch market.parse(text) {
            case .success(let symbol): symbols.append(symbol)
            case .failure(let failure):
                outlet.tell(StreamNotice(gaveUp: text, failure))
                count(failure)
            }
        }
        let links = market.links(in: choice)
        guard !links.isEmpty else { return ProviderFailure(market.name, .cannot(.watch)) }
        let feed = TickFeed(
            links: links, choice: choice, policy: market.options.streamPolicy,
            resolve: { market, _ in .success(market) }, forget: { _ in }, observe: { [weak self] in self?.take($0) })
        feed.add(symbols)
        feed.close()
        await feed.run(into: self)
        return failures.withLock { $0.count == texts.count ? $0.last : nil }
    }

    private func take(_ event: FeedEvent) {
        if case .gaveUp(_, let failure) = event { count(failure) }
        outlet.tell(event)
    }

    private func count(_ failure: ProviderFailure) { failures.withLock { $0.append(failure) } }

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        ticks { tick in outlet.send(Quote(tick)) }
    }
}
