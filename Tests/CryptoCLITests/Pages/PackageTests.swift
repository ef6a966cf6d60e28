import TestSupport
import Testing

@testable import CryptoCLI

/// The packages of `.ci/package`, with a small program in place of crypto. `.ci/test-packages` installs those of the
/// real one.
@Suite("Packages", .quick, .endsHang)
struct PackageTests {
    private static let folder = PackageFolder.path

    private static func run(
        _ command: String, _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws -> ToolOutcome {
        let path = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        return try await ToolProcess.run(command, arguments, environment: path.merging(variables) { $1 })
    }

    private static func pack(into directory: TemporaryDirectory, _ name: String) async throws -> [String] {
        let outcome = try await run(
            "\(folder)/.ci/package", ["--program", "/bin/true", directory.path(name)],
            ["SOURCE_DATE_EPOCH": "1709294400", "HOME": directory.path])
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        return Files.names(in: directory.path(name)).sorted()
    }

    @Test("Two runs give the same bytes, and the sums are theirs", .needsLinux, .needs(program: "dpkg-deb"))
    func reproducible() async throws {
        try await withTemporaryDirectory { home in
            let names = try await Self.pack(into: home, "a")
            #expect(try await Self.pack(into: home, "b") == names)
            #expect(names.count == 3 && names[0] == "SHA256SUMS")
            for name in names {
                #expect(try Files.bytes(home.path("a/\(name)")) == Files.bytes(home.path("b/\(name)")))
            }
            let sums = try await Self.run("/bin/sh", ["-c", #"cd "$0" && sha256sum -c SHA256SUMS"#, home.path("a")])
            #expect(sums.outputText.split(separator: "\n").count == 2 && sums.status == .exited(0))
        }
    }

    @Test(
        "The Debian package has pages, completions and documents, and names what it needs", .needsLinux,
        .needs(program: "dpkg-deb"))
    func debian() async throws {
        try await withTemporaryDirectory { home in
            let name = try #require(try await Self.pack(into: home, "a").first { $0.hasSuffix(".deb") })
            let list = try await Self.run("/usr/bin/dpkg-deb", ["-c", home.path("a/\(name)")]).outputText
            for file in [
                "bin/crypto", "share/man/man1/crypto-price.1.gz", "share/man/man7/crypto-recipes.7.gz",
                "share/bash-completion/completions/crypto", "share/doc/crypto/copyright",
                "share/doc/crypto/changelog.gz", "share/doc/crypto/NEWS.gz",
            ] {
                #expect(list.contains(" ./usr/\(file)\n"), "\(file)")
            }
            #expect(!list.contains(" 2026-") && list.contains(" root/root "), "\(list)")
            let control = try await Self.run("/usr/bin/dpkg-deb", ["-f", home.path("a/\(name)"), "Version", "Depends"])
            #expect(control.outputText.hasPrefix("Version: \(CryptoTool.version)\nDepends: libc6 (>= 2."))
            #expect(control.outputText.contains("), libcurl4 (>= 7.68) | "))
        }
    }

    @Test("The script of the archive installs below a prefix, and takes the files out again", .needsLinux)
    func archive() async throws {
        try await withTemporaryDirectory { home in
            let name = try #require(try await Self.pack(into: home, "a").first { $0.hasSuffix(".tar.gz") })
            #expect(name.hasPrefix("crypto-\(CryptoTool.version)-linux-"))
            _ = try await Self.run("/bin/tar", ["-xzf", home.path("a/\(name)"), "-C", home.path])
            let script = home.path("\(name.dropLast(".tar.gz".count))/install.sh")
            let prefix = ["PREFIX": home.path("prefix")]
            #expect(try await Self.run(script, [], prefix).status == .exited(0))
            #expect(try await Self.run(home.path("prefix/bin/crypto"), []).status == .exited(0))
            #expect(Files.exists(home.path("prefix/share/man/man1/crypto-price.1")))
            #expect(try await Self.run(script, ["--remove"], prefix).status == .exited(0))
            let left = try await Self.run("/usr/bin/find", [home.path("prefix"), "-type", "f"])
            #expect(left.outputText.isEmpty)
        }
    }

    @Test("A tag of a release is the version of the program, which the changes have a section for")
    func tag() async throws {
        let script = "\(Self.folder)/.ci/check-tag"
        let right = try await Self.run(script, ["v\(CryptoTool.version)"])
        #expect(right.status == .exited(0) && right.output.isEmpty, "\(right.errorText)")
        let wrong = try await Self.run(script, ["v9.9.9"])
        #expect(wrong.status == .exited(65))
        #expect(wrong.errorText == "check-tag: the tag is v9.9.9, but the program says \(CryptoTool.version)\n")
    }

    @Test("The formula for Homebrew is Ruby with the address and the sum", .needs(program: "ruby"))
    func formula() async throws {
        let text = try await Self.run("\(Self.folder)/.ci/formula", ["https://a.example/releases/x.tar.gz", "5u3"])
        #expect(text.outputText.contains("  url \"https://a.example/releases/x.tar.gz\"\n"))
        #expect(text.outputText.contains("  sha256 \"5u3\"\n"))
        let ruby = try #require(Executables.inPath("ruby"))
        let check = try await ToolProcess.run(ruby, ["-c"], input: .bytes(text.output))
        #expect(check.status == .exited(0), "\(check.errorText)")
    }

    // MARK: - Workflows

    /// The lines of a workflow that are run.
    private static func commands(of workflow: String) throws -> [String] {
        let text = String(decoding: try Files.bytes("\(folder)/.github/workflows/\(workflow)"), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            line.firstRange(of: "- run: ").map { String(line[$0.upperBound...]) }
        }
    }

    @Test("The workflows run scripts that exist, and README's two commands letter by letter")
    func workflows() async throws {
        let readme = String(decoding: try Files.bytes("\(Self.folder)/README.md"), as: UTF8.self)
        let build = try Self.commands(of: "build.yml")
        for command in build where command.hasPrefix("swift ") { #expect(readme.contains("\n    \(command)\n")) }
        #expect(build.count { $0.hasPrefix("swift ") } == 2)
        let scripts = try (build + Self.commands(of: "release.yml") + Self.commands(of: "live.yml"))
            .compactMap { $0.split(separator: " ").first }
            .filter { $0.hasPrefix(".ci/") }
        #expect(Set(scripts) == [".ci/run", ".ci/check-tag", ".ci/package", ".ci/test-packages", ".ci/live"])
        for script in scripts {
            let check = try await Self.run("/usr/bin/test", ["-x", "\(Self.folder)/\(script)"])
            #expect(check.status == .exited(0), "\(script)")
        }
    }

    @Test(
        "The workflows and the form for a problem are YAML",
        .needs(
            "python3 with PyYAML",
            check: { try await run("/usr/bin/python3", ["-c", "import yaml"]).status == .exited(0) }))
    func yaml() async throws {
        let files = [
            "workflows/build.yml", "workflows/release.yml", "workflows/live.yml", "ISSUE_TEMPLATE/problem.yml",
        ]
        let script = "import sys, yaml; print([len(yaml.safe_load(open(name))) for name in sys.argv[1:]])"
        let outcome = try await Self.run(
            "/usr/bin/python3", ["-c", script] + files.map { "\(Self.folder)/.github/\($0)" })
        #expect(outcome.outputText == "[4, 4, 4, 3]\n", "\(outcome.errorText)")
    }
}
