import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let sample = ["list", "--provider", "sample"]

@Suite("The built tool: file descriptors and terminal", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct BuiltToolTests {
    @Test("A failed write exits with 74 and a reason", arguments: [sample, ["--help"], ["list", "--fields", "help"]])
    func failedWrite(_ arguments: [String]) async throws {
        let closed = try await runBuilt(arguments, output: .closed)
        #expect(closed.status == .exited(74))
        #expect(closed.errorText == "crypto: writing stdout failed: Bad file descriptor\n")
        guard Files.exists("/dev/full") else { return }
        let full = try await runBuilt(arguments, output: .file("/dev/full"))
        #expect(full.status == .exited(74))
        #expect(full.errorText == "crypto: writing stdout failed: No space left on device\n")
    }

    @Test("It does not use Swift's library for regular expressions, which is 1.2 MB of the installed program")
    func withoutRegularExpressions() async throws {
        try await withTemporaryDirectory { directory in
            // A part of the name of each of its symbols. Status 1 says that grep does not find it.
            let search = #"LC_ALL=C exec grep -q 17_StringProcessing "$1""#
            let outcome = try await runBuilt([], in: search, directory: directory)
            #expect(outcome.status == .exited(1), "\(outcome.errorText)")
        }
    }

    @Test("If the reader closes the pipe, the tool ends by SIGPIPE without a message")
    func brokenPipe() async throws {
        let outcome = try await runBuilt(muchOutput, output: .pipeClosedAfter(15))
        #expect(outcome.status == .signalled(SIGPIPE))
        #expect(outcome.outputText == "012345678901234")
        #expect(outcome.errors.isEmpty)
    }

    @Test("| head -1 in a shell is 141, even if SIGPIPE is ignored")
    func head() async throws {
        try await withTemporaryDirectory { directory in
            for shell in ["", "trap '' PIPE; "] {
                let pipeline = shell + #"{ "$@"; echo $? >"$0/code"; } | head -1"#
                let outcome = try await runBuilt(muchOutput, in: pipeline, directory: directory)
                #expect(outcome.output.count == 10_001)
                #expect(outcome.errors.isEmpty)
                let code = try Files.bytes(directory.path("code"))
                #expect(code == Array("141\n".utf8))
            }
        }
    }

    @Test(
        "It ends by SIGPIPE even if its parent ignored or blocked the signal",
        .needs(program: "python3"), arguments: ["SIG_IGN", "SIG_BLOCK"])
    func inheritedSignal(_ how: String) async throws {
        let python = try #require(Executables.inPath("python3"))
        let tool = try #require(Executables.builtProduct("crypto"))
        let script = """
            import os, sys, signal
            if sys.argv[1] == "SIG_IGN": signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            else: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGPIPE])
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let outcome = try await ToolProcess.run(
            python, ["-c", script, how, tool] + muchOutput,
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/"], output: .pipeClosedAfter(15))
        #expect(outcome.status == .signalled(SIGPIPE))
        #expect(outcome.errors.isEmpty)
    }

    @Test("If the reader neither reads nor closes, the deadline ends the tool with 75")
    func stuckReader() async throws {
        try await withTemporaryDirectory { directory in
            // The shell keeps the reading end of the pipe open and never reads.
            let shell = #"mkfifo "$0/pipe" && exec 3<>"$0/pipe" && exec "$@" >"$0/pipe""#
            let outcome = try await runBuilt(muchOutput + ["--deadline", "300ms"], in: shell, directory: directory)
            #expect(outcome.status == .exited(75))
            #expect(outcome.errorText.hasPrefix("crypto: the deadline passed while writing"))
            #expect(outcome.errorText.split(separator: "\n").count == 1)
            #expect(outcome.elapsed < .seconds(40))
        }
    }

    @Test("The deadline ends the tool even if stderr is the same full pipe")
    func stuckEverywhere() async throws {
        try await withTemporaryDirectory { directory in
            let shell = #"mkfifo "$0/pipe" && exec 3<>"$0/pipe" && exec "$@" >"$0/pipe" 2>&1"#
            let outcome = try await runBuilt(muchOutput + ["--deadline", "300ms"], in: shell, directory: directory)
            #expect(outcome.status == .exited(75))
            #expect(outcome.elapsed < .seconds(40))
        }
    }

    @Test(
        "The deadline ends the tool even if its parent blocked the signal of the deadline",
        .needs(program: "python3"))
    func blockedAlarm() async throws {
        let python = try #require(Executables.inPath("python3"))
        let tool = try #require(Executables.builtProduct("crypto"))
        let script = """
            import os, sys, signal
            reader, writer = os.pipe()
            os.set_inheritable(reader, True)
            os.dup2(writer, 1)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let outcome = try await ToolProcess.run(
            python, ["-c", script, tool] + muchOutput + ["--deadline", "300ms"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/"])
        #expect(outcome.status == .exited(75))
        #expect(outcome.errorText.hasPrefix("crypto: the deadline passed"))
    }

    @Test("With stdin, stderr or all three closed the tool works, and no socket takes their descriptors")
    func closedDescriptors() async throws {
        let rows = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoinNow)
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, times: 4, answer: rows)]) { server in
            let variables = server.variables(for: "coingecko")
            let line = ["price", "BTC", "-p", "coingecko", "-v", "--csv", "--no-header", "--fields", "symbol"]
            let noInput = try await runBuilt(line, variables, input: .closed)
            #expect(noInput.status == .exited(0))
            #expect(noInput.outputText == "BTC\r\n")
            let noErrors = try await runBuilt(line, variables, errors: .closed)
            #expect(noErrors.status == .exited(0))
            #expect(noErrors.outputText == "BTC\r\n")
            let noOutput = try await runBuilt(line.filter { $0 != "-v" }, variables, output: .closed)
            #expect(noOutput.status == .exited(74))
            #expect(noOutput.ownErrors == "crypto: writing stdout failed: Bad file descriptor\n")
            let nothing = try await runBuilt(line, variables, input: .closed, output: .closed, errors: .closed)
            #expect(nothing.status == .exited(74))
        }
        let failing = try await runBuilt(["list", "--limit", "0"], errors: .closed)
        #expect(failing.status == .exited(64))
        #expect(failing.output.isEmpty)
    }

    @Test("Where too few files may be open at once, the tool says so", arguments: [4, 5, 6])
    func descriptors(limit: Int) async throws {
        try await withTemporaryDirectory { directory in
            for arguments in [["--version"], ["price", "BTC", "-p", "coingecko", "--retries", "0"]] {
                let outcome = try await runBuilt(
                    arguments, in: #"ulimit -n \#(limit); exec "$@""#, directory: directory,
                    ["CRYPTO_COINGECKO_URL": "http://127.0.0.1:9"])
                #expect(outcome.status == .exited(69), "\(outcome.errorText)")
                #expect(outcome.outputText.isEmpty)
                #expect(outcome.errorText.hasPrefix("crypto: too few files may be open at once; "))
            }
        }
    }

    @Test("An argument that is not UTF-8 is refused with its position")
    func invalidUTF8() async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        let outcome = try await ToolProcess.run(tool, bytes: [Array("price".utf8), [0x42, 0xC3, 0x28]])
        #expect(outcome.status == .exited(64))
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorText == "crypto: argument 2 is not valid UTF-8\n")
    }

    @Test("On a terminal of 80 columns a table fits, has colors, and shows ages in words")
    func terminal() async throws {
        let size = TerminalSize(columns: 80)
        let list = try await runBuilt(sample + ["--currency", "SEK"], ["TERM": "xterm"], terminal: size)
        #expect(list.status == .exited(0))
        #expect(list.outputText.contains("\u{1B}[32m+2.08%\u{1B}[0m"))
        #expect(list.outputText.contains("Bitcoin"))
        #expect(widest(list.outputText) <= 80)
        let price = try await runBuilt(["price", "BTC", "-p", "sample"], ["TERM": "xterm"], terminal: size)
        #expect(price.outputText.contains("just now"))
        #expect(widest(price.outputText) <= 80)
        let narrow = try await runBuilt(sample, ["TERM": "xterm"], terminal: TerminalSize(columns: 20))
        #expect(widest(narrow.outputText) <= 20)
        let plain = try await runBuilt(sample, ["TERM": "xterm", "NO_COLOR": "1"], terminal: size)
        #expect(!plain.outputText.contains("\u{1B}"))
        #expect(widest(plain.outputText) <= 80)
    }

    @Test("A pipe gets every column and no color, whatever stderr is")
    func piped() async throws {
        let outcome = try await runBuilt(
            sample, ["TERM": "xterm"], output: .capture, terminal: TerminalSize(columns: 40))
        #expect(!outcome.outputText.contains("\u{1B}"))
        #expect(outcome.outputText.hasPrefix("RANK  SYMBOL  NAME"))
        #expect(outcome.outputText == (await runTool(sample)).output)
    }

    private func widest(_ text: String) -> Int {
        let plain = ["0", "1", "31", "32"].reduce(text) { $0.replacing("\u{1B}[\($1)m", with: "") }
        return plain.split(separator: "\n").map(\.count).max() ?? 0
    }
}
