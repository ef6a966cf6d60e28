import CommandLineKit
import CryptoCLI
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("README", .quick)
struct READMETests {
    @Test("Every example in a console block prints what README shows")
    func examples() async throws {
        let shown = try Self.examples()
        // All share one home, so that an example can show the favorites that an earlier one added.
        // A terminal shows neither line ends nor the status 1 of no row.
        let printed = try await CaseRun.text(of: shown).replacing("(crlf)\n", with: "").replacing("=> 1\n", with: "")
        #expect(shown.lines.count { $0.hasPrefix("$ ") } >= 3)
        let expected = shown.lines.map { $0 + "\n" }.joined()
        #expect(printed == expected, "\(LineDifference(from: expected, to: printed, of: shown.name))")
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

    @Test("The crontab line of README sends no mail for a year while the first provider is down and nothing happens")
    func silent() async throws {
        let line = try #require(
            try Self.text().split(separator: "\n").first { $0.contains(" --once") && $0.contains("* * * * crypto ") })
        let command = try #require(line.split(separator: "* crypto ").last)
        let words = try ShellWords(command).words
        let clock = TestClock()
        let change = Mutex("-1.5")
        let answer = Answer.making { _ in
            let quote =
                #"[{"symbol":"USD","price":9,"percent_change_24h":\#(change.withLock(\.self)),"last_updated":"\#(clock.now)"}]"#
            let rows = [(1, "BTC"), (2, "ETH")].map {
                #"{"id":\#($0),"symbol":"\#($1)","cmc_rank":\#($0),"quote":\#(quote)}"#
            }
            return .json(#"{"status":{"error_code":"0"},"data":[\#(rows.joined(separator: ","))]}"#)
        }
        let exchanges: [Exchange] = [
            .get(CoinGeckoAnswers.path, times: .any, answer: .disconnect()),
            .get(CoinMarketCapAnswers.path, times: .any, answer: answer),
        ]
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                let variables = OnceHome(home: home).variables(server)
                for day in 0..<366 {
                    let run = await runTool(words, variables, time: clock.source)
                    #expect(run.status == .noMatch && run.output.isEmpty && run.errors.isEmpty, "\(day): \(run.errors)")
                    try await clock.source.sleep(.seconds(86_400))
                }
                change.withLock { $0 = "-6" }
                let run = await runTool(words, variables, time: clock.source)
                #expect(run.status == .success && run.outputLines.count == 3)
                #expect(run.errorLines.count == 2, "\(run.errors)")
                #expect(run.errorLines.first?.hasSuffix("; trying coinmarketcap") == true)
                #expect(run.errorLines.last == CoinMarketCapAnswers.attribution)
                let next = await runTool(words, variables, time: clock.source)
                #expect(next.status == .noMatch && next.output.isEmpty && next.errors.isEmpty, "\(next.errors)")
            }
        }
    }

    @Test("README's chapter of providers links to the page that has all of them")
    func providers() throws {
        let chapter = try #require(
            try Self.text().split(separator: "\n## Providers\n").last?.split(separator: "\n## ").first)
        let page = try #require(CryptoTool.pages.first { $0.name == "man-providers" })
        #expect(chapter.contains("](\(page.path))"))
        #expect(chapter.contains("`crypto price --provider help`"))
    }

    @Test("README has the exit statuses of the manual, each signal of its own")
    func statuses() throws {
        let rows = try Self.text().split(separator: "\n").filter { $0.hasPrefix("| ") }
        let codes = rows.flatMap { $0.split(separator: "|")[0].split { $0 == " " || $0 == "," }.compactMap { Int($0) } }
        let known = CryptoTool.reference.exitCodes.compactMap { Int($0.term) } + [129, 130, 141, 143]
        #expect(codes == known)
    }

    private static let path = PackageFolder.path + "/README.md"

    private static func text() throws -> String {
        String(decoding: try Files.bytes(path), as: UTF8.self)
    }

    /// Returns the lines of all ```console blocks, which are read as a case file is.
    private static func examples() throws -> CaseFile {
        let blocks = try text().split(separator: "```console\n").dropFirst().compactMap {
            $0.split(separator: "\n```").first
        }
        return CaseFile(
            name: "README.md",
            lines: blocks.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) })
    }
}
