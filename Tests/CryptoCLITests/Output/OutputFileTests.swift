import CryptoCLI
import Platform
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--output: a file in place of stdout", .quick, .endsHang)
struct OutputFileTests {
    private static let rows = "symbol,price\r\nBTC,62440.63\r\n"
    private static let line = "price BTC -p sample --csv --fields symbol,price"

    private func text(_ path: String) throws -> String { String(decoding: try Files.bytes(path), as: UTF8.self) }

    private func mode(of path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
    }

    @Test(
        "The file has the chart that stdout would have; its ending sets the format",
        arguments: [
            ("price BTC --chart -f svg", "rows"), ("price BTC --chart", "x.svg"), ("aqi Delhi --chart", "x.SVG"),
        ])
    func charts(line: String, name: String) async throws {
        try await withTemporaryDirectory { directory in
            let run = await runTool("\(line) -p sample -o \(directory.path(name))", columns: 30)
            #expect(run.status == .success && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
            let plain = await runTool("\(line.replacing(" -f svg", with: "")) -p sample -f svg")
            let written = try text(directory.path(name))
            #expect(written == plain.output)
            #expect(Files.names(in: directory.path) == [name])
        }
    }

    @Test("More than fits in memory at once, too")
    func large() async throws {
        try await withTemporaryDirectory { directory in
            let lines = String(repeating: "12.5\n", count: 60_000)
            let inputs = OneRead(Array(lines.utf8))
            let run = await runTool(
                ["convert", "-", "BTC", "SEK", "-p", "sample", "--json", "-o", directory.path("rows")],
                input: { .success(inputs.next()) })
            #expect(run.status == .success)
            let bytes = try Files.bytes(directory.path("rows"))
            #expect(bytes.count > 5 << 20 && bytes.count { $0 == 0x0A } == 60_002)
            #expect(Files.names(in: directory.path) == ["rows"])
        }
    }

    @Test("A replaced file keeps its mode, and a symbolic link leads to the new content", arguments: [0o600, 0o640])
    func keeps(permissions: UInt32) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "deep/real")
            chmod(path, mode_t(permissions))
            symlink("deep/real", directory.path("link"))
            #expect(await runTool("\(Self.line) --output=\(directory.path("link"))").status == .success)
            #expect(try text(path) == Self.rows)
            #expect(mode(of: path) == permissions)
            var status = stat()
            #expect(lstat(directory.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        }
    }

    @Test("A full device is 74", .needsLinux)
    func full() async {
        let full = await runTool("\(Self.line) -o /dev/full")
        #expect(full.status == .inputOutput && full.output.isEmpty)
        #expect(full.errors == "crypto: /dev/full: cannot be written: No space left on device\n")
    }

    @Test("A directory where not even root can make files is 74", .needsLinux)
    func refused() async {
        let run = await runTool("\(Self.line) -o /sys/kernel/rows")
        #expect(run.status == .inputOutput && run.errors.contains("/sys/kernel"), "\(run.errors)")
    }

    @Test(
        "A file or a directory without the permission is 74",
        .needs("a user other than root, who can write everywhere", geteuid() != 0))
    func readOnly() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "place/rows")
            for (mode, place) in [(0o555, "place"), (0o444, "place/rows")] {
                chmod(directory.path(place), mode_t(mode))
                let run = await runTool("\(Self.line) -o \(path)")
                chmod(directory.path(place), 0o755)
                #expect(run.status == .inputOutput && run.errors.contains("Permission denied"), "\(run.errors)")
                #expect(try text(path) == "old")
            }
        }
    }

    @Test("The next run removes the temporary file of a killed run, not that of a live one and no other file")
    func abandoned() async throws {
        try await withTemporaryDirectory { directory in
            let names = [".rows.20261101", ".rows.crypto-0123456789abcdef", ".rows.crypto-1111111111111111"]
            let live = open(try names.map { try directory.write("x", to: $0) }[2], O_RDONLY | O_CLOEXEC)
            defer { close(live) }
            #expect(flock(live, LOCK_EX) == 0)
            #expect(await runTool("\(Self.line) -o \(directory.path("rows"))").status == .success)
            #expect(Files.names(in: directory.path) == [names[0], names[2], "rows"])
        }
    }

    @Test("The file may have as long a name as the system allows", arguments: [233, 249, 255])
    func longName(length: Int) async throws {
        try await withTemporaryDirectory { directory in
            let name = String(repeating: "å", count: length / 2) + (length % 2 == 0 ? "" : "x")
            let run = await runTool("\(Self.line) -o \(directory.path(name))")
            #expect(run.status == .success, "\(run.errors)")
            #expect(Files.names(in: directory.path) == [name])
        }
    }
}

