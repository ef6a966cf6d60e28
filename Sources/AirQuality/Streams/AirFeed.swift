public import Platform
import Synchronization
import Transport

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

        /// Creates a link. Each parameter sets the property of the same name.
        public init(name: String, source: AirSource) {
            self.name = name
            self.source = source
        }
    }

    private let links: [Link]
    private let policy: StreamPolicy
    private let time: TimeSource
    private let random: @Sendable () -> Double

    /// Creates a feed of at least one link. It sends no request before it runs. Each parameter sets the property of the
    /// same name.
    public init(links: [Link], policy: StreamPolicy, time: TimeSource, random: @escaping @Sendable () -> Double) {
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
            guard failures.allSatisfy(\.isTransient),
                let pause = policy.pause(after: walk, failures, at: time.elapsed(), unit: random())
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
    private let provider: String
    private let receiver: any AirReceiver
    private let time: TimeSource
    private let times = Mutex(ConnectionTimes())

    init(provider: String, receiver: any AirReceiver, time: TimeSource) {
        (self.provider, self.receiver, self.time) = (provider, receiver, time)
    }

    /// True once any reading was received.
    var hasReadings: Bool { times.withLock(\.hasData) }

    func receive(_ readings: [AirReading]) {
        guard !readings.isEmpty else { return }
        let now = time.elapsed()
        let (isFirst, gap) = times.withLock { $0.takeData(at: now) }
        if isFirst { receiver.note(.live(provider: provider)) }
        if let gap { receiver.note(.back(provider: provider, gap: gap)) }
        receiver.receive(readings)
    }

    func note(_ event: AirEvent) {
        if case .opened = event { times.withLock { $0.open() } }
        receiver.note(event)
    }

    func heard(at moment: Duration) { times.withLock { $0.hear(at: moment) } }

    /// Records that the connection was lost. Returns how long it sent readings; nil if no connection ever sent one.
    func lose(at moment: Duration) -> Duration? {
        times.withLock { times in
            let data = times.lose(at: moment)
            return times.hasData ? data : nil
        }
    }
}
