import CryptoCLI
import TestSupport
import Testing

@Suite("The config file", .quick)
struct ConfigFileTests {
    private static let sample = ["CRYPTO_PROVIDER": "sample"]

    /// Runs a line with a config file of this text at its default path.
    private func run(
        _ line: String, config: String, _ variables: [String: String] = sample
    ) async throws -> ToolRun {
        try await withTemporaryDirectory { directory in
            try directory.write(config, to: "crypto/config")
            return await runTool(line, variables.merging(["XDG_CONFIG_HOME": directory.path]) { $1 })
        }
    }

    @Test("Lines set options; the value is the rest of the line; comments and empty lines are ignored")
    func lines() async throws {
        let config = "# mine\r\n\n  --currency SEK\n--template={symbol} in {currency}\\n\n--quiet\n"
        let run = try await run("price BTC", config: config)
        #expect(run.output == "BTC in SEK\n")
    }

    @Test("A byte order mark before the first line is left out")
    func byteOrderMark() async throws {
        let run = try await run("list", config: "\u{FEFF}--fields symbol\n--limit 1\n--no-header\n")
        #expect(run.output == "BTC\n", "\(run.errors)")
    }

    @Test("Lines may end in CR LF")
    func windows() async throws {
        let run = try await run("list", config: "--fields symbol\r\n[list]\r\n--limit 2\r\n--no-header\r\n")
        #expect(run.output == "BTC\nETH\n", "\(run.errors)")
    }

    @Test("Blanks at the end of a value belong to it; those after a switch are ignored")
    func blanks() async throws {
        let run = try await run("price BTC", config: "--quiet  \n--template   {symbol}  \n")
        #expect(run.output == "BTC  ")
    }

    @Test("The lines of a section apply to one command; lines above it apply to commands that have the option")
    func sections() async throws {
        let config = "--limit 3\n[list]\n--fields symbol\n--no-header\n[price]\n--fields price\n"
        #expect(try await run("list", config: config).output == "BTC\nETH\nUSDT\n")
        #expect(try await run("price BTC", config: config).output == "    PRICE\n62,440.63\n")
    }

    @Test("The command line wins over a variable, a variable over the file, the file over the default")
    func precedence() async throws {
        let config = "[list]\n--limit 3\n"
        let line = "list --fields symbol --csv"
        #expect(try await run(line, config: config).outputLines.count == 4)
        let variables = Self.sample.merging(["CRYPTO_LIST_LIMIT": "2"]) { $1 }
        #expect(try await run(line, config: config, variables).outputLines.count == 3)
        #expect(try await run(line + " --limit 1", config: config, variables).outputLines.count == 2)
        #expect(try await run(line + " --no-config", config: config).outputLines.count == 51)
    }

    @Test(
        "A malformed line exits with 78 and names file, line and reason",
        arguments: [
            ("--limti 3", "unknown option '--limti'; did you mean '--limit'?"),
            ("[list]\n--foo", "unknown option '--foo'"), ("--foo 1", "unknown option '--foo'; did you mean '--for'?"),
            ("limit 3", "'limit 3' is not an option; write '--name value'"),
            ("[lits]", "unknown command 'lits'; did you mean 'list'?"),
            ("--limit x", "--limit: 'x' is not a whole number of 1 or more"),
            ("--limit", "missing value for '--limit <n>'"),
            ("--strict yes", "'--strict' takes no value, but 'yes' was given"),
            ("--fields prise", "--fields: unknown field 'prise'; did you mean 'price'? '--fields help' lists them"),
            ("--fields price,price", "--fields: 'price' is named twice"),
        ])
    func wrongLine(line: String, problem: String) async throws {
        let run = try await run("list", config: "# one\n\(line)\n")
        #expect(run.status == .configuration)
        #expect(run.output.isEmpty)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("crypto: /"))
        #expect(run.errors.hasSuffix("/crypto/config:\(line.contains("\n") ? 3 : 2): \(problem)\n"))
    }

