import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Examples", .quick)
struct PagesExampleTests {
    /// Examples that need no network.
    private static let offline: [String] = {
        let tool = CryptoTool.reference.tool
        return (tool.examples + tool.commands.flatMap(\.examples)).map(\.line).filter {
            $0.contains("--provider sample")
        }
    }()

    @Test("Examples of the pages do what their captions say", arguments: offline)
    func page(_ line: String) async throws {
        let run = await runTool(try #require(words(of: line)))
        #expect(run.status == .success)
        #expect(run.errors == "")
        let name = line.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        expectSnapshot(of: run.output, named: "example-\(name)")
    }

    @Test(
        "At least one example of each command runs without network",
        arguments: CryptoTool.reference.tool.commands.map(\.name))
    func everyCommand(_ name: String) {
        #expect(Self.offline.contains { $0.hasPrefix("crypto \(name) ") })
    }

    @Test("All examples of the pages parse, whichever providers they use")
    func understood() async throws {
        let tool = CryptoTool.reference.tool
        for line in (tool.examples + tool.commands.flatMap(\.examples)).map(\.line) {
            // A command line with --fields help is parsed completely and makes no request.
            let page = line.contains("--fields") ? ["--provider", "help"] : ["--fields", "help"]
            let command = line.split(separator: "| ").last.map(String.init) ?? line
            let run = await runTool(try #require(words(of: command)) + page)
            #expect(run.status == .success, "\(line): \(run.errors)")
        }
    }
}

/// Returns the arguments of a command line without its first word, with single quotes as in a shell; nil for an open
/// one.
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
