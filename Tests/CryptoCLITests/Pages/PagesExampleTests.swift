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
            let command = line.split(separator: "| ").last.map(String.init) ?? line
            let run = await runTool(try #require(words(of: command)) + page)
            #expect(run.status == .success, "\(line): \(run.errors)")
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
