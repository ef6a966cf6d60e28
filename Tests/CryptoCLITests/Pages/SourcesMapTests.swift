import TestSupport
import Testing

/// Whether `Sources/README.md` names what exists.
@Suite("README of Sources", .computes, .quick)
struct SourcesMapTests {
    /// Returns the code spans, without code blocks.
    private static func terms() throws -> [String] {
        let text = String(decoding: try Files.bytes("\(PackageFolder.path)/Sources/README.md"), as: UTF8.self)
        let prose = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? $0.element : nil }
        return prose.flatMap { part in
            part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
        }
    }

    @Test("Names only existing files and folders")
    func paths() throws {
        let paths = try Self.terms().filter {
            ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) && !$0.contains("<")
        }
        #expect(paths.count > 20)
        for path in paths { #expect(Files.exists("\(PackageFolder.path)/\(path)"), "\(path)") }
    }

    @Test("Has a row for every target")
    func targets() throws {
        let text = String(decoding: try Files.bytes("\(PackageFolder.path)/Sources/README.md"), as: UTF8.self)
        for target in Files.names(in: "\(PackageFolder.path)/Sources") where !target.contains(".") {
            #expect(text.contains("\n| `\(target)` | "), "\(target)")
        }
    }

    @Test("Names only existing types and members")
    func names() throws {
        let sources = try Self.words(below: "Sources").union(Self.words(below: "Tests"))
        let names = try Self.terms().filter { term in
            term.first?.isUppercase == true && term.contains(where: \.isLowercase)
                && term.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } && !term.hasSuffix(".swift")
        }
        #expect(names.count > 20)
        for name in names {
            for part in name.split(separator: ".") { #expect(sources.contains(part), "\(name)") }
        }
    }

    @Test("The command that records runs every suite that records")
    func recording() throws {
        let command = try #require(try Self.terms().first { $0.hasPrefix("CRYPTO_RECORD_SNAPSHOTS=1") })
        let filter = command.split(separator: "'")[1].split(separator: "|")
        #expect(filter.count > 3)
        for (path, text) in try PackageFolder.swiftFiles(below: "Tests") where !path.contains("/TestSupport") {
            guard text.contains("expectSnapshot(") || text.contains("Snapshots.areRecorded") else { continue }
            #expect(path.hasSuffix("SourcesMapTests.swift") || filter.contains { path.contains("/\($0)") }, "\(path)")
        }
    }

    /// Returns the words of all Swift files below a folder, and the names of the files.
    private static func words(below folder: String) throws -> Set<Substring> {
        try PackageFolder.swiftFiles(below: folder).reduce(into: []) { words, file in
            words.formUnion(file.path.split(separator: "/"))
            words.formUnion(file.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        }
    }
}
