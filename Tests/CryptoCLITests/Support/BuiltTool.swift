import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the built executable with no variables other than `variables`. Tests that use it have the trait
/// `.needsBuiltProduct("crypto")`.
func runBuilt(
    _ arguments: [String], _ variables: [String: String] = [:], input: ToolProcess.Input = .null,
    output: ToolProcess.Output? = nil, errors: ToolProcess.Output? = nil, terminal: TerminalSize? = nil
) async throws -> ToolOutcome {
    let tool = try #require(Executables.builtProduct("crypto"))
    return try await ToolProcess.run(
        tool, arguments, environment: variables, input: input, output: output, errors: errors, terminal: terminal)
}

/// Like `runBuilt`, in a shell script: `"$@"` is the tool with its arguments, `$0` a directory for files.
func runBuilt(
    _ arguments: [String], in shell: String, directory: TemporaryDirectory, _ variables: [String: String] = [:],
    output: ToolProcess.Output? = nil
) async throws -> ToolOutcome {
    let tool = try #require(Executables.builtProduct("crypto"))
    let variables = variables.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
    return try await ToolProcess.run(
        "/bin/sh", ["-c", shell, directory.path("."), tool] + arguments, environment: variables, output: output)
}

/// Runs the tool with a deadline that is long enough on this machine: after a run that got no processor before its
/// deadline, so that the watchdog ended it or a stream had not begun, it runs it with one of twice the time.
func runWithDeadline(
    ofMilliseconds first: Int, _ run: (_ deadline: String) async throws -> ToolOutcome
) async throws -> ToolOutcome {
    var milliseconds = first
    while true {
        let outcome = try await run("\(milliseconds)ms")
        let wasIdle = ["while writing or waiting", "while watching"].contains { outcome.errorText.contains($0) }
        guard wasIdle, milliseconds < 5000 else { return outcome }
        milliseconds *= 2
    }
}

/// More bytes of rows than any pipe holds.
let muchOutput = [
    "list", "--provider", "sample", "--template", String(repeating: "0123456789", count: 1000) + #"{bid}\n"#,
]

extension ToolOutcome {
    /// stderr, without the attributions that most runs have.
    var ownErrors: String { ToolRun.withoutAttributions(errorText).rest }
}
