#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CryptoProgram
import CommandLineKit
import Markets
import Rendering
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("Generated pages", .computes, .quick)
struct PagesCommittedTests {
    @Test(
        "Committed pages are those of the tables; CRYPTO_RECORD_SNAPSHOTS=1 writes them",
        arguments: CryptoTool.pages.map(\.name))
    func committed(_ name: String) throws {
        let page = try #require(CryptoTool.pages.first { $0.name == name })
        let path = "\(PackageFolder.path)/\(page.path)"
        let made = page.text()
        // What is written by hand is never written here.
        let isWritten = page.path == RecipePage.path || page.path.hasPrefix("Completions/")
        if !isWritten, Snapshots.areRecorded || !Files.exists(path) {
            try Files.write(Array(made.utf8), to: path)
            Issue.record("recorded \(page.path): look at it and run again")
            return
        }
        let kept = String(decoding: try Files.bytes(path), as: UTF8.self)
        let lines = zip(kept.split(separator: "\n"), made.split(separator: "\n"))
        let difference = lines.first { $0 != $1 }.map { "'\($0)' is now '\($1)'" } ?? "one is longer"
        let isCurrent = kept.utf8.elementsEqual(made.utf8)
        #expect(isCurrent, "\(page.path) is stale (CRYPTO_RECORD_SNAPSHOTS=1 updates it): \(difference)")
    }

    @Test("No other file is committed beside them")
    func nothingElse() {
        let committed = ["Man", "Completions"].flatMap { directory in
            Files.names(in: "\(PackageFolder.path)/\(directory)").map { "\(directory)/\($0)" }
        }
        // The pictures of README have tests of their own.
        let others = ["Man/pictures", "Man/CHANGELOG.md", "Man/pages.txt"]
        #expect(Set(committed) == Set(CryptoTool.pages.map(\.path) + others))
    }

    @Test("--generate prints a page and nothing else", arguments: CryptoTool.pages.map(\.name))
    func printed(_ name: String) async throws {
        for arguments in [["--generate", name], ["--generate=\(name)"]] {
            let run = await runTool(arguments)
            #expect(run.status == .success)
            #expect(run.output == CryptoTool.pages.first { $0.name == name }?.text())
            #expect(run.errors == "")
        }
    }

    @Test("All documented names exist, in one list")
    func names() {
        let names = CryptoTool.pages.map(\.name)
        let commands = CryptoTool.reference.tool.commands.map { "man-\($0.name)" }
        let others = [
            "man", "man-fields", "man-providers", "man-recipes", "complete-bash", "complete-zsh", "complete-fish",
        ]
        #expect(Set(names) == Set(commands + others))
        #expect(Set(names).count == names.count)
        #expect(Set(CryptoTool.reference.pageNames) == Set(names + ["catalog"]))
        #expect(CryptoTool.reference.pageNames.count == names.count + 1)
    }

    @Test("A failed write is an error; a closed pipe ends without a message")
    func failedWrite() async {
        let full = await runTool(["--generate", "man"], console: TestConsole(failing: .stdout(ENOSPC)))
        #expect(full.status == .inputOutput)
        #expect(full.errorLines.count == 1)
        let gone = await runTool(["--generate", "man"], console: TestConsole(failing: .brokenPipe))
        #expect(gone.status == .brokenPipe)
        #expect(gone.errors == "")
    }

    @Test("The pages have the fields and providers of every command, as --fields help and --provider help")
    func references() async throws {
        for command in CryptoTool.commands {
            let views = command.views
            // The pages also have the fields of --consensus, --holdings and --gaps, which other rows lack.
            let more = ["price": ["--consensus"], "list": ["--holdings"], "watch": ["--holdings", "--gaps"]]
            let all = [command.name] + more[command.name, default: []]
            let fields = await runTool(all + ["--fields", "help", "--template", "{field} {type}\\n"])
            #expect(fields.outputLines == views.fields.map { "\($0.name) \($0.type)" })
            let defaults = await runTool(
                [command.name, "--fields", "help", "--template", "{field} {default}\\n"])
            #expect(
                Set(defaults.outputLines.filter { $0.hasSuffix(" true") }.map { $0.dropLast(5) })
                    == Set(views.defaults.map { $0[...] }))
            let providers = await runTool([command.name, "--provider", "help", "--template", "{provider}\\n"])
            #expect(providers.outputLines.map { $0[...] } == command.providers(in: .builtIn).map { $0.name[...] })
        }
    }
}
