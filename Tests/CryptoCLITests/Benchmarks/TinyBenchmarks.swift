import TestSupport
import Testing

/// A run of the built benchmarks with `--tiny` that has ended with all its processes.
struct TinyBenchmarks {
    /// The figures of a part.
    struct Section {
        let title: String
        let header: String
        let rows: [String]
    }

    /// The exit status, as a shell knows it.
    let status: String
    let output: String
    let errors: String

    /// Runs them. Every process that they start has their stderr, which is a pipe here: it is read to its end, which
    /// comes when none is left.
    init(arguments: [String], _ variables: [String: String] = ["PATH": "/usr/bin:/bin"]) async throws {
        let program = try #require(Executables.builtProduct("benchmarks"))
        let script = #"{ { "$0" "$@" --tiny; echo "status $?"; } 2>&1 >&3 | /bin/cat >&2; } 3>&1"#
        let outcome = try await ToolProcess.run(
            "/bin/sh", ["-c", script, program] + arguments, environment: variables, timeout: .seconds(300))
        try #require(outcome.status == .exited(0), "\(outcome.outputText)\(outcome.errorText)")
        let parts = outcome.outputText.split(separator: "status ", omittingEmptySubsequences: false)
        (status, output) = ((parts.last ?? "").filter(\.isNumber), parts.dropLast().joined(separator: "status "))
        errors = outcome.errorText
    }

    /// Each part: its title, an empty line, the header and the rows of a table.
    var sections: [Section] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.indices.filter { lines[$0].hasPrefix("WHAT ") && $0 > 1 }.map { index in
            Section(
                title: lines[index - 2], header: lines[index],
                rows: Array(lines[(index + 1)...].prefix { !$0.isEmpty }))
        }
    }
}
