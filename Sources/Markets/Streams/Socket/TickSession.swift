import Platform
import Synchronization
import Transport

/// One provider's part of a feed: one connection at a time, which reconnects when it breaks.
final class TickSession: Sendable {
    let subscriptions = TickSubscriptions()
    private let feed: TickFeed
    private let link: Int
    private let receiver: SessionReceiver
    private let tasks = Mutex(Tasks())

    private struct Tasks {
        var running: Task<Void, Never>?
        /// The task that closes its connection. The next one waits for it, so that never both listen for changes.
        var closing: Task<Void, Never>?
    }

    init(feed: TickFeed, link: Int, receiver: any TickReceiver) {
        self.feed = feed
        self.link = link
        self.receiver = SessionReceiver(feed: feed, link: link, receiver: receiver)
    }

    /// Adds markets, and opens the connection if `starting` and there is none.
    func add(_ markets: [TickMarket], starting: Bool) {
        subscriptions.add(markets)
        if feed.links[link].source.rules.hidesUnknownSymbols { receiver.expect(markets) }
        if starting { start() }
    }

    /// Removes markets by their names.
    func remove(_ names: Set<String>) {
        guard !names.isEmpty else { return }
        subscriptions.remove(names)
        receiver.expectNoLonger(names)
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

    /// Closes the connection without a report. Returns a task that ends when it is closed.
    func stop() -> Task<Void, Never>? {
        tasks.withLock { tasks in
            guard let running = tasks.running.take() else { return tasks.closing }
            running.cancel()
            tasks.closing = running
            return running
        }
    }

    /// Does the same as `stop`, and begins a gap until the next ticks.
    func pause() -> Task<Void, Never>? {
        _ = receiver.lose(at: feed.time.elapsed())
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
        } pausing: {
            feed.observe(.lost($0, pause: $1))
        }
        if let failure { feed.mailbox.post(.ended(failure, hadTicks: receiver.hasTicks, link: link)) }
    }
}
