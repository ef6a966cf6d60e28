import CommandLineKit
import CryptoCLI
import TestSupport
import Testing

@Suite("README", .quick)
struct READMETests {
    @Test("Every example in a console block prints what README shows")
    func examples() async throws {
        let examples = try Self.examples()
        #expect(examples.count >= 3)
        // All share one home, so that an example can show the favorites that an earlier one added.
        try await withTemporaryDirectory { home in
            for example in examples {
                let variables = ["XDG_CONFIG_HOME": home.path, "XDG_STATE_HOME": home.path]
                let run = await runTool(Array(example.words.dropFirst()), variables)
                #expect(run.outputLines == example.output, "\(example.words.joined(separator: " "))")
                #expect(run.errors.isEmpty)
            }
        }
    }

    @Test("The first command of README prints coins in kronor")
    func firstCommand() async throws {
        let line = "swift run -c release crypto "
        let text = try Self.text()
        let command = try #require(text.split(separator: "\n").first { $0.contains(line) }?.split(separator: line).last)
        let run = await runTool(String(command))
        #expect(run.status == .success)
        #expect(run.outputLines.count == 6)
        #expect(run.outputLines.dropFirst().allSatisfy { $0.hasSuffix("  SEK") })
    }

    @Test(
        "The prompt shows what cron asked for, without a request, and is empty before that",
        .needsBuiltProduct("crypto"))
    func prompt() async throws {
        let lines = try Self.text().split(separator: "\n")
        let cron = try #require(lines.first { $0.contains("* * * * crypto ") }?.split(separator: "* ").last)
        let setting = try #require(lines.first { $0.contains("PS1='") })
        let begin = try #require(setting.firstRange(of: "$("))
        let end = try #require(setting.firstRange(of: ")\\$ '"))
        let prompt = setting[begin.upperBound..<end.lowerBound]
        let tool = try #require(Executables.builtProduct("crypto"))
        let folder = tool.split(separator: "/").dropLast().joined(separator: "/")
        try await withTemporaryDirectory { home in
            let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
            try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
                let variables = server.variablesForDefaultChains
                    .merging(["HOME": home.path, "PATH": "/\(folder):/usr/bin:/bin"]) { $1 }
                func shell(_ line: Substring) async throws -> String {
                    let outcome = try await ToolProcess.run("/bin/sh", ["-c", String(line)], environment: variables)
                    return outcome.outputText + outcome.errorText
                }
                let (before, filling, after) = (try await shell(prompt), try await shell(cron), try await shell(prompt))
                #expect((before, filling, after) == ("", "", "BTC 67024 "))
            }
        }
    }

    /// The lines around the list of providers.
    private static let marks = (
        begin: "<!-- What follows is made of the provider table; "
            + "CRYPTO_RECORD_SNAPSHOTS=1 swift test --filter README writes it. -->\n",
        end: "<!-- end -->\n"
    )

    @Test("The providers in README are those of the tables; CRYPTO_RECORD_SNAPSHOTS=1 writes them")
    func providers() async throws {
        var made = "\n| provider | jobs | key | interface | what it is |\n| --- | --- | --- | --- | --- |\n"
        for command in ["price", "aqi"] {
            let row = #"| `{provider}` | {jobs} | {key} | {standing} | {summary} |\n"#
            made += await runTool([command, "--provider", "help", "--template", row]).output
        }
        made += "\n"
        let text = try Self.text()
        let begin = try #require(text.firstRange(of: Self.marks.begin)).upperBound
        let end = try #require(text.firstRange(of: Self.marks.end)).lowerBound
        guard Snapshots.areRecorded else {
            let isCurrent = text[begin..<end] == made
            #expect(isCurrent, "README's providers are stale; CRYPTO_RECORD_SNAPSHOTS=1 writes them")
            return
        }
        try Files.write(Array((text[..<begin] + made + text[end...]).utf8), to: Self.path)
        Issue.record("recorded README.md: look at it and run again")
    }

    @Test("README has the exit statuses of the manual, each signal of its own")
    func statuses() throws {
        let rows = try Self.text().split(separator: "\n").filter { $0.hasPrefix("| ") }
        let codes = rows.flatMap { $0.split(separator: "|")[0].split { $0 == " " || $0 == "," }.compactMap { Int($0) } }
        let known = CryptoTool.reference.exitCodes.compactMap { Int($0.term) } + [129, 130, 141, 143]
        #expect(codes == known)
    }

    private struct Example {
        let words: [String]
        let output: [String]
    }

    private static let path = PackageFolder.path + "/README.md"

    private static func text() throws -> String {
        String(decoding: try Files.bytes(path), as: UTF8.self)
    }

    /// Returns the commands and outputs of all ```console blocks.
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

    /// Returns the words of a command line that has only single quotes.
    private static func words(of line: String) -> [String] {
        line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
