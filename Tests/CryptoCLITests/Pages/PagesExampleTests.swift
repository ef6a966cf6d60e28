import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("Examples", .quick)
struct PagesExampleTests {
    private static let tool = CryptoTool.reference.tool
    private static let lines = (tool.examples + tool.commands.flatMap(\.examples)).map(\.line)

    @Test("Tests/Cases/help/examples.txt has the examples that need no network, at least one of each command")
    func withoutNetwork() throws {
        let cases = try CaseFile(name: "Cases/help/examples.txt").lines
        let offline = Self.lines.filter { $0.contains("--provider sample") }
        for line in offline { #expect(cases.contains("$ \(line)")) }
        for command in Self.tool.commands {
            #expect(offline.contains { $0.hasPrefix("crypto \(command.name) ") }, "\(command.name)")
        }
    }

    @Test("All examples of the pages parse, whichever providers they use")
    func understood() async throws {
        for line in Self.lines {
            // A command line with --fields help is parsed completely and makes no request.
            let page = line.contains("--fields") ? ["--provider", "help"] : ["--fields", "help"]
            let command = try #require(try ShellWords(line).commands.last)
            let run = await runTool(Array(command.dropFirst()) + page)
            #expect(run.status == .success, "\(line): \(run.errors)")
        }
    }
}
