import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("A feed along a chain of providers")
struct TickFeedTests {
    @Test("Ticks come from the first provider that knows the symbol; an unknown one passes to the next")
    func chain() async throws {
        let (first, second) = (StreamDouble("first"), StreamDouble("second"))
        try await running([first, second], ["BTC", "ETH"]) { run in
            try await run.until { first.opened == 1 }
            first.play(.tick("BTC-USD", "1"))
            first.play(.refuse("ETH-USD"))
            try await run.until { second.opened == 1 }
            second.play(.tick("ETH-USD", "2"))
            try await run.until { run.log.ticks == ["BTC-USD 1", "ETH-USD 2"] }
            #expect(first.changes == ["+BTC-USD", "+ETH-USD", "-ETH-USD"])
            #expect(second.changes == ["+ETH-USD"])
        }
    }

    @Test("A symbol that nobody knows is given up; the feed ends when none is left and nothing more can come")
    func unknown() async throws {
        let (first, second) = (StreamDouble("first") { _ in false }, StreamDouble("second"))
        try await running([first, second], ["NOPE"]) { run in
            try await run.until { second.opened == 1 }
            second.play(.refuse("NOPE-USD"))
            run.feed.close()
            try await run.untilEnd()
            #expect(run.gaveUp == ["NOPE: unknownSymbol at first"])
            #expect(second.closed == 1)
        }
    }

    @Test("W10: before the first tick n retries are n+1 attempts along the whole chain; then the last failure counts")
    func attempts() async throws {
        let (first, second) = (StreamDouble("first"), StreamDouble("second"))
        try await running([first, second], ["BTC"], retries: 2) { run in
            for attempt in 1...3 {
                try await run.until { first.opened == attempt && first.play(.fail(.status(503, words: nil))) }
                try await run.until { second.opened == attempt && second.play(.fail(.status(502, words: nil))) }
                if attempt < 3 {
                    try await run.until { !run.clock.pauses.isEmpty }
                    run.clock.advance(by: .seconds(2))
                }
            }
            run.feed.close()
            try await run.untilEnd()
            #expect((first.opened, second.opened) == (3, 3))
            #expect(run.gaveUp == ["BTC: status(502, words: nil) at second"])
        }
    }

    @Test("After the first tick the connection is opened again without end, and each gap is told with its length")
    func reconnect() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 0) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            for round in 1...10 {
                try await run.until { only.opened == round && only.play(.fail(.streamClosed(code: 1006))) }
                try await run.until { !run.clock.pauses.isEmpty }
                run.clock.advance(by: .seconds(60))
            }
            try await run.until { only.opened == 11 && only.play(.tick("BTC-USD", "2")) }
            try await run.until { run.log.ticks.count == 2 }
            #expect(run.gaps == [.seconds(600)])
            #expect(run.losses == 10)
            #expect(only.changes == [String](repeating: "+BTC-USD", count: 11))
        }
    }

    @Test(
        "A connection that brought ticks for as long as the last pause, and 5 seconds, begins the pauses anew",
        arguments: [(10, 10, [0.5, 0.5, 0.5, 0.5]), (4, 10, [0.5, 1, 2, 4]), (0, 3600, [0.5, 1, 2, 4])])
    func healthy(ticking: Int, life: Int, pauses: [Double]) async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 0) { run in
            for round in 1...pauses.count {
                try await run.until { only.opened == round && only.play(.tick("BTC-USD", "1")) }
                try await run.until { run.log.ticks.count == 2 * round - 1 }
                run.clock.advance(by: .seconds(ticking))
                only.play(.tick("BTC-USD", "2"))
                try await run.until { run.log.ticks.count == 2 * round }
                run.clock.advance(by: .seconds(life - ticking))
                only.play(.fail(.streamClosed(code: 1006)))
                try await run.until { run.pauses.count == round && !run.clock.pauses.isEmpty }
                run.clock.advance(by: .seconds(4))
            }
            #expect(run.pauses == pauses.map { .seconds($0) })
        }
    }

    @Test("With attempts bounded a running stream ends after so many in a row")
    func bounded() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"], retries: 2, attempts: 2) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            for round in 1...3 {
                try await run.until { only.opened == round && only.play(.fail(.streamClosed(code: nil))) }
                if round < 3 {
                    try await run.until { !run.clock.pauses.isEmpty }
                    run.clock.advance(by: .seconds(60))
                }
            }
            run.feed.close()
            try await run.untilEnd()
            #expect(run.gaveUp.count == 1)
        }
    }

    @Test("A rejected key ends a running stream at once", arguments: [ProviderFailure.Reason.unauthorized(words: nil)])
    func final(reason: ProviderFailure.Reason) async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"]) { run in
            try await run.until { only.play(.tick("BTC-USD", "1")) }
            try await run.until { run.log.ticks.count == 1 }
            only.play(.fail(reason))
            run.feed.close()
            try await run.untilEnd()
            #expect(only.opened == 1)
            #expect(run.losses == 0)
        }
    }

    @Test("W4: symbols come and go on the open connection, and the last one's end closes it")
    func changes() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC"]) { run in
            try await run.until { only.opened == 1 }
            run.feed.add(["ETH", "BTC"].compactMap { try? Symbol($0) })
            try await run.until { only.changes == ["+BTC-USD", "+ETH-USD"] }
            run.feed.remove(["BTC"].compactMap { try? Symbol($0) })
            try await run.until { only.changes == ["+BTC-USD", "+ETH-USD", "-BTC-USD"] }
            #expect(only.opened == 1)
        }
        #expect(only.closed == 1)
    }

    @Test("W12: a suspended feed has no connection; a resumed one asks for all it had")
    func suspended() async throws {
        let only = StreamDouble("only")
        try await running([only], ["BTC", "ETH"]) { run in
            try await run.until { only.opened == 1 }
            await run.feed.suspend()
            try await run.until { only.closed == 1 }
            run.feed.resume()
            try await run.until { only.opened == 2 }
            #expect(only.changes == ["+BTC-USD", "+ETH-USD", "+BTC-USD", "+ETH-USD"])
        }
    }

    @Test("An id is asked of the first provider only")
    func ids() async throws {
        let (first, second) = (StreamDouble("first") { _ in false }, StreamDouble("second"))
        try await running([first, second], ["id:bitcoin"]) { run in
            run.feed.close()
            try await run.untilEnd()
            #expect(second.opened == 0)
            #expect(run.gaveUp.count == 1)
        }
    }
}

