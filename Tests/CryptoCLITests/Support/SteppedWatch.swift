import Platform
import TestSupport
import Testing

/// A `crypto watch` whose pauses a test ends: silences, reconnections and minutes pass without waiting.
struct SteppedWatch: Sendable {
    let clock = SteppingClock()
    let console: TestConsole

    /// Waits until a pause of exactly this length begins.
    func expectPause(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("a pause of \(pause)", sourceLocation: sourceLocation) {
            clock.pauses.contains(pause)
        }
        if !clock.pauses.contains(pause) {
            Issue.record("\(clock.pauses)\n\(console.errors)", sourceLocation: sourceLocation)
        }
    }

    /// Waits for a pause of exactly this length, and ends it.
    func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectPause(pause, sourceLocation: sourceLocation)
        clock.advance(by: pause)
    }

    /// Advances second by second until stderr has a line, and then over the pause before connecting again. It waits for
    /// the line after 30 seconds, in which the silence of a stream is found out.
    func letReconnect(to server: LoopbackServer) async throws {
        try await step(upTo: clock.elapsed + .seconds(30), until: "a line on stderr") { !console.errors.isEmpty }
        try await pass(.milliseconds(500))
        try await expectEventually("connected again") { server.connectionCount > 1 }
    }

    /// Advances second by second until a condition holds, up to a moment of the clock. For a tenth of a second after
    /// each of them, what waited for it may begin to wait for the next one, also on a busy machine.
    func step(
        upTo end: Duration, until what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isOver: () -> Bool
    ) async throws {
        var polls = 0
        try await expectEventually(what, sourceLocation: sourceLocation) {
            if isOver() { return true }
            if polls.isMultiple(of: 100), clock.elapsed < end { clock.advance(by: .seconds(1)) }
            polls += 1
            return false
        }
    }

    /// Advances by five seconds or a multiple while the server keeps sending.
    func pass(_ time: Duration, hearing feed: TextFeed) async throws {
        for _ in 0..<(time.components.seconds / 5) {
            clock.advance(by: .seconds(5))
            try await feed.send(StreamFrames.coinbaseHeartbeat)
        }
    }

    /// Waits until stdout is these lines.
    func expectLines(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("stdout: \(lines)", sourceLocation: sourceLocation) {
            console.output == lines.map { $0 + "\r\n" }.joined()
        }
    }
}

/// Runs `crypto watch` with Coinbase's stream and these arguments while `body` advances its clock; then waits at most
/// `hangLimit` for its end.
///
/// The clock moves only when `body` advances it, so a server's script has to answer a close.
func withSteppedWatch(
    _ arguments: String, _ exchanges: [Exchange], providers: String = "coinbase", random: Double = 1,
    console: TestConsole = TestConsole(),
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (SteppedWatch, LoopbackServer) async throws -> Void
) async throws -> ToolRun {
    try await withLoopbackServer(exchanges, sourceLocation: sourceLocation) { server in
        let watch = SteppedWatch(console: console)
        let deadline = Duration.seconds(30 * 86_400)
        let words =
            ["watch", "--deadline", "30d", "--provider", providers] + arguments.split(separator: " ").map(String.init)
        let variables = server.streams(of: "coinbase").merging(
            server.variables(for: "coinbase", "frankfurter")
        ) { $1 }
        async let run = runTool(
            words, variables, time: watch.clock.source, random: random, console: console,
            sourceLocation: sourceLocation)
        let failure = await Result(catching: { try await body(watch, server) })
        let patience = Task {
            // A connection that is opened or closed meanwhile waits for its peer by this clock.
            let start = TimeSource.live.elapsed()
            while TimeSource.live.elapsed() - start < hangLimit {
                guard (try? await TimeSource.live.sleep(.seconds(1))) != nil else { return }
                watch.clock.advance(by: .seconds(1))
            }
            Issue.record("does not end: \(watch.console.errors)", sourceLocation: sourceLocation)
            watch.clock.advance(by: deadline)
        }
        defer { patience.cancel() }
        let end = await run
        try failure.get()
        return end
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
