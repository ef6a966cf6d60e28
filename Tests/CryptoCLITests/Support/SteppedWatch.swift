import Platform
import TestSupport
import Testing

extension VirtualTime {
    /// Expects that something pauses for exactly this time when nothing can run.
    func expectPause(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await settle()
        #expect(pauses.contains(pause), sourceLocation: sourceLocation)
    }

    /// Expects that something pauses for exactly this time when nothing can run, and lets it end.
    func pass(pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await expectPause(pause, sourceLocation: sourceLocation)
        await pass(pause)
    }
}

/// A `crypto watch` whose time a test lets pass.
struct SteppedWatch: Sendable {
    let clock: VirtualTime
    let console: TestConsole

    /// Expects that something pauses for exactly this time.
    func expectPause(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await clock.expectPause(pause, sourceLocation: sourceLocation)
    }

    /// Expects that something pauses for exactly this time, and ends it.
    func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await clock.pass(pause: pause, sourceLocation: sourceLocation)
    }

    /// Lets 30 seconds pass at most, in which the silence of a stream is found out, and then the pause before
    /// connecting again.
    func letReconnect(to server: LoopbackServer) async throws {
        try await step(upTo: clock.elapsed + .seconds(30), until: "a line on stderr") { !console.errors.isEmpty }
        await pass(.milliseconds(500))
        try await expectEventually("connected again") { server.connectionCount > 1 }
    }

    /// Lets time pass second by second until a condition holds, up to a moment of the clock.
    func step(
        upTo end: Duration, until what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isOver: () -> Bool
    ) async throws {
        await clock.settle()
        while !isOver(), clock.elapsed < end { await clock.pass(.seconds(1)) }
        #expect(isOver(), what, sourceLocation: sourceLocation)
    }

    /// Lets time pass by steps of five seconds, after each of which the server sends something.
    func pass(_ time: Duration, hearing feed: TextFeed) async throws {
        for _ in 0..<(time.components.seconds / 5) {
            await clock.pass(.seconds(5))
            try await feed.send(StreamFrames.coinbaseHeartbeat)
        }
    }

    /// Expects that stdout is these lines.
    func expectLines(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async {
        await clock.settle()
        #expect(console.output == lines.map { $0 + "\r\n" }.joined(), sourceLocation: sourceLocation)
    }
}

/// Runs `crypto watch` with Coinbase's stream and these arguments in virtual time, while `body` lets it pass; then
/// waits for its end.
func withSteppedWatch(
    _ arguments: String, _ exchanges: [Exchange], providers: String = "coinbase", random: Double = 1,
    console: TestConsole = TestConsole(),
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (SteppedWatch, LoopbackServer) async throws -> Void
) async throws -> ToolRun {
    try await withVirtualTime { clock in
        try await withLoopbackServer(exchanges, sourceLocation: sourceLocation) { server in
            let watch = SteppedWatch(clock: clock, console: console)
            let words =
                ["watch", "--deadline", "30d", "--provider", providers]
                + arguments.split(separator: " ").map(String.init)
            let variables = server.streams(of: "coinbase").merging(
                server.variables(for: "coinbase", "frankfurter")
            ) { $1 }
            async let run = runTool(
                words, variables, random: random, console: console, sourceLocation: sourceLocation)
            let failure = await Result(catching: { try await body(watch, server) })
            let end = await run
            try failure.get()
            return end
        }
    }
}

extension Result where Failure == any Error {
    /// The result of `body`.
    init(catching body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
