import CryptoCLI
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("every example in a console block prints what README says")
    func examples() async throws {
        let examples = try Self.examples()
        #expect(examples.count >= 3)
        // One home for all of them: what one keeps in the own list, the next may show.
        try await withTemporaryDirectory { home in
            for example in examples {
                let run = await runTool(Array(example.words.dropFirst()), ["XDG_CONFIG_HOME": home.path])
                #expect(run.outputLines == example.output, "\(example.words.joined(separator: " "))")
                #expect(run.errors.isEmpty)
            }
        }
    }

    @Test("the first command of README prints coins in kronor")
    func firstCommand() async throws {
        let line = "swift run -c release crypto "
        let text = try Self.text()
        let command = try #require(text.split(separator: "\n").first { $0.contains(line) }?.split(separator: line).last)
        let run = await runTool(String(command))
        #expect(run.status == .success)
        #expect(run.outputLines.count == 51)
        #expect(run.outputLines.dropFirst().allSatisfy { $0.hasSuffix("  SEK") })
    }

    @Test("every exit status README tells of is one the tool has")
    func statuses() throws {
        let codes = try Self.text().split(separator: "\n").compactMap { line in
            line.hasPrefix("| ") ? Int32(line.dropFirst(2).prefix { $0.isNumber }) : nil
        }
        let known: [ToolStatus] = [
            .success, .noMatch, .usage, .invalidData, .unknownName, .unavailable, .inputOutput, .tryLater,
            .noPermission,
            .configuration,
        ]
        #expect(codes.map { ToolStatus.code($0) } == known)
    }

    private struct Example {
        let words: [String]
        let output: [String]
    }

    private static func text() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return String(decoding: try Files.bytes("/\(root)/README.md"), as: UTF8.self)
    }

    /// The commands and outputs of all ```console blocks.
    private static func examples() throws -> [Example] {
        var examples: [Example] = []
        for block in try text().split(separator: "```console\n").dropFirst() {
            let block = block.prefix(while: { $0 != "`" })
            for part in block.split(separator: "$ ") where part.hasPrefix("crypto ") {
                let lines = part.split(separator: "\n").map(String.init)
                examples.append(Example(words: words(of: lines[0]), output: Array(lines.dropFirst())))
            }
        }
        return examples
    }

    /// The words of a command line whose only quotes are single ones.
    private static func words(of line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
