import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Examples")
struct PagesExampleTests {
    /// Examples that need no network.
    private static let offline: [String] = {
        let tool = CryptoTool.reference.tool
        return (tool.examples + tool.commands.flatMap(\.examples)).map(\.line).filter {
            $0.contains("--provider sample")
        }
    }()

    @Test("of the pages do what they say", arguments: offline)
    func page(_ line: String) async throws {
        let run = await runTool(try #require(words(of: line)))
        #expect(run.status == .success)
        #expect(run.errors == "")
        let name = line.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        expectSnapshot(of: run.output, named: "example-\(name)")
    }

    @Test(
        "at least one of each command runs without network", arguments: CryptoTool.reference.tool.commands.map(\.name))
    func everyCommand(_ name: String) {
        #expect(Self.offline.contains { $0.hasPrefix("crypto \(name) ") })
    }

    @Test("of the pages are understood, whoever they would ask")
    func understood() async throws {
        let tool = CryptoTool.reference.tool
        for line in (tool.examples + tool.commands.flatMap(\.examples)).map(\.line) {
            // All is read of a command line that asks for a list of fields, and nobody is asked.
            let page = line.contains("--fields") ? ["--provider", "help"] : ["--fields", "help"]
            let run = await runTool(try #require(words(of: line)) + page)
            #expect(run.status == .success, "\(line): \(run.errors)")
        }
    }

    @Test("of README print what stands under them")
    func readme() async throws {
        let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let text = String(decoding: try Files.bytes(root.joined(separator: "/") + "/README.md"), as: UTF8.self)
        let blocks = text.components(between: "```console\n", and: "```")
        #expect(!blocks.isEmpty)
        for block in blocks {
            for example in block.split(separator: "$ ", omittingEmptySubsequences: true) {
                let line = example.prefix { $0 != "\n" }
                let expected = example.dropFirst(line.count).split(whereSeparator: \.isNewline)
                let run = await runTool(try #require(words(of: String(line))))
                #expect(run.outputLines == expected.map(String.init), "\(line)")
            }
        }
    }
}

/// The arguments of a command line without its first word, as a shell reads single quotes; nil where one is open.
private func words(of line: String) -> [String]? {
    var words: [String] = []
    for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
        if index % 2 == 1 {
            words.append(String(part))
        } else {
            words += part.split(separator: " ").map(String.init)
        }
    }
    return line.count { $0 == "'" } % 2 == 0 ? Array(words.dropFirst()) : nil
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [Substring] {
        var found: [Substring] = []
        var rest = self[...]
        while let opening = rest.firstRange(of: start) {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { break }
            found.append(rest[..<closing.lowerBound])
            rest = rest[closing.upperBound...]
        }
        return found
    }
}
