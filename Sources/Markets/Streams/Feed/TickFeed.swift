public import Platform
public import Transport

/// Keeps the ticks of symbols coming: each from the first provider of a chain that knows it, over connections that are
/// opened again when they break.
///
/// Before a provider's first tick its failure passes its symbols on to the next provider at once, and the chain is walked
/// as often as the retry policy says. After it the symbols stay with that provider, whose connection is opened again
/// without end, or `attempts` times in a row. A rejected key and an unknown symbol are not tried again.
public final class TickFeed: Sendable {
    /// A provider ready to stream.
    public struct Link: Sendable {
        /// Its name.
        public var name: String
        /// Its ticks.
        public var source: TickSource
        /// Current quotes, to find out whether a symbol that stays silent exists.
        public var quotes: @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
        /// What it quotes in where it has no market in the currency asked for, best first.
        public var ownCurrencies: [Currency]
        /// Whether it may be asked for a symbol: one of stocks is not asked for coins.
        public var takes: @Sendable (Symbol) -> Bool

        /// A link of the chain.
        public init(
            name: String, source: TickSource, ownCurrencies: [Currency] = [],
            takes: @escaping @Sendable (Symbol) -> Bool = { _ in true },
            quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>]
        ) {
            self.name = name
            self.source = source
            self.ownCurrencies = ownCurrencies
            self.takes = takes
            self.quotes = quotes
        }
    }

    /// How the feed goes about it.
    public struct Policy: Sendable {
        /// How often and after what pauses the chain is walked again before a first tick.
        public var retry: RetryPolicy
        /// How many times in a row a broken connection is opened again; nil for without end.
        public var attempts: Int?
        /// When all must be over.
        public var deadline: Deadline
        /// After how much silence it is asked whether a symbol exists, at providers that would not say.
        public var verify: Duration

        /// A policy.
        public init(retry: RetryPolicy, attempts: Int?, deadline: Deadline, verify: Duration = .seconds(10)) {
            self.retry = retry
            self.attempts = attempts
            self.deadline = deadline
            self.verify = verify
        }
    }

    let links: [Link]
    let choice: CurrencyChoice
    let policy: Policy
    let time: TimeSource
    let random: @Sendable () -> Double
    /// Says whether a market's prices can be had in the currency wanted, after looking for rates where need be; the market
    /// it returns is the one to use, the same value for all symbols that share it.
    let admit: @Sendable (TickMarket, Symbol) async -> Result<TickMarket, ProviderFailure>
    /// Told of each symbol whose ticks are wanted no longer, or will not come, after they were asked for no longer.
    let forget: @Sendable (Symbol) -> Void
    let observe: @Sendable (FeedEvent) -> Void
    let mailbox = FeedMailbox()

    /// A feed that asks nobody before it runs; one link or more.
    public init(
        links: [Link], choice: CurrencyChoice, policy: Policy, time: TimeSource,
        random: @escaping @Sendable () -> Double,
        admit: @escaping @Sendable (TickMarket, Symbol) async -> Result<TickMarket, ProviderFailure>,
        forget: @escaping @Sendable (Symbol) -> Void,
        observe: @escaping @Sendable (FeedEvent) -> Void
    ) {
        precondition(!links.isEmpty, "a feed needs a provider")
        self.links = links
        self.choice = choice
        self.policy = policy
        self.time = time
        self.random = random
        self.admit = admit
        self.forget = forget
        self.observe = observe
    }

    /// Adds symbols; those that are there already are left as they are.
    public func add(_ symbols: [Symbol]) {
        var changes = SymbolChanges()
        changes.add(symbols)
        change(changes)
    }

    /// Adds and removes symbols.
    public func change(_ changes: SymbolChanges) {
        if !changes.isEmpty { mailbox.post(.change(changes)) }
    }

    /// Adds the markets of a provider's own list, each under the symbol of its quote.
    public func add(_ quotes: [Quote], listedBy provider: String) {
        mailbox.post(.list(quotes, provider: provider))
    }

    /// Ends the ticks of symbols.
    public func remove(_ symbols: [Symbol]) {
        var changes = SymbolChanges()
        changes.remove(symbols)
        change(changes)
    }

    /// Says that nothing more will be added: the feed then ends when no symbol is left, or the streams of all are over.
    public func close() {
        mailbox.post(.close(keepsList: false))
    }

    /// Says that nothing more will be added but by a list that is kept: the feed then ends when the streams of all symbols
    /// are over.
    public func closeBesideList() {
        mailbox.post(.close(keepsList: true))
    }

    /// Closes all connections until `resume`, and returns when they are closed, or after a second.
    public func suspend() async {
        let (closing, closed) = AsyncStream<Void>.makeStream()
        mailbox.post(.suspend(closed))
        let patience = Task { if (try? await time.sleep(.seconds(1))) != nil { closed.finish() } }
        defer { patience.cancel() }
        for await _ in closing {}
    }

    /// Opens the connections again.
    public func resume() {
        mailbox.post(.resume)
    }
}

/// What happens to a feed beside ticks.
public enum FeedEvent: Sendable, Equatable {
    /// A provider failed before its first tick, and another is asked for its symbols.
    case step(ProviderFailure, next: String, walk: Int)
    /// All failed; the chain is walked again after the pause.
    case pause(Duration)
    /// A provider's connection is open.
    case opened(provider: String)
    /// The first tick of a provider's connection came.
    case live(provider: String)
    /// A running stream broke; its connection is opened again after the pause.
    case lost(ProviderFailure, pause: Duration)
    /// A stream that had broken brings ticks again; the time without any.
    case back(provider: String, gap: Duration)
    /// A message made no sense and was left out.
    case dropped(provider: String, problem: String)
    /// A symbol's ticks will not come.
    case gaveUp(Symbol, ProviderFailure)
    /// The feed ends, since a provider's stream is over.
    case over(provider: String)
}

extension TickFeed {
    /// What the feed's loop is told.
    enum Message: Sendable {
        case change(SymbolChanges)
        case list([Quote], provider: String)
        case close(keepsList: Bool)
        /// Ends the stream given when all connections are closed.
        case suspend(AsyncStream<Void>.Continuation)
        case resume
        /// What a provider calls the markets of symbols.
        case resolved([(symbol: Symbol, market: Result<TickMarket, ProviderFailure>)], link: Int)
        /// A provider says that a market's ticks will not come; nil where it does not say whose.
        case refused(market: String?, ProviderFailure, link: Int)
        /// A session is over.
        case ended(ProviderFailure, hadTicks: Bool, link: Int)
        /// The ticks of these markets are over.
        case over(markets: [String], link: Int)
        /// These markets have been silent for long.
        case silent([TickMarket], link: Int)
        /// The pause before another walk is over.
        case walk
    }
}
