import Platform
import ProviderKit
import Synchronization

/// Passes a session's ticks on and takes note of the first, and of how long they come.
final class SessionReceiver: TickReceiver {
    private struct State {
        var times = ConnectionTimes()
        var silent = SilentMarkets()
        var isOpen = false
    }

    /// How far apart the moments of ticks are that are taken note of, so that the others cost nothing.
    private static let precision: Int64 = 100

    private let feed: TickFeed
    private let link: Int
    private let receiver: any TickReceiver
    private let state = Mutex(State())
    private let ticked = Atomic(false)
    /// True while nothing needs to be found out from the next tick.
    private let isSettled = Atomic(false)
    /// When a tick was last taken note of, in milliseconds.
    private let noted = Atomic<Int64>(0)

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        self.feed = feed
        self.link = link
        self.receiver = receiver
    }

    /// Whether any tick ever came.
    var hasTicks: Bool { ticked.load(ordering: .relaxed) }

    func receive(_ batch: TickBatch) {
        let moment = feed.time.elapsed()
        let isNoted = moment.wholeMilliseconds &- noted.load(ordering: .relaxed) < Self.precision
        guard !isNoted || !isSettled.load(ordering: .relaxed) else { return receiver.receive(batch) }
        receiver.receive(
            TickBatch { [self] emit in
                batch.forEach { tick in
                    settle(tick.market, at: moment)
                    emit(tick)
                }
            })
    }

    func note(_ event: TickEvent) {
        switch event {
        case .opened(let provider):
            isSettled.store(false, ordering: .relaxed)
            feed.observe(.opened(provider: provider))
            let due = feed.time.elapsed() + feed.policy.verify
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
        receiver.note(event)
    }

    func heard(at moment: Duration) {
        state.withLock { $0.times.hear(at: moment) }
    }

    /// Takes note that the connection is gone; for how long it brought ticks, nil where none ever did.
    func lose(at moment: Duration) -> Duration? {
        let data = state.withLock { state in
            state.isOpen = false
            return state.times.lose(at: moment)
        }
        isSettled.store(false, ordering: .relaxed)
        return hasTicks ? data : nil
    }

    private func settle(_ market: TickMarket, at moment: Duration) {
        let name = feed.links[link].name
        ticked.store(true, ordering: .relaxed)
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
    /// Ticks of these markets should come.
    func expect(_ markets: [TickMarket]) {
        let due = feed.time.elapsed() + feed.policy.verify
        let mustVerify = state.withLock { state in
            state.silent.add(markets, due: state.isOpen ? due : nil)
        }
        isSettled.store(false, ordering: .relaxed)
        if mustVerify { verify() }
    }

    /// Ticks of these markets are not wanted any more.
    func expectNoLonger(_ names: Set<String>) {
        state.withLock { state in for name in names { state.silent.remove(name) } }
    }

    /// After a while of silence somebody asks whether the markets exist.
    private func verify() {
        Task { [weak self, time = feed.time] in
            while let rest = self?.rest {
                guard (try? await time.sleep(rest)) != nil else { return }
                self?.askAboutSilent()
            }
        }
    }

    /// How long until a market is to be doubted; nil where none is.
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
