import TestSupport
import Testing

@Suite("convert -: stdin of the built tool", .needsBuiltProduct("crypto"), .endsHang)
struct ConvertBuiltTests {
    private let line = ["convert", "-", "EUR", "SEK", "-p", "sample", "--csv", "--no-header", "--fields", "result"]

    @Test("A closed stdin and a directory as stdin exit with 74 and a reason")
    func failedRead() async throws {
        let closed = try await runBuilt(line, input: .closed)
        #expect(closed.status == .exited(74))
        #expect(closed.output.isEmpty)
        #expect(closed.errorText == "crypto: reading stdin failed: Bad file descriptor\n")
        try await withTemporaryDirectory { directory in
            let outcome = try await runBuilt(line, in: #""$@" <"$0""#, directory: directory)
            #expect(outcome.status == .exited(74))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorText == "crypto: reading stdin failed: Is a directory\n")
        }
    }

    @Test("/dev/null has no lines; a pipe has those that are written to it")
    func pipe() async throws {
        let nothing = try await runBuilt(line, input: .null)
        #expect(nothing.status == .exited(0))
        #expect(nothing.output.isEmpty)
        let lines = try await runBuilt(line, input: .bytes(Array("1\r\nx\n2".utf8)))
        #expect(lines.status == .exited(65))
        #expect(lines.outputText == "11.1893\r\n22.3786\r\n")
        #expect(lines.errorText == "crypto: line 2: 'x' is not an amount\n")
    }

    @Test(
        "Memory does not grow with the number of lines or with a line without an end",
        .long, .needs(program: "python3"), arguments: ["csv", "table", "json"])
    func flat(format: String) async throws { try await expectFlat(format, thousands: 100, mebibytes: 256) }

    @Test("Memory does not grow with some lines or with a line of 48 MiB", .quick, .needs(program: "python3"))
    func flatOnce() async throws { try await expectFlat("csv", thousands: 20, mebibytes: 48) }

    /// Expects that thousands of lines, and one line of so many MiB without an end, take no memory.
    private func expectFlat(_ format: String, thousands: Int, mebibytes: Int) async throws {
        let python = try #require(Executables.inPath("python3"))
        let tool = try #require(Executables.builtProduct("crypto"))
        let script = """
            import os, subprocess, sys
            def peak(piece, times):
                tool = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
                try:
                    for _ in range(times): tool.stdin.write(piece)
                    tool.stdin.close()
                except BrokenPipeError: pass
                return os.wait4(tool.pid, 0)[2].ru_maxrss // 1024
            few = peak(b"1\\n", 1)
            print(peak(b"12.5\\n" * 1000, \(thousands)) - few, peak(b"x" * 65536, 16 * \(mebibytes)) - few)
            """
        let outcome = try await ToolProcess.run(
            python, ["-c", script, tool, "convert", "-", "EUR", "SEK", "-p", "sample", "-f", format])
        let more = outcome.outputText.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(more.count == 2, "\(outcome.errorText)")
        // MiB: a table buffers its first 16,384 rows.
        #expect(more[0] < 24 && more[1] < 24, "\(more)")
        #expect(outcome.errorText == "crypto: line 1: does not end within 1048576 bytes; nothing is read after it\n")
    }

    @Test("With | head -1, convert exits with 141 without a message although stdin continues")
    func head() async throws {
        try await withTemporaryDirectory { directory in
            let pipeline = #"yes 1 | { "$@"; echo $? >"$0/code"; } | head -1"#
            let outcome = try await runBuilt(line, in: pipeline, directory: directory)
            #expect(outcome.outputText == "11.1893\r\n")
            #expect(outcome.errors.isEmpty)
            #expect(try Files.bytes(directory.path("code")) == Array("141\n".utf8))
        }
    }

    @Test("A full disk exits with 74", .needs("/dev/full", Files.exists("/dev/full")))
    func fullDisk() async throws {
        let outcome = try await runBuilt(line, input: .bytes(Array("1\n".utf8)), output: .file("/dev/full"))
        #expect(outcome.status == .exited(74))
        #expect(outcome.errorText == "crypto: writing stdout failed: No space left on device\n")
    }
}