    @Test(
        "A comment after a value belongs to the value, and the error says so",
        arguments: [
            ("--limit 3 # few", "--limit: '3 # few' is not a whole number of 1 or more"),
            ("--strict # mine", "'--strict' takes no value, but '# mine' was given"),
            ("--fields price # mine", "--fields: unknown field 'price # mine'; '--fields help' lists them"),
            ("--provider sample # mine", "--provider: unknown provider 'sample # mine'"),
            ("--currency SEK # mine", "--currency: unknown currency 'SEK # mine'"),
            ("--currency SEK\t# mine", "--currency: unknown currency 'SEK\\u{9}# mine'"),
            ("--format svg # x", "--format: 'svg # x' is not one of"), ("--currency S#K", nil),
        ])
    func comment(line: String, problem: String?) async throws {
        let run = try await run("list", config: "\(line)\n", [:])
        let remark = "; '#' begins a comment only at the start of a line"
        guard let problem else {
            #expect(!run.errors.contains(remark))
            return
        }
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("/crypto/config:1: \(problem)"), "\(run.errors)")
        #expect(run.errors.contains(remark), "\(run.errors)")
    }

    @Test("A rule about several options names such a comment too")
    func commentInRule() async throws {
        let rule = try await run("list", config: "--format json\n--template {price} # x\n", [:])
        #expect(rule.status == .configuration)
        #expect(rule.errors.contains("'#' begins a comment only at the start of a line"), "\(rule.errors)")
        let broken = try await run("list", config: "--if price > # x\n", [:])
        #expect(broken.errorLines.first?.contains("'#' begins a comment only at the start of a line") == true)
    }

    @Test(
        "So does an unknown or repeated provider",
        arguments: [("nobody", "unknown provider 'nobody'"), ("mock,mock", "'mock' is named twice")])
    func wrongProvider(names: String, problem: String) async throws {
        let run = try await run("list", config: "--provider \(names)\n", [:])
        #expect(run.status == .configuration)
        #expect(run.errors.contains("/crypto/config:1: --provider: \(problem)"))
    }

    @Test("So does an invalid condition or template, with a caret under the error")
    func wrongSyntax() async throws {
        for line in ["--if price>", "--template {symbol"] {
            let run = try await run("list", config: "\(line)\n")
            #expect(run.status == .configuration)
            #expect(run.errors.contains("/crypto/config:1: \(line.split(separator: " ")[0]): "))
            #expect(run.errorLines.count == 3)
            let overridden = try await self.run("list --if price>0 --template {symbol}", config: "\(line)\n")
            #expect(overridden.status == .success, "\(overridden.errors)")
        }
    }

    @Test("A file named on the command line must exist and be text; without a home there is none")
    func place() async throws {
        let missing = await runTool("list --config /nowhere/config", Self.sample)
        #expect(missing.status == .configuration)
        #expect(missing.errors == "crypto: --config: there is no file '/nowhere/config'\n")
        try await withTemporaryDirectory { directory in
            try Files.write([0x2D, 0x2D, 0xFF], to: directory.path("config"))
            let binary = await runTool(["list", "--config", directory.path("config")], Self.sample)
            #expect(binary.status == .configuration)
            let folder = await runTool(["list", "--config", directory.path], Self.sample)
            #expect(folder.status == .configuration)
        }
        #expect(await runTool("list --limit 1", Self.sample.merging(["HOME": "/nowhere"]) { $1 }).status == .success)
    }
}

extension ConfigFileTests {
    @Test("A config file that blocks does not outlast the deadline", .needsBuiltProduct("crypto"))
    func pipe() async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        try await withTemporaryDirectory { directory in
            let script = "mkfifo pipe && exec \(tool) list -p sample --config pipe --deadline 300ms"
            let outcome = try await ToolProcess.run("/bin/sh", ["-c", "cd \(directory.path) && \(script)"])
            #expect(outcome.status == .exited(75))
            #expect(outcome.output.isEmpty)
        }
    }
}
