#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Markets
import Platform
import Synchronization
import TestSupport
import Testing

/// A running `crypto watch` that a test observes; stdin is written by the test and stays open.
struct LiveWatch<Clock: WatchClock>: Sendable {
    let clock: Clock
    let console = TestConsole()
    let input = TypedInput()
    let signals = SentSignals()

    /// Waits until stdout is this.
    func expectOutput(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("stdout: \(text)", sourceLocation: sourceLocation) {
            console.output == text
        }
        if console.output != text { Issue.record("\(console.output)\(console.errors)", sourceLocation: sourceLocation) }
    }

    /// Waits until the last lines of stdout are these.
    func expectEnd(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let text = lines.map { $0 + "\r\n" }.joined()
        try await expectEventually("stdout: … \(text)", sourceLocation: sourceLocation) {
            console.output.hasSuffix(text)
        }
    }

    /// Waits until stderr holds this.
    func expectNotice(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("stderr: \(words)", sourceLocation: sourceLocation) {
            console.errors.contains(words)
        }
        if !console.errors.contains(words) { Issue.record("\(console.errors)", sourceLocation: sourceLocation) }
    }
}

/// stdin that a test writes.
final class TypedInput: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Writes lines.
    func type(_ text: String) { state.withLock { $0.bytes += Array(text.utf8) } }

    /// Ends stdin.
    func end() { state.withLock { $0.isEnded = true } }

    /// Returns the bytes that the tool reads; blocks its thread as a terminal does.
    var read: @Sendable () -> Result<[UInt8], SystemError.Failure> {
        { [self] in
            while true {
                let bytes = state.withLock { state in
                    defer { state.bytes = [] }
                    return state.bytes.isEmpty && !state.isEnded ? nil : state.bytes
                }
                if let bytes { return .success(bytes) }
                _ = usleep(1000)
            }
        }
    }
}

/// Runs `crypto watch` with these arguments against a server that replaces all of these providers, while `body` runs;
/// then waits for its end, and interrupts it after `hangLimit`.
func withLiveWatch(
    _ arguments: String, _ exchanges: [Exchange], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LiveWatch<MinuteClock>, LoopbackServer) async throws -> Void
) async throws -> ToolRun {
    try await withLiveWatch(arguments, exchanges, clock: MinuteClock(), sourceLocation: sourceLocation, body)
}

/// Like the above, with a clock of the test.
func withLiveWatch<Clock: WatchClock>(
    _ arguments: String, _ exchanges: [Exchange], clock: Clock,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (LiveWatch<Clock>, LoopbackServer) async throws -> Void
) async throws -> ToolRun {
    try await withLoopbackServer(exchanges, sourceLocation: sourceLocation) { server in
        var variables = ["CRYPTO_CRYPTOCOMPARE_KEY": "a-test-key"]
        for provider in MarketProvider.all where !provider.host.isEmpty {
            let prefix = "CRYPTO_" + provider.name.uppercased().replacing("-", with: "_")
            variables[prefix + "_URL"] = server.url
            if provider.jobs.contains(.watch) { variables[prefix + "_WS_URL"] = server.webSocketURL }
        }
        variables.merge(server.variables(for: "frankfurter")) { $1 }
        let watch = LiveWatch(clock: clock)
        async let run = runTool(
            ["watch"] + arguments.split(separator: " ").map(String.init), variables,
            time: watch.clock.source,
            random: 0, console: watch.console, input: watch.input.read,
            takeSignals: { watch.signals.take($0) }, sourceLocation: sourceLocation)
        let limit = Task {
            if (try? await TimeSource.live.sleep(hangLimit)) != nil { watch.signals.send(.end(SIGINT)) }
        }
        defer { limit.cancel() }
        try await body(watch, server)
        watch.input.end()
        return await run
    }
}
