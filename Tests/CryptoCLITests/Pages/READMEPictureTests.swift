import CryptoCLI
import TestFixtures
import TestSupport
import Testing

/// The pictures at the beginning of README, which the program makes from the provider `sample`.
@Suite("Pictures of README", .quick)
struct READMEPictureTests {
    private static let folder = "Man/pictures"

    /// The files by their names.
    private static func made() async throws -> [String: String] {
        let chart = await runTool("price BTC --chart --provider sample -f svg")
        #expect(chart.status == .success && chart.errors.isEmpty)
        var files = ["chart.svg": chart.output]
        for theme in TerminalTheme.all {
            let screen = try await View("list", "list --limit 12 -p sample").screen(columns: 100, theme: theme)
            let picture = TerminalPicture(
                of: screen, theme: theme, title: "crypto list",
                summary:
                    "A table of the largest coins: price, changes in percent, the last seven days as a line, volume "
                    + "and market capitalization. What rises is green and has a plus, what falls is red and has a minus."
            )
            files["list-\(theme).svg"] = picture.svg
        }
        return files
    }

    @Test("They are as the program makes them now; CRYPTO_RECORD_SNAPSHOTS=1 writes them")
    func committed() async throws {
        let folder = "\(PackageFolder.path)/\(Self.folder)"
        let files = try await Self.made()
        for (name, text) in files {
            guard !Snapshots.areRecorded else {
                try Files.write(Array(text.utf8), to: "\(folder)/\(name)")
                Issue.record("recorded \(name): look at it and run again")
                continue
            }
            let isCurrent = try Files.bytes("\(folder)/\(name)") == Array(text.utf8)
            #expect(isCurrent, "\(name) is stale (CRYPTO_RECORD_SNAPSHOTS=1 writes it)")
        }
        #expect(Set(Files.names(in: folder)) == Set(files.keys))
    }

    @Test("README shows each, before its first section, to light and dark pages, and says what is seen")
    func shown() throws {
        let text = String(decoding: try Files.bytes("\(PackageFolder.path)/README.md"), as: UTF8.self)
        let top = try #require(text.split(separator: "\n## ").first)
        let shown = top.matches(of: /(?:src|srcset)="([^"]+)"/).map { String($0.1) }
        #expect(
            Set(shown) == Set(Files.names(in: "\(PackageFolder.path)/\(Self.folder)").map { "\(Self.folder)/\($0)" }))
        for theme in TerminalTheme.all {
            let source =
                "<source media=\"(prefers-color-scheme: \(theme))\" srcset=\"\(Self.folder)/list-\(theme).svg\">"
            #expect(top.contains(source))
        }
        let images = top.matches(of: /<img[^>]*>/)
        #expect(images.count == 2 && images.allSatisfy { $0.0.firstMatch(of: /alt="[^"]{40,}"/) != nil })
    }
}
