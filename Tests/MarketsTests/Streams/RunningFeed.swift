import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

/// A running feed with a log of its events.
final class RunningFeed: Sendable {
    let feed: TickFeed
    let log = TickLog()
    let clock: VirtualTime
    private let events: EventLog
    private let ended = Mutex(false)

    init(
        _ doubles: [StreamDouble], retries: Int, attempts: Int?,
        quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>] = { _, _ in []
        }
    ) throws {
        let (clock, events) = (try #require(VirtualTime.current), EventLog())
        (self.clock, self.events) = (clock, events)
        feed = TickFeed(
            links: doubles.map { TickFeed.Link(name: $0.name, source: $0.source, quotes: quotes) },
            choice: CurrencyChoice(.usd),
            policy: StreamPolicy(
                retry: RetryPolicy(retries: retries), attempts: attempts, deadline: .none, time: clock.source,
                random: { 1 }),
            resolve: { market, _ in .success(market) }, forget: { _ in },
            observe: { events.add($0) })
    }

    func run() async {
        await feed.run(into: log)
        ended.withLock { $0 = true }
    }

    var gaveUp: [String] {
        events.all.compactMap { event in
            guard case .gaveUp(let symbol, let failure) = event else { return nil }
            if case .unknownSymbol = failure.reason { return "\(symbol): unknownSymbol at \(failure.provider)" }
            return "\(symbol): \(failure.reason) at \(failure.provider)"
        }
    }

    var gaps: [Duration] { events.all.compactMap { if case .back(_, let gap, _) = $0 { gap } else { nil } } }
    /// The symbols whose ticks are missing though the connection is open, and since when.
    var quiet: [String] {
        events.all.compactMap { event in
            guard case .quiet(let symbol, _, let market, let since) = event else { return nil }
            return
                "\(symbol) \(market) \(since.duration(since: clock.source.now().advanced(by: .zero - clock.source.elapsed())))"
        }
    }
    var pauses: [Duration] { events.all.compactMap { if case .lost(_, let pause) = $0 { pause } else { nil } } }
    var over: [String] { events.all.compactMap { if case .over(let provider) = $0 { provider } else { nil } } }
    var losses: Int { events.all.count { if case .lost = $0 { true } else { false } } }

    /// Waits for a condition. Throws if it is not met, so that a test does not wait for later ones.
    func until(_ what: Comment = "waited for", _ condition: () -> Bool) async throws {
        var hasCome = false
        try await expectEventually(what) {
            hasCome = condition()
            return hasCome
        }
        guard hasCome else { throw NeverCame() }
    }

    var hasEnded: Bool { ended.withLock { $0 } }

    func untilEnd() async throws { try await until("the end") { hasEnded } }
}

/// An expected event did not happen.
private struct NeverCame: Error {}

private final class EventLog: Sendable {
    private let events = Mutex<[FeedEvent]>([])
    var all: [FeedEvent] { events.withLock { $0 } }
    func add(_ event: FeedEvent) { events.withLock { $0.append(event) } }
}

/// Runs a feed of these sources and symbols until `body` returns.
func running(
    _ doubles: [StreamDouble], _ symbols: [String], retries: Int = 3, attempts: Int? = nil,
    quotes: @escaping @Sendable ([Symbol], CurrencyChoice) async -> [Result<Quote, ProviderFailure>] = { _, _ in [] },
    _ body: (RunningFeed) async throws -> Void
) async throws {
    let run = try RunningFeed(doubles, retries: retries, attempts: attempts, quotes: quotes)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await run.run() }
        run.feed.add(symbols.compactMap { try? Symbol($0) })
        try await body(run)
        group.cancelAll()
    }
}
