import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A container with nothing but the program and the libraries that it is linked with.
@Suite(
    "The built tool in an empty root", .needsLinux, .needsBuiltProduct("crypto"), .needs(program: "ldd"),
    .needs("root, who can change the root directory", geteuid() == 0), .quick, .endsHang)
struct EmptyRootTests {
    /// Makes the root directory `$0` of the program `$1`, with the library `$2` if there is one, and runs the program
    /// there.
    private static let script = #"""
        set -e
        add() {
            mkdir -p "$root$(dirname "$1")"
            cp -L "$1" "$root$1"
            ldd "$1" | grep -o '/[^ ]*' | while read -r library; do
                mkdir -p "$root$(dirname "$library")"
                cp -L "$library" "$root$library"
            done
        }
        root="$0" tool="$1" library="$2"
        shift 2
        add "$tool"
        if [ -n "$library" ]; then add "$library"; fi
        HOME=/ exec chroot "$root" "$tool" "$@"
        """#

    private func run(_ arguments: String..., library: String = "") async throws -> ToolOutcome {
        let shell = try #require(Executables.inPath("sh"))
        let tool = try #require(Executables.builtProduct("crypto"))
        return try await withTemporaryDirectory { root in
            try await ToolProcess.run(shell, ["-c", Self.script, root.path, tool, library] + arguments)
        }
    }

    @Test("What needs no library of the system works without any")
    func sample() async throws {
        let outcome = try await run("price", "BTC", "-p", "sample", "--csv", "--no-header", "--fields", "price")
        #expect(outcome.status == .exited(0) && outcome.outputText == "62440.63\r\n", "\(outcome.errorText)")
    }

    @Test("Without libcurl one line names it and its package")
    func noLibrary() async throws {
        let outcome = try await run("price", "BTC")
        #expect(outcome.status == .exited(69) && outcome.output.isEmpty)
        let lines = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("crypto: libcurl cannot be opened") }
        try #require(lines.count == 1, "\(outcome.errorText)")
        #expect(lines[0].hasSuffix("; install libcurl 4 (the package libcurl4 of Debian)"))
    }

    @Test("With libcurl and without a name server one line says so; --version -v lists what is missing")
    func noNetwork() async throws {
        let list = try await ToolProcess.run("/sbin/ldconfig", ["-p"])
        let found = list.outputText.split(separator: "\n").first { $0.contains("libcurl.so.4 ") }
        let library = try #require(found?.split(separator: " ").last.map(String.init))
        let outcome = try await run("price", "BTC", library: library)
        #expect(outcome.status == .exited(69) && outcome.output.isEmpty)
        #expect(outcome.errorText.contains("crypto: no network: no host name can be resolved"), "\(outcome.errorText)")
        let version = try await run("--version", "-v", library: library)
        #expect(version.outputText.contains("certificates at ") && version.outputText.contains(" (missing)"))
    }
}
