import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

/// `Tests/Cases/settings/effects-*.txt` has a run with each option, beside one without it, and
/// `Tests/Cases/output/once-*.txt` has a run with `--once` and each option.
@Suite("Each option that a command offers has cases", .quick)
struct OptionCaseTests {
    /// The words of each command line of the files of a directory whose names begin with a text.
    private func lines(_ directory: String, _ start: String) throws -> [[Substring]] {
        let names = Files.names(in: "\(CaseFile.root)/Cases/\(directory)").filter { $0.hasPrefix(start) }
        return try names.flatMap { try CaseFile(name: "Cases/\(directory)/\($0)").lines }
            .filter { $0.hasPrefix("$ ") }.map { $0.split(separator: " ") }
    }

    /// Whether a line runs a command with an option.
    private func runs(_ line: [Substring], _ command: String, _ option: String) -> Bool {
        guard let tool = line.firstIndex(of: "crypto"), line.dropFirst(tool + 1).first == command[...] else {
            return false
        }
        return line.contains(option[...])
    }

    /// Accepted by all commands with `mock`, although these have no ticks; and for old answers, which cache.txt has.
    private static let others = [
        "list rate", "price rate", "convert rate", "list stale-if-error", "price stale-if-error",
        "convert stale-if-error", "aqi stale-if-error",
    ]

    @Test("Each option of each command has a run that shows its effect")
    func effects() throws {
        let lines = try lines("settings", "effects-")
        for command in CryptoTool.reference.tool.commands {
            for option in command.options where !["help", "version"].contains(option.name) {
                let name = "\(command.name) \(option.name)"
                let isShown = lines.contains { runs($0, command.name, option.longForm) }
                #expect(isShown || Self.others.contains(name), "\(name)")
            }
        }
    }

    @Test("Each option has a run with --once: another state, the same state, or an error")
    func once() throws {
        let (known, refused) = (try lines("output", "once-state"), try lines("output", "once-rejected"))
        for command in CryptoTool.reference.tool.commands where command.name != "watch" {
            for option in command.options where !["help", "version"].contains(option.name) {
                let isKnown = known.contains { $0.contains(option.longForm[...]) }
                let isRefused = refused.contains { runs($0, command.name, option.longForm) }
                #expect(isKnown || isRefused, "\(command.name) \(option.name)")
            }
        }
    }
}
