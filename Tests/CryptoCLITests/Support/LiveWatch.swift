import MarketProviders
import Markets
import Platform
import Synchronization
import TestSupport
import Testing

/// A running `crypto watch` that a test observes; stdin is written by the test and stays open.
struct LiveWatch: Sendable {
    let clock: VirtualTime
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
    func read(in time: VirtualTime) -> Result<[UInt8], SystemError.Failure> {
        time.wait { [self] in state.withLock { !$0.bytes.isEmpty || $0.isEnded } }
        return .success(
            state.withLock { state in
                defer { state.bytes = [] }
                return state.bytes
            })
    }
}

/// Runs `crypto watch` with these arguments against a server that replaces all of these providers, in virtual time,
/// while `body` runs; then waits for its end. The wall clock always shows 2024-03-01T12:00:00Z.
func withLiveWatch(
    _ arguments: String, _ exchanges: [Exchange], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LiveWatch, LoopbackServer) async throws -> Void
) async throws -> ToolRun {
    try await withVirtualTime { clock in
        try await withLoopbackServer(exchanges, sourceLocation: sourceLocation) { server in
            var variables = ["CRYPTO_CRYPTOCOMPARE_KEY": "a-test-key"]
            for provider in ProviderTable.markets.prices where !provider.host.isEmpty {
                let prefix = "CRYPTO_" + provider.name.uppercased().replacing("-", with: "_")
                variables[prefix + "_URL"] = server.url
                if provider.jobs.contains(.watch) { variables[prefix + "_WS_URL"] = server.webSocketURL }
            }
            variables.merge(server.variables(for: "frankfurter")) { $1 }
            let watch = LiveWatch(clock: clock)
            var time = clock.source
            time.now = { Timestamp(seconds: 1_709_294_400) }
            async let run = runTool(
                ["watch"] + arguments.split(separator: " ").map(String.init), variables, time: time, random: 0,
                console: watch.console, input: { watch.input.read(in: clock) },
                takeSignals: { watch.signals.take($0) }, sourceLocation: sourceLocation)
            try await body(watch, server)
            watch.input.end()
            return await run
        }
    }
}
