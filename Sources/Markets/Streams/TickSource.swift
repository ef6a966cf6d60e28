import Synchronization

/// One provider's live ticks, as a value of closures: the live form opens a socket, tests hold fixed ones.
///
/// It never connects again by itself, and making one asks nothing.
public struct TickSource: Sendable {
    /// What the provider calls each symbol's market, one result a symbol in their order; in the currency asked for where
    /// the provider quotes in it, else in one of its own. Asks nothing where the names follow from a rule.
    public var markets: @Sendable ([Symbol], Currency) async -> [Result<TickMarket, ProviderFailure>]
    /// The markets of quotes that the provider's own list holds.
    public var listed: @Sendable ([Quote]) -> [TickMarket]
    /// One connection's life: opens it, asks for the ticks of the subscriptions as they change, and hands them over until
    /// it ends, which is always a failure; a task that is cancelled closes it and returns. Where `rules` say that the
    /// stream ends, it says so of each market, and waits for more.
    public var run: @Sendable (TickSubscriptions, any TickReceiver) async throws(ProviderFailure) -> Void
    /// How the provider wants its socket to be kept.
    public var rules: StreamRules

    /// A source of these closures.
    public init(
        rules: StreamRules,
        markets: @escaping @Sendable ([Symbol], Currency) async -> [Result<TickMarket, ProviderFailure>],
        listed: @escaping @Sendable ([Quote]) -> [TickMarket],
        run: @escaping @Sendable (TickSubscriptions, any TickReceiver) async throws(ProviderFailure) -> Void
    ) {
        self.rules = rules
        self.markets = markets
        self.listed = listed
        self.run = run
    }
}

/// Where the ticks of a connection go.
public protocol TickReceiver: Sendable {
    /// Takes the ticks that came together. Called on the connection's own thread, which reads no further before it
    /// returns.
    func receive(_ batch: TickBatch)

    /// Takes what happened beside ticks.
    func note(_ event: TickEvent)

    /// Takes note that a message came at a moment of the clock that is never set, of ticks or not: the provider lives.
    /// Told after the ticks were handed over.
    func heard(at moment: Duration)
}

extension TickReceiver {
    /// Does nothing.
    public func heard(at moment: Duration) {}
}

/// The ticks of one reading of a socket, decoded one after the other while they are handed over.
public struct TickBatch {
    private let ticks: ((Tick) -> Void) -> Void

    /// A batch that calls what it is given for each of its ticks; valid during the call that hands it over.
    public init(_ ticks: @escaping ((Tick) -> Void) -> Void) {
        self.ticks = ticks
    }

    /// Calls `body` for each tick, in their order. May be called once.
    public func forEach(_ body: (Tick) -> Void) {
        ticks(body)
    }
}

/// What happens on a connection beside ticks.
public enum TickEvent: Sendable, Equatable {
    /// The socket is open and the subscriptions are sent.
    case opened(provider: String)
    /// A market's ticks will not come; the name is nil where the provider does not say whose.
    case refused(market: String?, ProviderFailure)
    /// A message made no sense and was left out; the others stand.
    case dropped(provider: String, problem: String)
    /// The ticks of these markets, by name, are over: their stream is one that ends.
    case over(markets: [String])
}

/// The markets whose ticks are wanted: what a connection asks for when it opens, and what changes while it is open.
public final class TickSubscriptions: Sendable {
    private struct State {
        /// By name.
        var markets = KeyedList<String, TickMarket>()
        var listener: (@Sendable (Change) -> Void)?
        var held: HeldTicks?
    }

    /// Markets that were added or removed.
    public enum Change: Sendable {
        /// Ask for these, too.
        case added([TickMarket])
        /// Ask for these no longer.
        case removed([TickMarket])
    }

    private let state: Mutex<State>

    /// The subscriptions a stream begins with.
    public init(_ markets: [TickMarket] = []) {
        var state = State()
        for market in markets { state.markets[market.name] = market }
        self.state = Mutex(state)
    }

    /// The markets wanted now, in the order they were added.
    public var markets: [TickMarket] {
        state.withLock { $0.markets.values }
    }

    /// What the last connection told of the markets; the caller has it for itself until `hold`.
    func takeHeld() -> HeldTicks? { state.withLock { $0.held.take() } }

    /// Keeps what a connection told of the markets for the next one.
    func hold(_ held: HeldTicks) { state.withLock { $0.held = held } }

    /// Whether none is wanted.
    var isEmpty: Bool { state.withLock { $0.markets.isEmpty } }

    /// Adds those that are not among them; no name twice.
    public func add(_ markets: [TickMarket]) {
        state.withLock { state in
            var new: [TickMarket] = []
            for market in markets where state.markets[market.name] == nil {
                state.markets[market.name] = market
                new.append(market)
            }
            if !new.isEmpty { state.listener?(.added(new)) }
        }
    }

    /// Removes those of these names.
    public func remove(_ names: Set<String>) {
        state.withLock { state in
            let gone = names.filter { state.markets[$0] != nil }
                .sorted { state.markets.precedes($0, $1) }.compactMap { state.markets[$0] }
            for market in gone { state.markets[market.name] = nil }
            if !gone.isEmpty { state.listener?(.removed(gone)) }
        }
    }

    /// Calls `listener` for each later change, in place of an earlier listener, and returns the markets wanted until
    /// then; nil ends it. The listener must not call back.
    @discardableResult
    public func listen(_ listener: (@Sendable (Change) -> Void)?) -> [TickMarket] {
        state.withLock { state in
            state.listener = listener
            return state.markets.values
        }
    }
}
