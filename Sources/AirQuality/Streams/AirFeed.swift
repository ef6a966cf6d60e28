public import Platform
import Synchronization
public import Transport

/// A feed of readings from the first provider that has any. It reconnects when the connection breaks.
///
/// Before the first reading, a failure moves on to the next provider at once, and the chain is repeated as often as
/// the retry policy allows. After the first reading the feed stays with its provider and reconnects without limit, or
/// at most `attempts` times in a row. A rejected key is not tried again.
public struct AirFeed: Sendable {
    /// A provider, or a chain of providers that is polled, ready to run.
    public struct Link: Sendable {
        /// The name.
        public var name: String
        /// The source of its readings.
        public var source: AirSource

        /// Creates a link.
        public init(name: String, source: AirSource) {
            self.name = name
            self.source = source
        }
    }

    /// The retry and reconnect settings of a feed.
    public struct Policy: Sendable {
        /// The number of retries before the first reading, and the pauses between them.
        public var retry: RetryPolicy
        /// The maximum number of reconnects in a row; nil for no limit.
        public var attempts: Int?
        /// The deadline of the whole feed.
        public var deadline: Deadline

        /// Creates a policy.
        public init(retry: RetryPolicy, attempts: Int?, deadline: Deadline) {
            self.retry = retry
            self.attempts = attempts
            self.deadline = deadline
        }
    }

    private let links: [Link]
    private let policy: Policy
    private let time: TimeSource
    private let random: @Sendable () -> Double

    /// Creates a feed of at least one link. It sends no request before it runs.
    public init(links: [Link], policy: Policy, time: TimeSource, random: @escaping @Sendable () -> Double) {
        precondition(!links.isEmpty, "a feed needs a provider")
        self.links = links
        self.policy = policy
        self.time = time
        self.random = random
    }

    /// Runs until the task is cancelled or the stream ends, and then returns nil. Returns a failure if no provider is
    /// left to try.
    public func run(into receiver: any AirReceiver) async -> ProviderFailure? {
        for walk in 0... {
            var failures: [ProviderFailure] = []
            for link in links {
                if let failure = failures.last { receiver.note(.step(failure, next: link.name, walk: walk)) }
                let watcher = FeedWatcher(provider: link.name, receiver: receiver, time: time)
                guard let failure = await keep(link, watcher), !Task.isCancelled else { return nil }
                if watcher.hasReadings { return failure }
                failures.append(failure)
            }
            let asked = failures.compactMap(\.retryAfter).min()
            let remaining = policy.deadline.remaining(at: time.elapsed())
            guard failures.allSatisfy(\.isPassing),
                case .pause(let pause) = policy.retry.step(
                    after: walk, retryAfter: asked, remaining: remaining, unit: random())
            else { return ProviderFailure(chain: failures) }
            receiver.note(.pause(pause))
            guard (try? await time.sleep(pause)) != nil else { return nil }
        }
        return nil
    }

    /// Runs one link and reconnects it. Returns the failure that ends it; nil if the stream ended or the task was
    /// cancelled.
    private func keep(_ link: Link, _ watcher: FeedWatcher) async -> ProviderFailure? {
        await KeptStream(retries: policy.attempts, time: time, random: random).run {
            () async throws(ProviderFailure) in
            try await link.source.run(watcher)
        } lost: {
            watcher.lose(at: $0)
        } pausing: {
            watcher.note(.lost($0, pause: $1))
        }
    }
}

/// Forwards the readings of a link, and records the first of each connection.
private final class FeedWatcher: AirReceiver {
    private struct State {
        var hasReadings = false
        var times = ConnectionTimes()
    }

    private let provider: String
    private let receiver: any AirReceiver
    private let time: TimeSource
    private let state = Mutex(State())

    init(provider: String, receiver: any AirReceiver, time: TimeSource) {
        (self.provider, self.receiver, self.time) = (provider, receiver, time)
    }

    /// Whether any reading was received.
    var hasReadings: Bool { state.withLock(\.hasReadings) }

    func receive(_ readings: [AirReading]) {
        guard !readings.isEmpty else { return }
        let now = time.elapsed()
        let (isFirst, gap) = state.withLock { state in
            state.hasReadings = true
            return state.times.takeData(at: now)
        }
        if isFirst { receiver.note(.live(provider: provider)) }
        if let gap { receiver.note(.back(provider: provider, gap: gap)) }
        receiver.receive(readings)
    }

    func note(_ event: AirEvent) {
        if case .opened = event { state.withLock { $0.times.open() } }
        receiver.note(event)
    }

    func heard(at moment: Duration) { state.withLock { $0.times.hear(at: moment) } }

    /// Records that the connection was lost. Returns how long it sent readings; nil if no connection ever sent one.
    func lose(at moment: Duration) -> Duration? {
        state.withLock { state in
            let data = state.times.lose(at: moment)
            return state.hasReadings ? data : nil
        }
    }
}
