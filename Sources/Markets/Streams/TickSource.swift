import Synchronization

/// A source of one provider's live ticks, as a value with closures.
///
/// It never reconnects by itself. Creating one sends no request.
package struct TickSource: Sendable {
    /// Returns the provider's market of each symbol, in order: in the requested currency if the provider quotes in it,
    /// otherwise in one of its own. Sends no request if the names follow a rule.
    package var markets: @Sendable ([Symbol], Currency) async -> [Result<TickMarket, ProviderFailure>]
    /// Returns the markets of quotes from the provider's own list.
    package var listed: @Sendable ([Quote]) -> [TickMarket]
    /// Runs one connection: opens it, requests the ticks of the subscriptions as they change, and delivers them. Throws
    /// `ProviderFailure` when it ends. If the task is cancelled, it closes the connection and returns. If the stream
    /// ends according to `rules`, it reports the end of each market and waits for more. If the provider does not serve
    /// the stream, it reports that and returns.
    package var run: @Sendable (TickSubscriptions, any TickReceiver) async throws(ProviderFailure) -> Void
    /// What the provider requires of a client of its stream.
    package var rules: StreamRules

    /// Creates a source from closures. Each parameter sets the property of the same name.
    package init(
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

/// A receiver of the ticks and events of a connection.
package protocol TickReceiver: Sendable {
    /// Receives the ticks that arrived together: calls `ticks` once, with a closure that takes each of them in order.
    ///
    /// It is called on the connection's thread, which reads and parses the messages during the call to `ticks`. A
    /// receiver that needs a lock takes it once, around that call. A tick is valid only during the call that takes it.
    /// It is passed as `inout`, because a tick is large, and one that is borrowed is copied.
    func receive(_ ticks: ((inout Tick) -> Void) -> Void)

    /// Receives an event other than ticks.
    func note(_ event: TickEvent)

    /// Records that a message arrived, with or without ticks, at a moment of the monotonic clock. It shows that the
    /// provider is alive. It is called after the ticks were received.
    func heard(at moment: Duration)
}

extension TickReceiver {
    /// Does nothing.
    package func note(_ event: TickEvent) {}
    /// Does nothing.
    package func heard(at moment: Duration) {}
}

/// An event of a connection other than ticks.
package enum TickEvent: Sendable, Equatable {
    /// The socket is open and the subscriptions are sent.
    case opened(provider: String)
    /// The ticks of a market will not arrive. The name is nil if the provider does not say which market.
    case refused(market: String?, ProviderFailure)
    /// A message was invalid and left out.
    case dropped(provider: String, problem: String)
    /// The provider's numbers prove that so many messages about a symbol did not arrive.
    case skipped(Loss)
    /// The ticks of a symbol did not arrive this time. They are requested again with the others.
    case missed(Symbol, ProviderFailure)
    /// The ticks of the markets with these names ended regularly.
    case over(markets: [String])
    /// The provider does not serve the ticks of any market, and the connection ends without an error.
    case unserved(ProviderFailure)

    /// Messages that did not arrive: so many about a symbol, between two moments.
    package struct Loss: Sendable, Equatable {
        package let symbol: String
        package let count: Int
        package let from: Timestamp
        package let to: Timestamp

        /// Each parameter sets the property of the same name.
        package init(symbol: String, count: Int, from: Timestamp, to: Timestamp) {
            (self.symbol, self.count, self.from, self.to) = (symbol, count, from, to)
        }
    }
}

/// The markets whose ticks are wanted. A connection asks for them when it opens. While it is open, it compares them at
/// each change with those that it has asked for.
package final class TickSubscriptions: Sendable {
    private struct State {
        /// By name.
        var markets = KeyedList<String, TickMarket>()
        var listener: (@Sendable (_ isAddition: Bool) -> Void)?
        var last: LastTicks?
    }

    private let state: Mutex<State>

    /// Creates the initial subscriptions of a stream.
    package init(_ markets: [TickMarket] = []) {
        var state = State()
        for market in markets { state.markets[market.name] = market }
        self.state = Mutex(state)
    }

    /// The current markets, in the order in which they were added.
    package var markets: [TickMarket] { state.withLock { $0.markets.values } }

    /// Takes the last values of the previous connection. They are gone until `keep`.
    package func takeLast() -> LastTicks? { state.withLock { $0.last.take() } }

    /// Keeps the last values of a connection for the next one.
    package func keep(_ last: LastTicks) { state.withLock { $0.last = last } }

    /// True without any market.
    var isEmpty: Bool { state.withLock { $0.markets.isEmpty } }

    /// Adds the markets with new names.
    package func add(_ markets: [TickMarket]) {
        state.withLock { state in
            let new = markets.filter { state.markets[$0.name] == nil }
            for market in new { state.markets[market.name] = state.markets[market.name] ?? market }
            if !new.isEmpty { state.listener?(true) }
        }
    }

    /// Removes the markets with these names.
    package func remove(_ names: Set<String>) {
        state.withLock { state in
            let count = state.markets.count
            for name in names { state.markets[name] = nil }
            if state.markets.count < count { state.listener?(false) }
        }
    }

    /// Calls `listener` after each change from now on, instead of an earlier listener; nil removes it. The listener
    /// must not use the subscriptions.
    package func listen(_ listener: (@Sendable (_ isAddition: Bool) -> Void)?) {
        state.withLock { $0.listener = listener }
    }

    /// Makes `asked`, which is what a connection has asked for, the current markets. Returns the difference: the
    /// markets to unsubscribe from, and those to subscribe to after that. A new market with a known name is both.
    package func update(_ asked: inout KeyedList<String, TickMarket>) -> (gone: [TickMarket], new: [TickMarket]) {
        let wanted = state.withLock(\.markets)
        defer { asked = wanted }
        return wanted.difference(from: asked)
    }
}
