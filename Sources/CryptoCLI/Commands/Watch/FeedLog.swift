import Markets
import Synchronization

/// What is said of a feed on stderr, and what the run ends with because of it.
final class FeedLog: Sendable {
    private struct State {
        /// Symbols without ticks, and why.
        var failures: [(symbol: Symbol, failure: Failure)] = []
        var other: ExitStatus?
        var dropped = 0
        /// What each provider's connection does, for the last line of a picture.
        var connections: [String: Connection] = [:]
        /// Symbols that nobody asked for by name, and whose list they are on.
        var listed: [Symbol: String] = [:]
    }

    private enum Connection {
        case opening, live
        case waiting
    }

    private static var toldDrops: Int { 5 }

    private let session: Session
    private let links: [TickFeed.Link]
    private let end: @Sendable (StreamEnding) -> Void
    /// Called when a stream has broken: what it shows may have changed meanwhile.
    private let reload: @Sendable () -> Void
    private let state = Mutex(State())

    init(
        _ session: Session, _ links: [TickFeed.Link], end: @escaping @Sendable (StreamEnding) -> Void,
        reload: @escaping @Sendable () -> Void
    ) {
        (self.session, self.links) = (session, links)
        (self.end, self.reload) = (end, reload)
    }

    /// Takes note of something that went wrong outside the feed and was said.
    func add(_ status: ExitStatus) {
        state.withLock { $0.other = $0.other ?? status }
    }

    /// Takes note of symbols that come from a provider's list: one without a stream is then no failure of what was asked.
    func list(_ quotes: [Quote], by provider: String) {
        let symbols = quotes.compactMap { try? Symbol($0.symbol) }
        state.withLock { state in for symbol in symbols { state.listed[symbol] = provider } }
    }

    /// The code of the first symbol, in the order asked, that has no ticks.
    func status(of symbols: [Symbol]) -> ExitStatus? {
        state.withLock { state in
            let order = symbols.compactMap { symbol in state.failures.first { $0.symbol == symbol } }
            return (order.first ?? state.failures.first)?.failure.status ?? state.other
        }
    }

    /// `coinbase live, kraken reconnecting`: what the connections do.
    var connections: String {
        let states = state.withLock(\.connections)
        return links.compactMap { link in
            switch states[link.name] {
            case .opening: "\(link.name) connecting"
            case .live: "\(link.name) live"
            case .waiting: "\(link.name) lost, connecting again"
            case nil: nil
            }
        }.joined(separator: ", ")
    }

    /// Takes note of what a connection does, and returns what it did before.
    @discardableResult
    private func set(_ connection: Connection, of provider: String) -> Connection? {
        state.withLock { $0.connections.updateValue(connection, forKey: provider) }
    }

    func take(_ event: FeedEvent) {
        switch event {
        case .step(let failure, let next, let walk):
            let line = "\(Failure.fact(of: failure)); asking \(next)"
            if session.common.verbose { session.notice(line) } else if walk == 0 { session.noticeOnce(line) }
        case .pause(let pause):
            if session.common.verbose { session.environment.console.say("trying again in \(pause.shown)") }
        case .opened(let provider):
            set(.opening, of: provider)
            if session.common.verbose { session.environment.console.say("\(provider): the stream is open") }
        case .live(let provider): set(.live, of: provider)
        case .lost(let failure, let pause):
            // Once an outage: attempts that fail again change nothing about the list.
            if set(.waiting, of: failure.provider) == .live { reload() }
            session.notice("\(Failure.fact(of: failure)); connecting again in \(pause.shown)")
        case .back(let provider, let gap):
            set(.live, of: provider)
            session.notice("\(provider): back after a gap of \(gap.shown)")
        case .dropped(let provider, let problem): drop(provider, problem)
        case .gaveUp(let symbol, let failure): giveUp(symbol, failure)
        }
    }

    private func drop(_ provider: String, _ problem: String) {
        let count = state.withLock { state in
            state.dropped += 1
            return state.dropped
        }
        if count <= Self.toldDrops { session.notice("\(provider): a message is left out: \(problem)") }
        if count == Self.toldDrops { session.notice("\(provider): more that are left out are not named") }
    }

    private func giveUp(_ symbol: Symbol, _ failure: ProviderFailure) {
        let providers = links.filter { $0.takes(symbol) }.map(\.name)
        if let list = state.withLock({ $0.listed[symbol] }), failure.isPassedOver, !session.common.strict {
            let names = providers.joined(separator: ", ")
            return session.notice("\(symbol) is on the list of \(list), but not streamed by \(names)")
        }
        var said = Failure(failure)
        if case .unknownSymbol = failure.reason { said = Failure(unknownSymbols: [symbol], providers: providers) }
        let isNew = state.withLock { state in
            defer { state.failures.append((symbol, said)) }
            return !state.failures.contains { $0.failure == said }
        }
        if isNew { session.environment.console.say(said) }
        if session.common.strict { end(.nothingLeft) }
    }
}
