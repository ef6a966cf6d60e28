#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import TestSupport
import Testing

/// A package outside of this one sees only public declarations, and imports only the product that it names.
@Suite("A package that depends on Markets")
struct ExternalPackageTests {
    /// The variables that Swift needs.
    private static var variables: [String: String] {
        ["PATH", "HOME", "TMPDIR"].reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
    }

    @Test("It builds and runs", .enabled(if: Executables.inPath("swift") != nil, "needs swift in PATH"))
    func example() async throws {
        let swift = try #require(Executables.inPath("swift"))
        // The folder stays, so that later runs build only what changed. It has a lock of its own.
        let outcome = try await ToolProcess.run(
            swift,
            [
                "run", "--package-path", "\(PackageFolder.path)/Tests/ExternalPackage",
                "--scratch-path", "\(PackageFolder.path)/.build/external", "--explicit-target-dependency-import-check",
                "error",
            ], environment: Self.variables, timeout: .seconds(600))
        #expect(outcome.outputText.hasSuffix("BTC 62440.63 USD\n"), "\(outcome.outputText)\n\(outcome.errorText)")
        #expect(outcome.status == .exited(0))
    }
}
