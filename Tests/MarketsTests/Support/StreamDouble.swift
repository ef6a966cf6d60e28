import DecimalArithmetic
import Markets
import Platform
import Synchronization
import TestSupport

/// A tick source with connections that a test plays by hand.
final class StreamDouble: Sendable {
    /// An event of a connection.
    enum Move: Sendable {
        /// A price of a market, by its name.
        case tick(String, String)
        /// A market is refused.
        case refuse(String)
        /// The ticks of markets are over.
        case over([String])
        /// The subscriptions have changed.
        case follow
        /// The connection fails.
        case fail(ProviderFailure.Reason)
    }

    private struct State {
        var opened = 0
        var closed = 0
        var changes: [String] = []
        var moves: AsyncStream<Move>.Continuation?
    }

    let name: String
    private let currency: Currency
    private let known: @Sendable (Symbol) -> Bool
    private let rules: StreamRules
    private let state = Mutex(State())

    /// A source that knows the markets of all symbols except those for which `known` is false.
    init(
        _ name: String, currency: Currency = .usd, rules: StreamRules = StreamRules(),
        known: @escaping @Sendable (Symbol) -> Bool = { _ in true }
    ) {
        self.name = name
        self.currency = currency
        self.known = known
        self.rules = rules
    }

    /// The number of connections opened.
    var opened: Int { state.withLock(\.opened) }

    /// The number of connections ended.
    var closed: Int { state.withLock(\.closed) }

    /// `+BTC-USD` and `-BTC-USD`: the subscriptions and unsubscriptions in order, including those at the opening.
    var changes: [String] { state.withLock(\.changes) }

    /// Plays a move on the open connection; false where none is open.
    @discardableResult
    func play(_ move: Move) -> Bool {
        state.withLock { state in
            state.moves?.yield(move)
            return state.moves != nil
        }
    }

    /// The source.
    var source: TickSource {
        TickSource(
            rules: rules,
            markets: { [self] symbols, currency in symbols.map { market(of: $0, in: currency) } },
            listed: { [self] quotes in quotes.map { market($0.symbol, $0.currency) } },
            run: { [self] subscriptions, receiver throws(ProviderFailure) in
                try await run(subscriptions, receiver)
            })
    }

    private func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        known(symbol)
            ? .success(market(symbol.bare, currency)) : .failure(ProviderFailure(name, .unknownSymbol(symbol)))
    }

    private func market(_ symbol: String, _ currency: Currency) -> TickMarket {
        TickMarket(name: "\(symbol)-\(currency)", symbol: symbol, currency: currency, provider: name)
    }

    private func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        let (moves, continuation) = AsyncStream<Move>.makeStream()
        subscriptions.listen { _ in continuation.yield(.follow) }
        var asked = KeyedList<String, TickMarket>()
        state.withLock { state in
            state.opened += 1
            state.moves = continuation
            state.changes += subscriptions.update(&asked).new.map { "+\($0.name)" }
        }
        defer {
            subscriptions.listen(nil)
            state.withLock { state in
                state.closed += 1
                state.moves = nil
            }
        }
        receiver.note(.opened(provider: name))
        for await move in moves {
            switch move {
            case .tick(let market, let price):
                tick(market, price: price, subscriptions: subscriptions, receiver: receiver)
            case .refuse(let market):
                receiver.note(.refused(market: market, ProviderFailure(name, .unknownSymbol(nil))))
            case .over(let markets): receiver.note(.over(markets: markets))
            case .follow:
                let (gone, new) = subscriptions.update(&asked)
                state.withLock { $0.changes += gone.map { "-\($0.name)" } + new.map { "+\($0.name)" } }
            case .fail(let reason): throw ProviderFailure(name, reason)
            }
        }
    }

    private func tick(
        _ name: String, price: String, subscriptions: TickSubscriptions, receiver: any TickReceiver
    ) {
        guard let market = subscriptions.markets.first(where: { $0.name == name }) else { return }
        receiver.receive { emit in
            var buffer = TickBuffer()
            buffer.clear(at: Timestamp(seconds: 1_709_294_400))
            buffer.set(.price, Number(price))
            buffer.withTick(of: market, emit)
        }
    }
}

/// Records the ticks of a feed as text.
final class TickLog: TickReceiver {
    private let lines = Mutex<[String]>([])
    private let noted = Mutex<[TickEvent]>([])

    init() {}

    /// The events other than ticks, in order.
    var events: [TickEvent] { noted.withLock { $0 } }

    func note(_ event: TickEvent) { noted.withLock { $0.append(event) } }

    /// `BTC-USD 1.5` for each tick, in order.
    var ticks: [String] { lines.withLock { $0 } }

    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        ticks { tick in
            let line = "\(tick.market.name) \(tick.price.number?.description ?? "?")"
            lines.withLock { $0.append(line) }
        }
    }
}
