import Platform
import Synchronization

/// One provider's part of a feed: the markets that are requested of it, and its stream. It forwards the ticks, records
/// when they arrive, and finds markets without a tick.
final class TickConnection: TickReceiver {
    /// The time in milliseconds for which ticks are not recorded after a recorded one, because recording costs time.
    private static let precision: Int64 = 100
    /// The time in milliseconds between two looks for quiet markets.
    private static let lookInterval: Int64 = 5000

    let subscriptions = TickSubscriptions()
    /// The markets that the feed wants. The subscriptions may lack some of them: a source takes out what is over.
    private let wanted = Mutex(KeyedList<String, TickMarket>())
    /// It has the connection, and outlives it.
    private unowned let feed: TickFeed
    private let link: Int
    private let time: TimeSource
    private let receiver: any TickReceiver
    let stream: ReconnectingStream<Symbol>
    private let silent = Mutex(SilentMarkets())
    /// True while the next tick need not be recorded: the connection had ticks, and no market is silent.
    private let isSettled = Atomic(false)
    /// When a tick was last recorded, in milliseconds.
    private let recorded = Atomic<Int64>(0)
    /// When the connection opened, in milliseconds.
    private let opened = Atomic<Int64>(0)
    /// When to look for quiet markets again, in milliseconds.
    private let nextLook = Atomic<Int64>(0)

    /// True if a connection was open, and nothing was requested on it.
    var isUnused: Bool { stream.hasOpened && subscriptions.isEmpty }

    private var source: TickSource { feed.links[link].source }

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        (self.feed, self.link, self.receiver, time) = (feed, link, receiver, feed.policy.time)
        let provider = feed.links[link]
        stream = ReconnectingStream(
            provider.name, feed.policy, minimum: provider.source.rules.pause, observe: feed.observe)
        feed.note(self, of: link)
    }

    /// Asks for these markets, the first of each name, and no longer for others.
    func want(_ markets: [TickMarket]) {
        let (gone, new) = wanted.withLock { wanted in
            let asked = wanted
            wanted = KeyedList()
            for market in markets where wanted[market.name] == nil || asked[market.name] === market {
                wanted[market.name] = market
            }
            return wanted.difference(from: asked)
        }
        if !gone.isEmpty {
            subscriptions.remove(Set(gone.map(\.name)))
            silent.withLock { silent in for market in gone { silent.remove(market.name) } }
        }
        guard !new.isEmpty else { return }
        subscriptions.add(new)
        if source.rules.hidesUnknownSymbols { expect(new) }
    }

    func start() {
        stream.start { [self] () async throws(ProviderFailure) in
            try await source.run(subscriptions, self)
        } ended: { [self] failure in
            guard let failure else { return }
            feed.mailbox.post(
                stream.isOver(after: failure)
                    ? .over(markets: subscriptions.markets.map(\.name), link: link)
                    : .ended(failure, hadTicks: stream.hasData, link: link))
        }
    }

    /// Closes the connection without a report. Returns a task that ends when it is closed.
    func stop() -> Task<Void, Never>? { stream.stop() }

    /// Does the same as `stop`, and begins a gap until the next ticks.
    func pause() -> Task<Void, Never>? { stream.pause() }
}

// MARK: - What a connection receives

extension TickConnection {
    func receive(_ ticks: ((inout Tick) -> Void) -> Void) {
        let moment = time.elapsed()
        let now = moment.wholeMilliseconds
        let isRecorded =
            now &- recorded.load(ordering: .relaxed) < Self.precision && isSettled.load(ordering: .relaxed)
        receiver.receive { emit in
            withoutActuallyEscaping(emit) { emit in
                ticks { tick in
                    let market = tick.market
                    if !isRecorded { record(market, at: moment) }
                    market.hearing.take(tick.price, at: now)
                    emit(&tick)
                }
            }
        }
        if now >= nextLook.load(ordering: .relaxed) { lookForQuiet(at: now) }
    }

    private func record(_ market: TickMarket, at moment: Duration) {
        let isSilent = silent.withLock { silent in
            silent.remove(market.name)
            return !silent.isEmpty
        }
        recorded.store(moment.wholeMilliseconds, ordering: .relaxed)
        stream.takeData(at: moment)
        if !isSilent { isSettled.store(true, ordering: .relaxed) }
    }

    func heard(at moment: Duration) { stream.hear(at: moment) }

    func note(_ event: TickEvent) {
        switch event {
        case .opened:
            isSettled.store(false, ordering: .relaxed)
            opened.store(time.elapsed().wholeMilliseconds, ordering: .relaxed)
            stream.open()
            let due = time.elapsed() + feed.verify
            if silent.withLock({ $0.verifyAll(at: due) }) { verify() }
        case .refused(let market, let failure):
            feed.mailbox.post(.refused(market: market, failure, link: link))
        case .dropped(let provider, let problem):
            feed.observe(.dropped(provider: provider, problem: problem))
        case .skipped(let loss):
            let provider = feed.links[link].name
            feed.observe(.skipped(provider: provider, loss.symbol, count: loss.count, from: loss.from, to: loss.to))
        case .missed(let symbol, let failure): feed.observe(.missed(symbol, failure))
        case .unserved(let failure):
            feed.mailbox.post(.unserved(failure, hadTicks: stream.hasData, link: link))
        case .over(let markets):
            feed.mailbox.post(.over(markets: markets, link: link))
        }
    }
}

// MARK: - Silence

extension TickConnection {
    /// Expects ticks of these markets.
    private func expect(_ markets: [TickMarket]) {
        let due = time.elapsed() + feed.verify
        let mustVerify = silent.withLock { $0.add(markets, due: stream.isOpen ? due : nil) }
        isSettled.store(false, ordering: .relaxed)
        if mustVerify { verify() }
    }

    /// Asks whether silent markets exist, when they have been silent for long enough.
    private func verify() {
        Task(executorPreference: TaskThreads.executor) { [weak self, time] in
            while let rest = self?.silent.withLock({ $0.rest(at: time.elapsed()) }) {
                guard (try? await time.sleep(rest)) != nil else { return }
                self?.askAboutSilent()
            }
        }
    }

    /// Finds markets that have no ticks any more while others of the connection have. One of them may have lost its
    /// subscription.
    private func lookForQuiet(at now: Int64) {
        nextLook.store(now + Self.lookInterval, ordering: .relaxed)
        let quiet: [(market: TickMarket, since: Duration)] = wanted.withLock { wanted in
            let markets = wanted.values
            guard markets.contains(where: { now - $0.hearing.lastTick < Self.lookInterval }) else { return [] }
            return markets.filter(\.hasCandles).compactMap { market in
                market.hearing.quietSince(opened.load(ordering: .relaxed), at: now).map {
                    (market: market, since: Duration.milliseconds($0))
                }
            }
        }
        if !quiet.isEmpty { feed.mailbox.post(.quiet(quiet, link: link)) }
    }

    /// The longest time without a tick of each market that is wanted.
    var silences: [(market: TickMarket, silence: Duration?)] {
        let now = time.elapsed().wholeMilliseconds
        return wanted.withLock(\.values).map { ($0, $0.hearing.longestSilence(at: now).map { .milliseconds($0) }) }
    }

    private func askAboutSilent() {
        let now = time.elapsed()
        let markets = silent.withLock { $0.takeUnverified(at: now) }
        if !markets.isEmpty { feed.mailbox.post(.silent(markets, link: link)) }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
