import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("The examples in the texts of the options work in each command", .quick)
struct OptionExampleTests {
    private static let lines = [
        "list": "list", "price": "price BTC", "convert": "convert 1 BTC SEK", "watch": "watch BTC --count 1",
        "aqi": "aqi Delhi",
    ]

    private static func option(_ name: String, of command: CommandInfo) throws -> OptionInfo {
        try #require(command.options.first { $0.name == name })
    }

    /// Runs the command of these options with more arguments.
    private static func run(_ command: CommandInfo, _ more: [String]) async throws -> ToolRun {
        let words = try #require(lines[command.name]).split(separator: " ").map(String.init)
        return await runTool(words + ["-p", "sample"] + more)
    }

    @Test(arguments: lines.keys.sorted())
    func template(name: String) async throws {
        let command = try CryptoTool.reference.tool.command(named: name)
        let text = try #require(try Self.option("template", of: command).help.split(separator: "'").dropFirst().first)
        let run = try await Self.run(command, ["--template", String(text)])
        #expect(run.status == .success && run.outputLines[0].contains(" "), "\(text): \(run.errors)")
    }

    @Test(arguments: lines.keys.sorted())
    func conditions(name: String) async throws {
        let command = try CryptoTool.reference.tool.command(named: name)
        let details = try #require(try Self.option("if", of: command).details)
        let list = try #require(details.split(separator: "'text': ").dropFirst().first?.split(separator: ";").first)
        let conditions = list.split(separator: ", ")
        #expect(conditions.count == 2)
        for condition in conditions {
            let run = try await Self.run(command, ["--if", String(condition)])
            #expect(run.status == .success || run.status == .noMatch, "\(condition): \(run.errors)")
        }
    }

    @Test("aqi speaks of readings and cities, not of prices and coins")
    func subject() throws {
        let air = try CryptoTool.reference.tool.command(named: "aqi")
        #expect(try Self.option("max-age", of: air).defaultText == "10m for current readings, see the manual")
        #expect(try Self.option("strict", of: air).help.contains("ambiguous city"))
        #expect(try !Self.option("strict", of: air).help.contains("coin"))
    }
}
