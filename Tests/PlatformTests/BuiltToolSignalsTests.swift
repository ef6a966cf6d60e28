import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Built tool: Ctrl-Z and nohup", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct BuiltToolSignalsTests {
    /// Runs shell commands between two rows that a waiting tool prints. `$tool` is the id of its process.
    private static func run(_ script: String, terminal: TerminalSize? = nil) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await withTemporaryDirectory { directory in
            // The tool reads lines until the end of its input, so it runs until a signal ends it.
            let lines = """
                cd "$0" && mkfifo in out
                start() { "$1" convert - BTC USD -p sample -f jsonl <in >out & tool=$!; }
                ask() { echo 1 >&3; read -r row <&4; echo "$1"; }
                is() { until ps -o stat= -p $tool | grep -q "^$1"; do :; done; echo "$1"; }
                \(script.replacing("START", with: #"start "$1"; exec 3>in 4<out; ask before"#))
                ask after; kill -TERM $tool; wait $tool
                """
            return try await ToolProcess.run(
                "/bin/sh", ["-c", lines, directory.path("."), tool], environment: ["PATH": "/usr/bin:/bin"],
                errors: .capture, terminal: terminal)
        }
    }

    @Test("Ctrl-Z stops the tool every time, and SIGCONT continues it")
    func stop() async throws {
        let twice = String(repeating: "kill -TSTP $tool; is T; kill -CONT $tool; is S;", count: 2)
        let outcome = try await Self.run("START; \(twice)")
        #expect(outcome.outputText == "before\nT\nS\nT\nS\nafter\n")
        #expect(outcome.status == .exited(128 + SIGTERM))
    }

    @Test("Ctrl-Z does not stop a tool that no shell could continue, as in a terminal window of its own")
    func orphaned() async throws {
        let outcome = try await Self.run("START; kill -TSTP $tool", terminal: TerminalSize(columns: 80))
        #expect(outcome.outputText == "before\nafter\n")
        #expect(outcome.status == .exited(128 + SIGTERM))
    }

    @Test("The tool ignores SIGHUP under nohup")
    func nohup() async throws {
        let outcome = try await Self.run("trap '' HUP; START; kill -HUP $tool")
        #expect(outcome.outputText == "before\nafter\n")
        #expect(outcome.status == .exited(128 + SIGTERM))
    }
}
