#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import TestSupport
import Testing

/// A package outside of this one sees only public declarations, and imports only the product that it names.
@Suite("A package that depends on Markets", .needs(program: "swift"), .endsHang)
struct ExternalPackageTests {
    private static let package = "\(PackageFolder.path)/Tests/ExternalPackage"

    /// Runs a program of Swift's toolchain with `home` as its home and, where it has one, its cache.
    private static func run(
        _ program: String, _ arguments: [String], home: TemporaryDirectory
    ) async throws -> ToolOutcome {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return try await ToolProcess.run(
            try #require(Executables.inPath(program)), arguments, environment: ["PATH": path, "HOME": home.path],
            timeout: .seconds(600))
    }

    @Test("It builds and runs", .long)
    func example() async throws {
        try await withTemporaryDirectory { home in
            let outcome = try await Self.run(
                "swift",
                [
                    "run", "--package-path", Self.package, "--scratch-path", home.path("build"),
                    "--explicit-target-dependency-import-check", "error",
                ], home: home)
            let expected = """
                price 62440.63
                tick ETH 3434.92
                mock 3
                own MINE 7 USD
                sample BTC 62440.63 USD
                failure unknown-symbol true
                failure unknown-symbol true
                all true

                """
            #expect(outcome.outputText.hasSuffix(expected), "\(outcome.outputText)\n\(outcome.errorText)")
            #expect(outcome.status == .exited(0))
        }
    }

    @Test("It compiles with the modules that were built with the tests", .quick)
    func compiles() async throws {
        let build = try #require(Executables.builtProduct("crypto")).dropLast("/crypto".count)
        try await withTemporaryDirectory { home in
            let outcome = try await Self.run(
                "swiftc",
                [
                    "-typecheck", "-swift-version", "6", "-I", "\(build)/Modules", "-Xcc",
                    "-fmodule-map-file=\(build)/CCurl.build/module.modulemap", "-Xcc",
                    "-fmodule-map-file=\(build)/CExecutor.build/module.modulemap", "\(Self.package)/Sources/main.swift",
                ], home: home)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        }
    }
}