/// A feed that runs, and what it said so far.
private final class RunningFeed: Sendable {
    let feed: TickFeed
    let log = TickLog()
    let clock: SteppingClock
    private let events: EventLog
    private let ended = Mutex(false)

    init(_ doubles: [StreamDouble], retries: Int, attempts: Int?) {
        let (clock, events) = (SteppingClock(), EventLog())
        (self.clock, self.events) = (clock, events)
        feed = TickFeed(
            links: doubles.map { TickFeed.Link(name: $0.name, source: $0.source, quotes: { _, _ in [] }) },
            choice: CurrencyChoice(.usd),
            policy: TickFeed.Policy(retry: RetryPolicy(retries: retries), attempts: attempts, deadline: .none),
            time: clock.source, random: { 1 }, admit: { market, _ in .success(market) }, forget: { _ in },
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

    var gaps: [Duration] { events.all.compactMap { if case .back(_, let gap) = $0 { gap } else { nil } } }
    var pauses: [Duration] { events.all.compactMap { if case .lost(_, let pause) = $0 { pause } else { nil } } }
    var losses: Int { events.all.count { if case .lost = $0 { true } else { false } } }

    /// Throws where it does not come, so that a test does not wait for what would follow.
    func until(_ what: Comment = "waited for", _ condition: () -> Bool) async throws {
        var hasCome = false
        try await expectEventually(what, within: .seconds(120)) {
            hasCome = condition()
            return hasCome
        }
        guard hasCome else { throw NeverCame() }
    }

    func untilEnd() async throws { try await until("the end") { ended.withLock { $0 } } }
}

/// A test waited for something in vain.
private struct NeverCame: Error {}

private final class EventLog: Sendable {
    private let events = Mutex<[FeedEvent]>([])
    var all: [FeedEvent] { events.withLock { $0 } }
    func add(_ event: FeedEvent) { events.withLock { $0.append(event) } }
}

private func running(
    _ doubles: [StreamDouble], _ symbols: [String], retries: Int = 3, attempts: Int? = nil,
    _ body: (RunningFeed) async throws -> Void
) async throws {
    let run = RunningFeed(doubles, retries: retries, attempts: attempts)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await run.run() }
        run.feed.add(symbols.compactMap { try? Symbol($0) })
        try await body(run)
        group.cancelAll()
    }
}
