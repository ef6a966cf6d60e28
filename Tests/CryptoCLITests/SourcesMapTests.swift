import TestSupport
import Testing

/// Whether `Sources/README.md` leads to what is there.
@Suite("README of Sources")
struct SourcesMapTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// What is written as code, without the blocks of several lines.
    private static func terms() throws -> [String] {
        let text = String(decoding: try Files.bytes("\(root)/Sources/README.md"), as: UTF8.self)
        let prose = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset.isMultiple(of: 2) ? $0.element : nil }
        return prose.flatMap { part in
            part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
        }
    }

    @Test("names only files and folders that exist")
    func paths() throws {
        let paths = try Self.terms().filter {
            ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) && !$0.contains("<")
        }
        #expect(paths.count > 20)
        for path in paths { #expect(Files.exists("\(Self.root)/\(path)"), "\(path)") }
    }

    @Test("has a row for every target")
    func targets() throws {
        let text = String(decoding: try Files.bytes("\(Self.root)/Sources/README.md"), as: UTF8.self)
        for target in Files.names(in: "\(Self.root)/Sources") where !target.contains(".") {
            #expect(text.contains("\n| `\(target)` | "), "\(target)")
        }
    }

    @Test("names only types and members that the code has")
    func names() throws {
        let sources = try Self.swift(in: "\(Self.root)/Sources").union(Self.swift(in: "\(Self.root)/Tests"))
        let names = try Self.terms().filter { term in
            term.first?.isUppercase == true && term.contains(where: \.isLowercase)
                && term.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." } && !term.hasSuffix(".swift")
        }
        #expect(names.count > 20)
        for name in names {
            for part in name.split(separator: ".") { #expect(sources.contains(part), "\(name)") }
        }
    }

    /// The words of all Swift files below a folder, and of the package's description.
    private static func swift(in folder: String) throws -> Set<Substring> {
        var words: Set<Substring> = []
        for name in Files.names(in: folder) {
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") {
                let text = String(decoding: try Files.bytes(path), as: UTF8.self)
                words.formUnion(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
            } else if !name.contains(".") {
                words.insert(name[...])
                words.formUnion(try swift(in: path))
            }
        }
        return words
    }
}
