import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs the built executable with nothing in its environment but `variables`; tests that use it bear
/// `.needsBuiltProduct("crypto")`.
func runBuilt(
    _ arguments: [String], _ variables: [String: String] = [:], input: ToolProcess.Input = .null,
    output: ToolProcess.Output? = nil, errors: ToolProcess.Output? = nil, terminal: TerminalSize? = nil
) async throws -> ToolOutcome {
    let tool = try #require(Executables.builtProduct("crypto"))
    return try await ToolProcess.run(
        tool, arguments, environment: variables, input: input, output: output, errors: errors, terminal: terminal)
}

/// As `runBuilt`, after a line of shell: `"$@"` there is the tool with its arguments, `$0` the directory to write in.
func runBuilt(
    _ arguments: [String], in shell: String, directory: TemporaryDirectory, _ variables: [String: String] = [:],
    output: ToolProcess.Output? = nil
) async throws -> ToolOutcome {
    let tool = try #require(Executables.builtProduct("crypto"))
    let variables = variables.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
    return try await ToolProcess.run(
        "/bin/sh", ["-c", shell, directory.path("."), tool] + arguments, environment: variables, output: output)
}

/// Rows of far more bytes than any pipe holds.
let muchOutput = ["list", "--provider", "sample", "--template", String(repeating: "0123456789", count: 1000) + #"\n"#]
