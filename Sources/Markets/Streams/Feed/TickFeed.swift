import Platform
import Synchronization
import Transport

/// A feed of ticks, each symbol from the first provider of a chain that knows it. It reconnects when a connection
/// breaks.
///
/// Before a provider's first tick, a failure moves its symbols to the next provider at once, and the chain is repeated
/// as often as the retry policy allows. After the first tick the symbols stay with the provider, which reconnects
/// without limit, or at most `attempts` times in a row. A rejected key and an unknown symbol are not tried again.
package final class TickFeed: Sendable {
    /// A provider, ready to run.
    package struct Link: Sendable {
        package let name: String
        /// The source of its ticks.
        let source: TickSource
        /// Returns current quotes, which show whether a silent symbol exists.
        let quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
        /// The currencies to use if the provider has no market in the requested one, best first.
        let ownCurrencies: [Currency]
        /// Returns whether the provider may be asked for a symbol: a provider of stocks is not asked for coins.
        package let takes: @Sendable (Symbol) -> Bool
        /// Its quotes, which are polled if it does not serve its stream; nil if nothing takes the place of the stream.
        package let polling: Polling?
        /// The time between two polls if it takes the place of the link before it, whose stream is not served.
        private(set) var interval: Duration?

        /// The quotes of a provider, requested every so often.
        package typealias Polling = (source: TickSource, every: Duration)

        /// Creates a link. Each parameter sets the property of the same name.
        package init(
            name: String, source: TickSource, polling: Polling? = nil, ownCurrencies: [Currency] = [],
            takes: @escaping @Sendable (Symbol) -> Bool = { _ in true },
            quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
        ) {
            (self.name, self.source, self.polling, self.quotes) = (name, source, polling, quotes)
            (self.ownCurrencies, self.takes) = (ownCurrencies, takes)
        }

        /// The link, followed by the one that takes its place if its stream is not served.
        fileprivate var withPolling: [Link] {
            guard let polling else { return [self] }
            var polled = Link(name: name, source: polling.source, takes: takes, quotes: quotes)
            polled.interval = polling.every
            return [self, polled]
        }
    }

    /// Each provider's stream, and after it, where there are any, the quotes that take its place.
    let links: [Link]
    let choice: CurrencyChoice
    let policy: StreamPolicy
    let verify: Duration
    /// Checks that prices of a market are available in the requested currency, and requests rates if necessary. Returns
    /// the market to use, the same value for all symbols that share it.
    let resolve: @Sendable (TickMarket, Symbol) async -> Result<TickMarket, ProviderFailure>
    /// Called for each symbol that was removed or failed, after it was unsubscribed.
    let forget: @Sendable (Symbol) -> Void
    let observe: @Sendable (FeedEvent) -> Void
    let mailbox = FeedMailbox()
    /// The wanted symbols in the order in which they were added, each with the market that a provider's list names for
    /// it. Symbols that no provider has are taken out.
    let wanted = Mutex(KeyedList<Symbol, TickMarket?>())
    /// The last connection of each link.
    private let connections = Mutex<[Int: TickConnection]>([:])

    /// Creates a feed of at least one link. It sends no request before it runs. `verify` is the time after which a
    /// silent symbol is checked, if the provider does not report unknown symbols.
    package init(
        links: [Link], choice: CurrencyChoice, policy: StreamPolicy, verify: Duration = .seconds(10),
        resolve: @escaping @Sendable (TickMarket, Symbol) async -> Result<TickMarket, ProviderFailure>,
        forget: @escaping @Sendable (Symbol) -> Void,
        observe: @escaping @Sendable (FeedEvent) -> Void
    ) {
        precondition(!links.isEmpty, "a feed needs a provider")
        (self.links, self.choice, self.policy, self.verify) = (links.flatMap(\.withPolling), choice, policy, verify)
        (self.resolve, self.forget, self.observe) = (resolve, forget, observe)
    }

    /// Notes the connection of a link, in place of an earlier one.
    func note(_ connection: TickConnection, of link: Int) { connections.withLock { $0[link] = connection } }

    /// The last connections of a provider, or of all.
    private func connections(to provider: String? = nil) -> [TickConnection] {
        connections.withLock { $0.sorted { $0.key < $1.key } }.filter {
            provider == nil || links[$0.key].name == provider
        }.map(\.value)
    }

    /// Returns when a provider's connection last received anything, by the monotonic clock; nil if that is not known.
    package func lastHeard(by provider: String) -> Duration? {
        connections(to: provider).compactMap(\.stream.lastHeard).max()
    }

    /// Returns when a provider's last connection broke, by the monotonic clock, and nothing came since; nil if
    /// something did.
    package func missingSince(at provider: String) -> Duration? {
        connections(to: provider).compactMap(\.stream.missingSince).min()
    }

    /// Returns the tickers whose ticks are requested of a provider, each once.
    package func symbols(at provider: String) -> [String] {
        connections(to: provider).flatMap { $0.subscriptions.markets.map(\.symbol) }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// The longest time without a tick of each market that is wanted; nil before its first tick.
    package var silences: [(market: TickMarket, silence: Duration?)] { connections().flatMap(\.silences) }

    /// Adds symbols. Known symbols do not change.
    package func add(_ symbols: [Symbol]) { change([(isAddition: true, symbols: symbols)]) }

    /// Removes symbols.
    package func remove(_ symbols: [Symbol]) { change([(isAddition: false, symbols: symbols)]) }

    /// Adds and removes symbols. The feed only sees what all the changes lead to.
    package func change(_ changes: [(isAddition: Bool, symbols: [Symbol])]) {
        wanted.withLock { wanted in
            for change in changes {
                for symbol in change.symbols where (wanted[symbol] == nil) == change.isAddition {
                    wanted[symbol] = change.isAddition ? .some(nil) : nil
                }
            }
        }
        mailbox.post(.changed)
    }

    /// Adds the markets of a provider's own list, each with the symbol of its quote.
    package func add(_ quotes: [Quote], listedBy provider: String) {
        if let link = links.first(where: { $0.name == provider }) {
            // Here and not in the loop: the list counts as new from now on, so that a socket that opens at this moment
            // does not request it again.
            let markets = link.source.listed(quotes)
            wanted.withLock { wanted in
                for market in markets {
                    if let symbol = try? Symbol(market.symbol), wanted[symbol] == nil { wanted[symbol] = market }
                }
            }
        }
        add(quotes.compactMap { try? Symbol($0.symbol) })
    }

    /// Announces that no symbols will be added. The feed then ends when no symbol is left, or the streams of all ended.
    package func close() {
        mailbox.post(.close(keepsList: false))
    }

    /// Announces that only a refreshed list will add symbols. The feed then ends when the streams of all symbols ended.
    package func closeBesideList() {
        mailbox.post(.close(keepsList: true))
    }

    /// Closes all connections until `resume`. Returns when they are closed, or after a second.
    package func suspend() async {
        let (closing, closed) = AsyncStream<Void>.makeStream()
        mailbox.post(.suspend(closed))
        let patience = Task(executorPreference: TaskThreads.executor) { [policy] in
            if (try? await policy.time.sleep(.seconds(1))) != nil { closed.finish() }
        }
        defer { patience.cancel() }
        for await _ in closing {}
    }

    /// Opens the connections again.
    package func resume() {
        mailbox.post(.resume)
    }
}

/// An event of a feed other than ticks.
package typealias FeedEvent = StreamEvent<Symbol>

extension TickFeed {
    /// A message to the feed's loop.
    enum Message: Sendable {
        /// The wanted symbols are others than before.
        case changed
        case close(keepsList: Bool)
        /// Closes all connections, and then finishes the continuation.
        case suspend(AsyncStream<Void>.Continuation)
        case resume
        /// A provider has markets of symbols, whose rates are requested now.
        case found(link: Int)
        /// A provider's markets of symbols.
        case resolved([(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)], link: Int)
        /// A provider refuses a market; nil if it does not say which.
        case refused(market: String?, ProviderFailure, link: Int)
        /// A provider does not serve its stream.
        case unserved(ProviderFailure, hadTicks: Bool, link: Int)
        /// A connection ended.
        case ended(ProviderFailure, hadTicks: Bool, link: Int)
        /// The ticks of these markets ended regularly.
        case over(markets: [String], link: Int)
        /// These markets have been silent for too long.
        case silent([TickMarket], link: Int)
        /// These markets have no ticks any more while others of the connection have.
        case quiet([(market: TickMarket, since: Duration)], link: Int)
        /// The pause before the next walk of the chain is over.
        case walk
    }
}
