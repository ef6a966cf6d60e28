import TestSupport
import Testing

/// The files of `Tests/Cases`. Each directory has a test.
@Suite("Cases", .quick)
struct CaseTests {
    @Test("What people type from habit, and what the program says or does", arguments: CaseFile.all(in: "hints"))
    func hints(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Formats of other programs", arguments: CaseFile.all(in: "formats"))
    func formats(_ file: CaseFile) async throws { try await expect(file) }

    @Test("Command lines in other forms, and those that cannot be run", arguments: CaseFile.all(in: "usage"))
    func usage(_ file: CaseFile) async throws { try await expect(file) }

    @Test("No directory is forgotten, and CRYPTO_CASE names a file")
    func directories() {
        let directories = ["formats", "hints", "usage"]
        #expect(Files.names(in: CaseFile.root).sorted() == directories)
        #expect(directories.contains { !CaseFile.all(in: $0).isEmpty })
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
        Issue.record("\(LineDifference(from: expected, to: text, of: "Tests/Cases/\(file.name)"))")
    }
}
