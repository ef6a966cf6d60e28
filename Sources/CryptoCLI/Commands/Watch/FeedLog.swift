import Markets
import Synchronization

/// What is said of a feed on stderr, and what the run ends with because of it.
final class FeedLog: Sendable {
    private struct State {
        /// Symbols without ticks, and why.
        var failures: [(symbol: Symbol, failure: Failure)] = []
        var dropped = 0
    }

    private static var toldDrops: Int { 5 }

    private let session: Session
    private let providers: [String]
    private let end: @Sendable (StreamEnding) -> Void
    private let state = Mutex(State())

    init(_ session: Session, providers: [String], end: @escaping @Sendable (StreamEnding) -> Void) {
        (self.session, self.providers, self.end) = (session, providers, end)
    }

    /// The code of the first symbol, in the order asked, that has no ticks.
    func status(of symbols: [Symbol]) -> ExitStatus? {
        state.withLock { state in
            let order = symbols.compactMap { symbol in state.failures.first { $0.symbol == symbol } }
            return (order.first ?? state.failures.first)?.failure.status
        }
    }

    func take(_ event: FeedEvent) {
        switch event {
        case .step(let failure, let next, let walk):
            let line = "\(Failure.fact(of: failure)); asking \(next)"
            if session.common.verbose { session.notice(line) } else if walk == 0 { session.noticeOnce(line) }
        case .pause(let pause):
            if session.common.verbose { session.environment.console.say("trying again in \(pause.shown)") }
        case .opened(let provider):
            if session.common.verbose { session.environment.console.say("\(provider): the stream is open") }
        case .live: break
        case .lost(let failure, let pause):
            session.notice("\(Failure.fact(of: failure)); connecting again in \(pause.shown)")
        case .back(let provider, let gap): session.notice("\(provider): back after a gap of \(gap.shown)")
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
