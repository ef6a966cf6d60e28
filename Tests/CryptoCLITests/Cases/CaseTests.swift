import TestSupport
import Testing

/// The files of `Tests/Cases`, whose directories have a test each, and those of `Tests/Providers`.
@Suite("Cases", .quick)
struct CaseTests {
    @Test("Air quality", arguments: CaseFile.all(in: "air"))
    func air(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Charts", arguments: CaseFile.all(in: "charts"))
    func charts(_ file: CaseFile) async throws { try await expect(file) }

    @Test("convert", arguments: CaseFile.all(in: "convert"))
    func convert(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Failures and fallbacks", arguments: CaseFile.all(in: "failures"))
    func failures(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Favorites and holdings", arguments: CaseFile.all(in: "favorites"))
    func favorites(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Formats of other programs", arguments: CaseFile.all(in: "formats"))
    func formats(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Help and completions", arguments: CaseFile.all(in: "help"))
    func help(_ file: CaseFile) async throws { try await expect(file) }

    @Test("What people type from habit, and what the program says or does", arguments: CaseFile.all(in: "hints"))
    func hints(_ file: CaseFile) async throws { try await expect(file) }

    @Test("price --history and --at", arguments: CaseFile.all(in: "history"))
    func history(_ file: CaseFile) async throws { try await expect(file) }

    @Test("list", arguments: CaseFile.all(in: "list"))
    func list(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Output files, --once, and what is kept between runs", arguments: CaseFile.all(in: "output"))
    func output(_ file: CaseFile) async throws { try await expect(file) }

    @Test("price", arguments: CaseFile.all(in: "price"))
    func price(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Options, variables and files of settings", arguments: CaseFile.all(in: "settings"))
    func settings(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Command lines in other forms, and those that cannot be run", arguments: CaseFile.all(in: "usage"))
    func usage(_ file: CaseFile) async throws { try await expect(file) }

    @Test("watch", arguments: CaseFile.all(in: "watch"))
    func watch(_ file: CaseFile) async throws { try await expect(file) }

    @Test("The requests and answers of each provider", arguments: CaseFile.ofProviders)
    func providers(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Recorded answers", .needsRecordings, arguments: CaseFile.recorded)
    func recorded(_ file: CaseFile) async throws { try await expect(file) }

    @Test("No directory is forgotten, and CRYPTO_CASE names a file")
    func directories() {
        let directories = [
            "air", "charts", "convert", "failures", "favorites", "formats", "help", "hints", "history", "list",
            "output", "price", "settings", "usage", "watch",
        ]
        #expect(Set(directories).isSuperset(of: Files.names(in: CaseFile.root + "/Cases")))
        let files = directories.flatMap { CaseFile.all(in: $0) } + CaseFile.ofProviders
        #expect(!(files + CaseFile.recorded).isEmpty)
    }

    /// Runs a file and compares it with what it says, or writes it with `CRYPTO_RECORD_CASES=1`.
    private func expect(_ file: CaseFile) async throws {
        let text = try await CaseRun.text(of: file)
        guard Snapshots.variable("CRYPTO_RECORD_CASES") != "1" else {
            try Files.write(Array(text.utf8), to: "\(CaseFile.root)/\(file.name)")
            return
        }
        let expected = file.lines.map { $0 + "\n" }.joined()
        guard !expected.utf8.elementsEqual(text.utf8) else { return }
        Issue.record("\(LineDifference(from: expected, to: text, of: "Tests/\(file.name)"))")
    }
}
