#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Testing

@testable import TestSupport

@Suite("Tool process", .quick)
struct ToolProcessTests {
    private func shell(
        _ script: String, environment: [String: String] = [:], input: ToolProcess.Input = .null,
        output: ToolProcess.Output? = nil, errors: ToolProcess.Output? = nil, terminal: TerminalSize? = nil,
        timeout: Duration = .seconds(20)
    ) async throws -> ToolOutcome {
        try await ToolProcess.run(
            "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            input: input, output: output, errors: errors, terminal: terminal, timeout: timeout)
    }

    @Test("Status, stdout and stderr are separate, and the process has only the given environment")
    func plain() async throws {
        let outcome = try await shell("echo $A$HOME; echo err >&2; exit 65", environment: ["A": "b"])
        #expect(outcome.status == .exited(65))
        #expect(outcome.outputText == "b\n")
        #expect(outcome.errorText == "err\n")
    }

    @Test("Arguments need not be UTF-8")
    func bytes() async throws {
        let outcome = try await ToolProcess.run(
            "/bin/sh", bytes: ["-c", "printf %s \"$1\"", "sh"].map { Array($0.utf8) } + [[0xFF, 0x41]])
        #expect(outcome.output == [0xFF, 0x41])
    }

    @Test("A megabyte goes in and out", arguments: [1 << 20])
    func large(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let outcome = try await shell("cat", input: .bytes(bytes))
        #expect(outcome.status == .exited(0))
        #expect(outcome.output == bytes)
    }

    @Test("Unread input is no error")
    func unreadInput() async throws {
        let outcome = try await shell("exec <&-; exit 3", input: .bytes([UInt8](repeating: 0, count: 1 << 20)))
        #expect(outcome.status == .exited(3))
    }

    @Test("Closed descriptors are not open in the process")
    func closed() async throws {
        let reading = try await shell("cat", input: .closed)
        #expect(reading.status == .exited(1))
        let writing = try await shell("echo x", output: .closed)
        #expect(writing.status != .exited(0))
        #expect(writing.output.isEmpty)
        #expect(!writing.errors.isEmpty)
    }

    @Test("Output goes to a file")
    func file() async throws {
        try await withTemporaryDirectory { directory in
            let outcome = try await shell("echo x", output: .file(directory.path("out")))
            let written = try Files.bytes(directory.path("out"))
            #expect(outcome.status == .exited(0))
            #expect(written == Array("x\n".utf8))
        }
    }

    @Test("A reader that closes its pipe ends the writer by SIGPIPE")
    func brokenPipe() async throws {
        let outcome = try await shell("while :; do echo 0123456789; done", output: .pipeClosedAfter(15))
        #expect(outcome.status == .signalled(SIGPIPE))
        #expect(outcome.outputText == "0123456789\n0123")
    }

    @Test("A signal is distinguished from an exit code")
    func signal() async throws {
        #expect(try await shell("kill -TERM $$").status == .signalled(SIGTERM))
    }

    @Test("An interruption reaches the process after the given number of output bytes")
    func interruption() async throws {
        let script = "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.01; done"
        let outcome = try await ToolProcess.run(
            "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
            interruption: .init(SIGTERM, afterOutputBytes: 6))
        #expect(outcome.status == .exited(9))
        #expect(outcome.outputText == "ready\ncaught\n")
    }

    @Test("At the timeout the process group is killed, and its output is kept")
    func timeout() async throws {
        let outcome = try await shell("echo begun; sleep 600 & wait", timeout: .milliseconds(300))
        #expect(outcome.status == .timedOut)
        #expect(outcome.outputText == "begun\n")
        #expect(outcome.elapsed >= .milliseconds(300))
        #expect(outcome.elapsed < .seconds(40))
    }

    @Test("A child left behind with stdout open does not block the runner, and is killed")
    func leftBehind() async throws {
        let outcome = try await shell("sleep 600 & echo $!", timeout: .seconds(20))
        #expect(outcome.status == .exited(0))
        #expect(outcome.elapsed < .seconds(40))
        let child = try #require(pid_t(outcome.outputText.dropLast()))
        try await expectEventually("it is still running") { !Files.isRunning(child) }
    }

    @Test("In a pty stdin, stdout and stderr are the controlling terminal, with the given size")
    func terminal() async throws {
        let script = "test -t 1 && test -t 2 && stty size </dev/tty && echo err >&2"
        let outcome = try await shell(script, terminal: TerminalSize(columns: 61, rows: 17))
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "17 61\nerr\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test("One stream may be the terminal and the other a pipe")
    func mixed() async throws {
        let size = TerminalSize(columns: 80)
        let piped = try await shell("test -t 1; echo $?; test -t 2; echo $? >&2", output: .capture, terminal: size)
        #expect(piped.outputText == "1\n")
        #expect(piped.errorText == "0\n")
        let typed = try await shell("read line; echo \"<$line>\"", input: .typed(Array("hello\n".utf8)), terminal: size)
        #expect(typed.outputText == "<hello>\n")
    }

    @Test(
        "No other descriptor of the test process is open in the process",
        .needs("/proc/self/fd", Files.exists("/proc/self/fd")))
    func onlyThree() async throws {
        let kept = dup(2)
        defer { close(kept) }
        let outcome = try await shell("ls /proc/self/fd")
        // Descriptor 3 is the directory that ls reads.
        #expect(outcome.outputText.split(separator: "\n") == ["0", "1", "2", "3"])
    }

    @Test("A failed spawn is thrown")
    func missing() async {
        await #expect(throws: SystemCallFailure("posix_spawn /nonexistent/tool", code: ENOENT)) {
            try await ToolProcess.run("/nonexistent/tool")
        }
    }

    @Test("Ctrl-D typed on the terminal ends the input")
    func typedEnd() async throws {
        let outcome = try await shell("cat; echo end", input: .typed([4]), terminal: TerminalSize(columns: 1))
        #expect(outcome.outputText == "end\n")
    }
}
