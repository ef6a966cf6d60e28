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

    /// Makes a repository of this package at a version, and a package that depends on it, in the directory `$0`. A
    /// compiler that is newer may warn of what this one does not.
    private static let setUp = #"""
        set -e
        mkdir "$0/crypto"
        cp -R "$1/Package.swift" "$1/Sources" "$1/Tests" "$0/crypto"
        echo 'func warnedOf() { let unused = 1 }' >"$0/crypto/Sources/Markets/Warned.swift"
        cd "$0/crypto"
        git init -q
        git add -A
        git -c user.name=Tester -c user.email=tester@example.invalid commit -qm 'Add the package'
        git tag 0.1.0
        mkdir -p "$0/external"
        cp -R Tests/ExternalPackage/Sources "$0/external"
        sed "s|.package(name: \"crypto\", path: \"../..\")|.package(url: \"$0/crypto\", from: \"0.1.0\")|" \
            Tests/ExternalPackage/Package.swift >"$0/external/Package.swift"
        grep -q "url: \"$0/crypto\"" "$0/external/Package.swift"
        """#

    @Test(
        "It builds and runs with a version of this package, without unsafe flags, and warnings in it are no errors",
        .long, .needs(program: "git"))
    func example() async throws {
        try await withTemporaryDirectory { home in
            let made = try await Self.run("sh", ["-c", Self.setUp, home.path, PackageFolder.path], home: home)
            try #require(made.status == .exited(0), "\(made.errorText)")
            let outcome = try await Self.run(
                "swift",
                [
                    "run", "--package-path", home.path("external"), "--scratch-path", home.path("build"),
                    "--explicit-target-dependency-import-check", "error",
                ], home: home)
            let expected = """
                BTC 646136.07810876 SEK
                Delhi 209 Very Unhealthy
                tick ETH 3434.92
                mock 3
                own MINE 7 USD
                sample BTC 62440.63 USD
                failure unknown-symbol true
                failure unknown-symbol true
                converted 6.4736890779617127532
                own tick MINE 8
                own tick MINE 9
                all true
                air sample Pune
                live Delhi 311

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
