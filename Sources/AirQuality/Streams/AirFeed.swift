public import Platform
import Synchronization
public import Transport

/// Keeps readings coming: from the first provider that has any, whose connection is opened again when it breaks.
///
/// Before the first reading a failure passes on to the next provider at once, and all are walked as often as the retry
/// policy says. After it the feed stays with its provider, without end or for `attempts` in a row (CONTRACT, watch). A
/// rejected key is not tried again.
public struct AirFeed: Sendable {
    /// A provider, or several that are asked along a chain, ready to be run.
    public struct Link: Sendable {
        /// Its name.
        public var name: String
        /// Its readings.
        public var source: AirSource

        /// A link.
        public init(name: String, source: AirSource) {
            self.name = name
            self.source = source
        }
    }

    /// How the feed goes about it.
    public struct Policy: Sendable {
        /// How often and after what pauses all are walked again before a first reading.
        public var retry: RetryPolicy
        /// How many times in a row a broken connection is opened again; nil for without end.
        public var attempts: Int?
        /// When all must be over.
        public var deadline: Deadline

        /// A policy.
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

    /// A feed that asks nobody before it runs; one link or more.
    public init(links: [Link], policy: Policy, time: TimeSource, random: @escaping @Sendable () -> Double) {
        precondition(!links.isEmpty, "a feed needs a provider")
        self.links = links
        self.policy = policy
        self.time = time
        self.random = random
    }

    /// Runs until the task is cancelled or nothing is left to come, which is nil, or until nobody is left to ask.
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

    /// Runs one link again and again; why it will not go on, nil where nothing is left to come or it was cancelled.
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

/// Passes a link's readings on and takes note of the first of each connection.
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

    /// Whether any reading ever came.
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

    /// Takes note that the connection is gone; for how long it brought readings, nil where none ever did.
    func lose(at moment: Duration) -> Duration? {
        state.withLock { state in
            let data = state.times.lose(at: moment)
            return state.hasReadings ? data : nil
        }
    }
}
