import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Installing", .needsBuiltProduct("crypto"), .quick)
struct InstallTests {
    /// Installs the built program in an empty prefix below `DESTDIR`.
    private func withInstallation(_ body: (TemporaryDirectory) async throws -> Void) async throws {
        try await withTemporaryDirectory { home in
            let program = try #require(Executables.builtProduct("crypto"))
            let outcome = try await install(["--program", program], home)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            #expect(outcome.outputText.contains(home.path("dest/usr/bin/crypto")))
            try await body(home)
        }
    }

    private func install(_ arguments: [String], _ home: TemporaryDirectory) async throws -> ToolOutcome {
        try await ToolProcess.run(
            "\(PackageFolder.path)/.ci/install", arguments,
            environment: ["PATH": "/usr/bin:/bin", "DESTDIR": home.path("dest"), "PREFIX": "/usr"])
    }

    /// The result of a script of a shell that gets the directory `share` as its first argument.
    private func run(_ shell: String, _ script: String, _ home: TemporaryDirectory) async throws -> String {
        let outcome = try await ToolProcess.run(
            try #require(Executables.inPath(shell)), ["-c", script, shell, home.path("dest/usr/share")],
            environment: [
                "PATH": "\(home.path("dest/usr/bin")):/usr/bin:/bin", "HOME": home.path,
                "XDG_DATA_HOME": home.path("dest/usr/share"), "TERM": "dumb",
            ])
        return outcome.outputText + outcome.errorText
    }

    @Test("The program, each page and each completion are installed, and all are removed")
    func all() async throws {
        try await withInstallation { home in
            let share = "dest/usr/share"
            var files = [
                "dest/usr/bin/crypto", "\(share)/bash-completion/completions/crypto",
                "\(share)/zsh/site-functions/_crypto", "\(share)/fish/vendor_completions.d/crypto.fish",
            ]
            for page in Files.names(in: "\(PackageFolder.path)/Man") where page.last?.isNumber == true {
                files.append("\(share)/man/man\(try #require(page.last))/\(page)")
            }
            #expect(files.count >= 12)
            for file in files { #expect(Files.exists(home.path(file)), "\(file)") }
            let version = try await ToolProcess.run(home.path("dest/usr/bin/crypto"), ["--version"])
            #expect(version.outputText.hasPrefix("crypto "))

            let outcome = try await install(["--remove"], home)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            for file in files { #expect(!Files.exists(home.path(file)), "\(file)") }
        }
    }

    @Test("An unknown option is refused and installs nothing")
    func unknown() async throws {
        try await withTemporaryDirectory { home in
            let outcome = try await install(["--uninstall"], home)
            #expect(outcome.status == .exited(64))
            #expect(outcome.errorText == "install: unknown option --uninstall; use --remove or --program FILE\n")
            #expect(!Files.exists(home.path("dest")))
        }
    }

    @Test("bash completes from the installed file", .needs(.bash))
    func bash() async throws {
        let script = """
            . "$1/bash-completion/completions/crypto"
            COMP_CWORD=1 COMP_WORDS=(crypto li); _crypto; printf '%s ' "${COMPREPLY[@]}"; complete -p crypto
            """
        try await withInstallation { home in
            let text = try await run("bash", script, home)
            #expect(text.hasPrefix("list ") && text.contains("complete -F _crypto"), "\(text)")
        }
    }

    @Test("zsh finds the completion in the installed directory", .needs(.zsh))
    func zsh() async throws {
        let script =
            "fpath=($1/zsh/site-functions $fpath); autoload -Uz compinit && compinit -D -u; print $_comps[crypto]"
        try await withInstallation { home in
            let text = try await run("zsh", script, home)
            #expect(text == "_crypto\n")
        }
    }

    @Test("fish finds the completion in the installed directory by itself", .needs(.fish))
    func fish() async throws {
        try await withInstallation { home in
            let text = try await run("fish", "complete -C 'crypto li' | string split -f1 \\t", home)
            #expect(text == "list\n")
        }
    }

    @Test(
        "man finds the installed pages", .needs(program: "mandoc"))
    func man() async throws {
        try await withInstallation { home in
            let page = home.path("dest/usr/share/man/man1/crypto-price.1")
            let outcome = try await ToolProcess.run(
                try #require(Executables.inPath("mandoc")), ["-T", "utf8", page], environment: ["PATH": "/usr/bin:/bin"]
            )
            #expect(outcome.outputText.hasPrefix("CRYPTO-PRICE(1)"), "\(outcome.errorText)")
        }
    }

    @Test("shellcheck has no complaints about the scripts", .needs(program: "shellcheck"))
    func shellcheck() async throws {
        let folder = "\(PackageFolder.path)/.ci"
        let scripts = Files.names(in: folder).filter { $0 != "Containerfile" }.map { "\(folder)/\($0)" }
        #expect(scripts.count > 5)
        let outcome = try await ToolProcess.run(
            try #require(Executables.inPath("shellcheck")), scripts, environment: ["LC_ALL": "C.UTF-8"])
        #expect(outcome.outputText == "" && outcome.status == .exited(0))
    }
}