/// Bytes that are read once.
private final class OneRead: Sendable {
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func next() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}

@Suite("--output of the built tool", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct OutputProcessTests {
    private static let rows = ["list", "-p", "sample", "--json"]

    @Test("Without room for the output the file stays as it was: 74")
    func noRoom() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "rows")
            let outcome = try await runBuilt(
                Self.rows + ["-o", path], in: #"ulimit -f 1; exec "$@""#, directory: directory)
            #expect(outcome.status == .exited(74))
            #expect(outcome.errorText == "crypto: \(path): cannot be written: File too large\n")
            #expect(try Files.bytes(path) == Array("old".utf8))
            #expect(Files.names(in: directory.path) == ["rows"])
        }
    }

    @Test("Where the room ends in the middle of the output, no temporary file is left: 74")
    func fullLater() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "rows")
            // More than waits in memory fits, but not all of the three megabytes.
            let outcome = try await runBuilt(
                [
                    "convert", "-", "BTC", "SEK", "-p", "sample", "--template",
                    "{amount}" + String(repeating: "0123456789", count: 1000),
                ]
                    + ["-o", path], in: #"ulimit -f 2600; seq 300 | "$@""#, directory: directory)
            #expect(outcome.status == .exited(74))
            #expect(outcome.errorText == "crypto: \(path): cannot be written: File too large\n")
            #expect(try Files.bytes(path) == Array("old".utf8))
            #expect(Files.names(in: directory.path) == ["rows"])
        }
    }

    @Test("A stream that is ended by a signal has its file; before its first row the file stays as it was")
    func interrupted() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "rows")
            let outcome = try await runBuilt(
                [
                    "watch", "BTC", "-p", "mock", "--rate", "100", "--verbose", "--when", "price > 0", "--exec",
                    "echo on >&2",
                    "--csv", "-o", path,
                ],
                in: #""$@" 2>"$0/log" & p=$!; "#
                    + #"until grep -q on "$0/log"; do :; done; kill -TERM $p; wait $p"#, directory: directory)
            #expect(outcome.status == .exited(143), "\(outcome.errorText)")
            let text = String(decoding: try Files.bytes(path), as: UTF8.self)
            #expect(text.hasPrefix("time,symbol,") && text.hasSuffix("\r\n"), "\(text)")
            try Files.write(Array("old".utf8), to: path)
            let early = try await runBuilt(
                ["watch", "-", "-p", "mock", "--csv", "-o", path],
                in: #"mkfifo "$0/in"; exec 3<>"$0/in"; "$@" <"$0/in" & p=$!; kill -TERM $p; wait $p"#,
                directory: directory)
            #expect(early.status == .exited(143), "\(early.errorText)")
            #expect(try Files.bytes(path) == Array("old".utf8))
        }
    }

    @Test("Processes that are killed at any moment leave the old file or a whole new one")
    func killed() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "rows")
            let script =
                #"for i in $(seq 30); do "$@" & p=$!; n=0; "#
                + #"while [ $n -lt $((i * 1000)) ]; do n=$((n + 1)); done; kill -9 $p 2>/dev/null; wait; "#
                + #"tail -c 4 "$0/rows"; done"#
            let outcome = try await runBuilt(Self.rows + ["-o", path], in: script, directory: directory)
            let whole = try await runBuilt(Self.rows)
            let content = String(decoding: try Files.bytes(path), as: UTF8.self)
            #expect(["old", whole.outputText].contains(content))
            let ends = outcome.outputText.replacing("old", with: "").replacing("}\n]\n", with: "")
            #expect(ends.isEmpty, "\(outcome.outputText)")
        }
    }
}
