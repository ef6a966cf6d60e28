import Platform
import ProviderKit
import Synchronization

/// Forwards the ticks of a session, and records the first of each connection and how long they arrive.
final class SessionReceiver: TickReceiver {
    private struct State {
        var times = ConnectionTimes()
        var silent = SilentMarkets()
        var isOpen = false
    }

    /// The time in milliseconds for which ticks are not recorded after a recorded one, because recording costs time.
    private static let precision: Int64 = 100

    private let feed: TickFeed
    private let link: Int
    private let receiver: any TickReceiver
    private let state = Mutex(State())
    /// True while the next tick answers no question: the connection had ticks, and no market is silent.
    private let isSettled = Atomic(false)
    /// When a tick was last recorded, in milliseconds.
    private let noted = Atomic<Int64>(0)

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        self.feed = feed
        self.link = link
        self.receiver = receiver
    }

    /// True once any tick arrived.
    var hasTicks: Bool { state.withLock(\.times.hasData) }

    func receive(_ ticks: ((Tick) -> Void) -> Void) {
        let moment = feed.time.elapsed()
        let isNoted = moment.wholeMilliseconds &- noted.load(ordering: .relaxed) < Self.precision
        guard !isNoted || !isSettled.load(ordering: .relaxed) else { return receiver.receive(ticks) }
        receiver.receive { emit in
            withoutActuallyEscaping(emit) { emit in
                ticks { tick in
                    settle(tick.market, at: moment)
                    emit(tick)
                }
            }
        }
    }

    func note(_ event: TickEvent) {
        switch event {
        case .opened(let provider):
            isSettled.store(false, ordering: .relaxed)
            feed.observe(.opened(provider: provider))
            let due = feed.time.elapsed() + feed.verify
            let mustVerify = state.withLock { state in
                state.times.open()
                state.isOpen = true
                return state.silent.verifyAll(at: due)
            }
            if mustVerify { verify() }
        case .refused(let market, let failure):
            feed.mailbox.post(.refused(market: market, failure, link: link))
        case .dropped(let provider, let problem):
            feed.observe(.dropped(provider: provider, problem: problem))
        case .over(let markets):
            feed.mailbox.post(.over(markets: markets, link: link))
        }
    }

    func heard(at moment: Duration) {
        state.withLock { $0.times.hear(at: moment) }
    }

    /// Records that the connection was lost. Returns how long it sent ticks; nil if no connection ever sent one.
    func lose(at moment: Duration) -> Duration? {
        isSettled.store(false, ordering: .relaxed)
        return state.withLock { state in
            state.isOpen = false
            let data = state.times.lose(at: moment)
            return state.times.hasData ? data : nil
        }
    }

    private func settle(_ market: TickMarket, at moment: Duration) {
        let name = feed.links[link].name
        let (isFirst, gap, isDone) = state.withLock { state in
            state.silent.remove(market.name)
            let (isFirst, gap) = state.times.takeData(at: moment)
            return (isFirst, gap, state.silent.isEmpty)
        }
        noted.store(moment.wholeMilliseconds, ordering: .relaxed)
        if isFirst { feed.observe(.live(provider: name)) }
        if let gap { feed.observe(.back(provider: name, gap: gap)) }
        if isDone { isSettled.store(true, ordering: .relaxed) }
    }
}

// MARK: - Silence

extension SessionReceiver {
    /// Expects ticks of these markets.
    func expect(_ markets: [TickMarket]) {
        let due = feed.time.elapsed() + feed.verify
        let mustVerify = state.withLock { state in
            state.silent.add(markets, due: state.isOpen ? due : nil)
        }
        isSettled.store(false, ordering: .relaxed)
        if mustVerify { verify() }
    }

    /// Expects no more ticks of the markets with these names.
    func expectNoLonger(_ names: Set<String>) {
        state.withLock { state in for name in names { state.silent.remove(name) } }
    }

    /// Asks whether silent markets exist, when they have been silent for long enough.
    private func verify() {
        Task { [weak self, time = feed.time] in
            while let rest = self?.rest {
                guard (try? await time.sleep(rest)) != nil else { return }
                self?.askAboutSilent()
            }
        }
    }

    /// The time until a market has been silent for too long; nil if none is silent.
    private var rest: Duration? {
        let now = feed.time.elapsed()
        return state.withLock { $0.silent.rest(at: now) }
    }

    private func askAboutSilent() {
        let now = feed.time.elapsed()
        let markets = state.withLock { $0.silent.takeUnverified(at: now) }
        if !markets.isEmpty { feed.mailbox.post(.silent(markets, link: link)) }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
