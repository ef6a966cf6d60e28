import Platform
import TestSupport
import Testing

/// A watch whose every pause a test ends: silences, reconnections and minutes pass at once, and no sooner.
struct SteppedWatch: Sendable {
    let clock = SteppingClock()
    let console: TestConsole

    /// Waits until somebody pauses for exactly so long from now.
    func expectPause(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("a pause of \(pause)", within: .seconds(20), sourceLocation: sourceLocation) {
            clock.pauses.contains(pause)
        }
        if !clock.pauses.contains(pause) {
            Issue.record("\(clock.pauses)\n\(console.errors)", sourceLocation: sourceLocation)
        }
    }

    /// Lets a pause of exactly so long begin, and then pass.
    func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectPause(pause, sourceLocation: sourceLocation)
        clock.advance(by: pause)
    }

    /// Lets one second after the other pass until something is said on stderr, and then the pause before connecting again.
    func letReconnect(to server: LoopbackServer) async throws {
        try await expectEventually("connected again", within: .seconds(20)) {
            if console.errors.isEmpty {
                clock.advance(by: .seconds(1))
            } else if clock.pauses.contains(.milliseconds(500)) {
                clock.advance(by: .milliseconds(500))
            }
            return server.connectionCount > 1
        }
    }

    /// Lets time pass in which the server does not fall silent; five seconds or a multiple.
    func pass(_ time: Duration, hearing feed: TextFeed) async throws {
        for _ in 0..<(time.components.seconds / 5) {
            clock.advance(by: .seconds(5))
            try await feed.send(StreamFrames.coinbaseHeartbeat)
        }
    }

    /// Waits until stdout is these lines.
    func expectLines(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("stdout: \(lines)", within: .seconds(20), sourceLocation: sourceLocation) {
            console.output == lines.map { $0 + "\r\n" }.joined()
        }
    }
}

/// Runs `crypto watch`, by Coinbase's stream, with these arguments while `body` moves its clock; then waits for its end, which
/// comes after 20 seconds at the latest.
///
/// The clock stands still unless it is moved, so that a server's script has to answer a close.
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
        let variables = server.streams(of: "coinbase").merging(server.variables(for: "frankfurter")) { $1 }
        async let run = runTool(
            words, variables, time: watch.clock.source, random: random, console: console,
            sourceLocation: sourceLocation)
        let failure = await Result(catching: { try await body(watch, server) })
        let patience = Task {
            guard (try? await TimeSource.live.sleep(.seconds(20))) != nil else { return }
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
    /// What `body` returns or throws.
    fileprivate init(catching body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
