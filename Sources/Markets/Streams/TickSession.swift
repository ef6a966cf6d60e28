import Platform
import Synchronization
import Transport

/// One provider's part of a feed: a connection at a time, opened again when it breaks.
final class TickSession: Sendable {
    let subscriptions = TickSubscriptions()
    private let feed: TickFeed
    private let link: Int
    private let receiver: SessionReceiver
    private let tasks = Mutex(Tasks())

    private struct Tasks {
        var running: Task<Void, Never>?
        /// Is closing its connection; the next one waits, so that they never listen at once.
        var closing: Task<Void, Never>?
    }

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        self.feed = feed
        self.link = link
        self.receiver = SessionReceiver(feed: feed, link: link, receiver: receiver)
    }

    /// Adds markets, and opens the connection if there is none yet.
    func add(_ markets: [TickMarket], starting: Bool) {
        subscriptions.add(markets)
        if feed.links[link].source.rules.hidesUnknownSymbols { receiver.expect(markets) }
        if starting { start() }
    }

    func start() {
        tasks.withLock { tasks in
            guard tasks.running == nil else { return }
            tasks.running = Task { [self, closing = tasks.closing] in
                await closing?.value
                await keep()
            }
        }
    }

    /// Closes the connection; nothing is reported. What is returned ends when it is closed.
    func stop() -> Task<Void, Never>? {
        tasks.withLock { tasks in
            guard let running = tasks.running.take() else { return tasks.closing }
            running.cancel()
            tasks.closing = running
            return running
        }
    }

    /// As `stop`; the time until ticks come again is a gap.
    func pause() -> Task<Void, Never>? {
        receiver.lose(at: feed.time.elapsed())
        return stop()
    }

    private func keep() async {
        let source = feed.links[link].source
        let stream = KeptStream(
            retries: feed.policy.attempts, minimum: source.rules.pause, time: feed.time, random: feed.random)
        let failure = await stream.run { () async throws(ProviderFailure) in
            try await source.run(subscriptions, receiver)
        } lost: {
            receiver.lose(at: $0)
            return receiver.hasTicks
        } pausing: {
            feed.observe(.lost($0, pause: $1))
        }
        if let failure { feed.mailbox.yield(.ended(failure, hadTicks: receiver.hasTicks, link: link)) }
    }
}

/// Passes a session's ticks on and takes note of the first.
private final class SessionReceiver: TickReceiver {
    private struct State {
        /// The connection has brought no tick yet.
        var isFresh = true
        var lostAt: Duration?
        /// Markets that have not ticked yet, at a provider that does not say which are unknown.
        var unseen: [TickMarket] = []
        var isOpen = false
    }

    private let feed: TickFeed
    private let link: Int
    private let receiver: any TickReceiver
    private let state = Mutex(State())
    private let ticked = Atomic(false)
    /// True while nothing needs to be found out from the next tick.
    private let isSettled = Atomic(false)

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        self.feed = feed
        self.link = link
        self.receiver = receiver
    }

    /// Whether any tick ever came.
    var hasTicks: Bool { ticked.load(ordering: .relaxed) }

    func receive(_ batch: TickBatch) {
        guard !isSettled.load(ordering: .relaxed) else { return receiver.receive(batch) }
        receiver.receive(
            TickBatch { [self] emit in
                batch.forEach { tick in
                    settle(tick.market)
                    emit(tick)
                }
            })
    }

    func note(_ event: TickEvent) {
        switch event {
        case .opened(let provider):
            state.withLock { $0.isFresh = true }
            isSettled.store(false, ordering: .relaxed)
            feed.observe(.opened(provider: provider))
            doubt(
                state.withLock { state in
                    state.isOpen = true
                    return state.unseen
                })
        case .refused(let market, let failure):
            feed.mailbox.yield(.refused(market: market, failure, link: link))
        case .dropped(let provider, let problem):
            feed.observe(.dropped(provider: provider, problem: problem))
        }
        receiver.note(event)
    }

    func lose(at moment: Duration) {
        state.withLock { $0.isOpen = false }
        guard hasTicks else { return }
        state.withLock { $0.lostAt = $0.lostAt ?? moment }
        isSettled.store(false, ordering: .relaxed)
    }

    func expect(_ markets: [TickMarket]) {
        let isOpen = state.withLock { state in
            state.unseen += markets
            return state.isOpen
        }
        isSettled.store(false, ordering: .relaxed)
        if isOpen { doubt(markets) }
    }

    private func settle(_ market: TickMarket) {
        let name = feed.links[link].name
        ticked.store(true, ordering: .relaxed)
        let (isFirst, gap, isDone) = state.withLock { state in
            state.unseen.removeAll { $0.name == market.name }
            defer { (state.lostAt, state.isFresh) = (nil, false) }
            return (state.isFresh, state.lostAt.map { feed.time.elapsed() - $0 }, state.unseen.isEmpty)
        }
        if isFirst { feed.observe(.live(provider: name)) }
        if let gap { feed.observe(.back(provider: name, gap: gap)) }
        if isDone { isSettled.store(true, ordering: .relaxed) }
    }

    /// After a while of silence somebody asks whether the markets exist.
    private func doubt(_ markets: [TickMarket]) {
        guard !markets.isEmpty else { return }
        Task { [self] in
            guard (try? await feed.time.sleep(feed.policy.doubt)) != nil else { return }
            let unseen = state.withLock(\.unseen).filter { market in markets.contains { $0 === market } }
            if !unseen.isEmpty { feed.mailbox.yield(.silent(unseen, link: link)) }
        }
    }
}
