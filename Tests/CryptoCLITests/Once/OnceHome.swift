import CryptoCLI
import Platform
import TestSupport
import Testing

/// A directory of state and a clock for several runs of a command line with `--once`.
struct OnceHome: Sendable {
    let home: TemporaryDirectory
    var clock = TestClock()
    /// Further variables of the runs.
    var more: [String: String] = [:]

    /// The directory of state.
    var folder: String { home.path("state/crypto") }
    /// The names of the files of state, without temporary ones.
    var files: [String] { Files.names(in: folder).filter { $0.hasPrefix("once-") } }

    func variables(_ server: LoopbackServer? = nil) -> [String: String] {
        var variables = server.map { $0.variablesForDefaultChains } ?? [:]
        variables.merge(server.map { $0.variables(for: "frankfurter", "ecb", "erapi", "currencyapi") } ?? [:]) { $1 }
        variables.merge(server?.airVariables ?? [:]) { $1 }
        variables.merge(
            [
                "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_HOME": home.path, "CRYPTO_RETRIES": "0",
            ]
        ) { $1 }
        return variables.merging(more) { $1 }
    }

    /// Runs a command line. A `_` is a space within a word.
    func run(
        _ line: String, _ server: LoopbackServer? = nil, console: TestConsole = TestConsole()
    ) async -> ToolRun {
        let words = line.split(separator: " ").map { String($0).replacing("_", with: " ") }
        return await runTool(words, variables(server), time: clock.source, console: console)
    }
}

func withOnceHome(_ body: (OnceHome) async throws -> Void) async throws {
    try await withTemporaryDirectory { try await body(OnceHome(home: $0)) }
}

/// Runs `body` with a server that has these answers in order.
func withOnceServer(
    _ exchanges: [Exchange], _ body: @escaping @Sendable (OnceHome, LoopbackServer) async throws -> Void
) async throws {
    try await withTemporaryDirectory { home in
        try await withLoopbackServer(exchanges) { try await body(OnceHome(home: home), $0) }
    }
}
