import Markets
import Synchronization

/// What is said of a feed on stderr, and what the run ends with because of it.
final class FeedLog: Sendable {
    private struct State {
        /// Why a symbol has no ticks: those asked for on the command line, and whichever failed first.
        var failures: [Symbol: Failure] = [:]
        var first: Failure?
        /// What was said last, so that it is not said again for each symbol that it concerns.
        var said: [Failure] = []
        var other: ExitStatus?
        /// Symbols that nobody asked for by name, and whose list they are on.
        var listed: [Symbol: String] = [:]
    }

    /// How many of the lines said last are remembered.
    private static let remembered = 50

    private let session: Session
    private let asked: Set<Symbol>
    private let links: [TickFeed.Link]
    private let end: @Sendable (StreamEnding) -> Void
    /// Called when a stream has broken: what it shows may have changed meanwhile.
    private let reload: @Sendable () -> Void
    private let log: ConnectionLog
    private let state = Mutex(State())

    init(
        _ session: Session, _ asked: [Symbol], _ links: [TickFeed.Link],
        end: @escaping @Sendable (StreamEnding) -> Void,
        reload: @escaping @Sendable () -> Void
    ) {
        (self.session, self.asked, self.links) = (session, Set(asked), links)
        (self.end, self.reload) = (end, reload)
        log = ConnectionLog(session, links.map(\.name))
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
            (symbols.compactMap { state.failures[$0] }.first ?? state.first)?.status ?? state.other
        }
    }

    /// What the connections do.
    var connections: String { log.connections }

    /// The providers whose streams are over, which ended the run.
    var over: [String] { log.over }

    func take(_ event: FeedEvent) {
        switch event {
        case .step(let failure, let next, let walk): log.step(failure, next: next, walk: walk)
        case .pause(let pause): log.pause(pause)
        case .opened(let provider): log.open(provider)
        case .live(let provider): log.live(provider)
        case .lost(let failure, let pause): if log.lose(failure, pause: pause) { reload() }
        case .back(let provider, let gap): log.back(provider, gap: gap)
        case .dropped(let provider, let problem): log.drop(provider, "a message", problem)
        case .gaveUp(let symbol, let failure): giveUp(symbol, failure)
        case .over(let provider): log.finish(provider)
        }
    }

    private func giveUp(_ symbol: Symbol, _ failure: ProviderFailure) {
        let providers = links.filter { $0.takes(symbol) }.map(\.name)
        if let list = state.withLock({ $0.listed[symbol] }), failure.isSkippable, !session.common.strict {
            let names = providers.joined(separator: ", ")
            return session.notice("\(symbol) is on the list of \(list), but not streamed by \(names)")
        }
        let said =
            failure.isUnknownSymbol
            ? Failure(unknownSymbols: [symbol], providers: providers) : session.failure(failure)
        let isNew = state.withLock { state in
            state.first = state.first ?? said
            if asked.contains(symbol), state.failures[symbol] == nil { state.failures[symbol] = said }
            guard !state.said.contains(said) else { return false }
            state.said.append(said)
            if state.said.count > Self.remembered { state.said.removeFirst() }
            return true
        }
        if isNew { session.environment.console.say(said) }
        if session.common.strict { end(.nothingLeft) }
    }
}
