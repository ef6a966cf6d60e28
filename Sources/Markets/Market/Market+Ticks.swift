import Platform
public import ProviderKit
import Synchronization
import Transport

/// Live ticks, as quotes with what the provider sent in a message; other values are nil.
public typealias Ticks = LiveValues<Quote>

extension Market {
    /// Streams live ticks of symbols, each from the first provider that has it. A connection that breaks is opened
    /// again.
    ///
    /// The stream ends when no tick can come any more: after the failure of all symbols, which it throws, or at the end
    /// of the sample. It also ends with its task.
    ///
    /// - Parameters:
    ///   - symbols: Symbols, such as `BTC` or `BTC/EUR`.
    ///   - currency: The currency of the prices, except those of pairs. A provider that does not quote in it is not
    ///       used.
    ///   - notice: Is called for each gap and failure, on any thread.
    /// - Returns: The ticks.
    public func ticks(
        _ symbols: [String], in currency: Currency = .usd,
        notice: @escaping @Sendable (StreamNotice) -> Void = { _ in }
    ) -> Ticks {
        Ticks(notice: notice) { outlet in await TickRelay(outlet).run(self, symbols, in: currency) }
    }

    /// The stream of a provider as a link of a feed; nil if it has none.
    fileprivate func link(of provider: Provider) -> TickFeed.Link? {
        let settings = settings(of: provider, until: .none)
        guard let source = provider.makeTicks?(settings) else { return nil }
        return TickFeed.Link(name: provider.name, source: source, quotes: provider.make(settings).quotes)
    }
}

/// Passes the ticks of a feed on to an iteration, and counts the symbols that no provider has.
private final class TickRelay: TickReceiver {
    private let outlet: LiveOutlet<Quote>
    private let failures = Mutex<[ProviderFailure]>([])

    init(_ outlet: LiveOutlet<Quote>) { self.outlet = outlet }

    /// Runs until the task is cancelled or no tick can come. Returns the last failure if all symbols failed.
    func run(_ market: Market, _ texts: [String], in currency: Currency) async -> ProviderFailure? {
        var symbols: [Symbol] = []
        for text in texts {
            switch market.parse(text) {
            case .success(let symbol): symbols.append(symbol)
            case .failure(let failure):
                outlet.tell(StreamNotice(gaveUp: text, failure))
                count(failure)
            }
        }
        let links = market.providers.compactMap { market.link(of: $0) }
        guard !links.isEmpty else { return ProviderFailure(market.providers[0].name, .cannot(.watch)) }
        let feed = TickFeed(
            links: links, choice: CurrencyChoice(currency), policy: market.options.streamPolicy,
            admit: { market, _ in .success(market) }, forget: { _ in }, observe: { [weak self] in self?.take($0) })
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

extension Quote {
    /// A copy of a tick.
    package init(_ tick: borrowing Tick) {
        self = tick.market.quote
        time = tick.time.timestamp
        (price, open, high, low) = (tick.number(.price), tick.number(.open), tick.number(.high), tick.number(.low))
        (change, changePercent) = (tick.number(.change), tick.number(.changePercent))
        (volume, marketCap) = (tick.number(.volume), tick.number(.marketCap))
        (bid, ask) = (tick.number(.bid), tick.number(.ask))
    }
}
