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

    @Test("The file has what stdout would have, stdout is empty, and no temporary file is left")
    func writes() async throws {
        try await withTemporaryDirectory { directory in
            for line in [
                Self.line, "list -p sample", "price BTC -p sample --chart", "price BTC -p sample --chart -f svg",
                "aqi -p sample -f prometheus", "watch BTC -p sample", "price --fields help",
                "convert 1 BTC SEK -p sample --explain",
            ] {
                let run = await runTool("\(line) -o \(directory.path("rows"))", columns: 30)
                #expect(run.status == .success && run.output.isEmpty)
                let plain = await runTool(line)
                let written = try text(directory.path("rows"))
                #expect(written == plain.output)
                #expect(run.errors == plain.errors)
                #expect(Files.names(in: directory.path) == ["rows"])
            }
        }
    }

    @Test("The bare name of a format is no file: elsewhere -o is for the format. A path is")
    func formatName() async throws {
        let problem = "'json' is a format: write -f json, or -o ./json for a file of that name"
        let variable = await runTool("price BTC -p sample", ["CRYPTO_OUTPUT": "json"])
        expectFailure(variable, .usage, says: "CRYPTO_OUTPUT: \(problem)")
        for line in ["price BTC -o json", "list --output=json", "aqi -ojson -f csv"] {
            let run = await runTool(line)
            expectFailure(run, .usage, says: "-o: \(problem)")
            #expect(run.errors == "crypto: -o: \(problem)\n")
        }
        expectFailure(
            await runTool("price BTC --append csv"), .usage,
            says: "--append: 'csv' is a format: write -f csv, or --append ./csv for a file of that name")
        try await withTemporaryDirectory { directory in
            try directory.write("--output json\n", to: "config")
            let path = directory.path("config")
            expectFailure(
                await runTool("price BTC -p sample --config \(path)"), .configuration,
                says: "\(path):1: --output: \(problem)")
            let file = await runTool("price BTC -p sample -f json -o \(directory.path("json"))")
            #expect(file.status == .success && file.output.isEmpty, "\(file.errors)")
            #expect(try text(directory.path("json")).hasPrefix("[\n{"))
        }
    }

    @Test(
        "The ending of the file sets the format, unless one is chosen in any other way",
        arguments: [
            ("price BTC", "x.csv", "--csv"), ("price BTC", "x.CSV", "--csv"), ("list", "x.tsv", "-f tsv"),
            ("list -n 2", "x.json", "--json"), ("list -n 2", "x.ndjson", "-f jsonl"),
            ("price BTC", "x.ledger", "-f ledger"), ("price BTC", "x.bean", "-f beancount"),
            ("watch BTC", "x.json", "--json"), ("price BTC", "x.txt", ""), ("price BTC", "csv", ""),
            ("price BTC --template {price}", "x.csv", ""), ("price BTC -f table", "x.csv", ""),
            ("price BTC --chart", "x.txt", ""), ("price BTC --history 2d", "x.csv", "--csv"),
            ("price BTC --chart", "x.svg", "-f svg"), ("aqi Delhi --chart", "x.SVG", "-f svg"),
            ("price BTC --chart -f table", "x.csv", ""), ("price BTC --chart -f table", "x.svg", ""),
            ("price BTC", "x.md", "-f markdown"), ("list -n 2", "x.markdown", "-f markdown"),
            ("price BTC", "x.prom", "-f prometheus"), ("aqi Delhi", "x.prom", "-f prometheus"),
            ("watch BTC", "x.lp", "-f influx"), ("aqi Delhi", "x.influx", "-f influx"),
            ("price --fields help", "x.csv", ""), ("convert 1 BTC SEK --explain", "x.csv", "--csv"),
        ])
    func ending(line: String, name: String, meant: String) async throws {
        try await withTemporaryDirectory { directory in
            let run = await runTool("\(line) -p sample -o \(directory.path(name))")
            #expect(run.status == .success && run.output.isEmpty, "\(run.errors)")
            let plain = await runTool("\(line) -p sample \(meant)")
            let written = try text(directory.path(name))
            #expect(written == plain.output)
        }
    }

    @Test("A format wins over an ending of the same source, and an ending over a format of a lower source")
    func chosenFormat() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("x.csv")
            try directory.write("--format tsv\n", to: "crypto/config")
            let config = ["XDG_CONFIG_HOME": directory.path]
            let runs = [
                ("-o \(file)", ["CRYPTO_FORMAT": "tsv"], "csv"), ("-o \(file)", config, "csv"),
                ("", config.merging(["CRYPTO_OUTPUT": file]) { $1 }, "csv"),
                ("", ["CRYPTO_OUTPUT": file, "CRYPTO_FORMAT": "tsv"], "tsv"),
                ("-f tsv", ["CRYPTO_OUTPUT": file], "tsv"),
            ]
            for (options, variables, format) in runs {
                let expected = await runTool("price BTC -p sample -f \(format)").output
                let run = await runTool("price BTC -p sample \(options)", variables)
                #expect(run.status == .success, "\(run.errors)")
                let written = try text(file)
                #expect(written == expected)
            }
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

    @Test(
        "A run that fails leaves the file as it was, also if it printed some rows",
        arguments: [
            ("price NOPE", ToolStatus.unknownName), ("price BTC NOPE", .unknownName), ("list --limit 0", .usage),
            ("convert 1 BTC NOPE SEK", .unknownName), ("list --if nosuch>1", .usage),
            ("price BTC --strict -p sample,nosuch", .usage), ("watch NOPE", .unknownName),
            ("price BTC --offline -p coingecko", .unavailable),
        ])
    func failed(line: String, status: ToolStatus) async throws {
        try await withTemporaryDirectory { directory in
            let provider = line.contains(" -p ") ? "" : " -p sample"
            let path = try directory.write("old", to: "rows")
            let run = await runTool("\(line)\(provider) -o \(path)", ["XDG_CACHE_HOME": directory.path("cache")])
            #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty, "\(run.errors)")
            #expect(try text(path) == "old")
            let new = await runTool("\(line)\(provider) -o \(directory.path("new"))")
            #expect(new.status != .success && !Files.exists(directory.path("new")))
        }
    }

    @Test(
        "No matching row is an answer: the file has what stdout would have",
        arguments: [("--json", "[]\n"), ("--csv", "symbol\r\n"), ("-f jsonl", ""), ("-f prometheus", "")])
    func noMatch(format: String, expected: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("old", to: "rows")
            let run = await runTool("price BTC -p sample --fields symbol --if price<0 \(format) -o \(path)")
            #expect(run.status == .noMatch && run.output.isEmpty)
            #expect(try text(path) == expected)
        }
    }

    @Test("'-' and /dev/stdout are stdout, and a device is written in place")
    func devices() async throws {
        for path in ["-", "/dev/stdout"] {
            let run = await runTool("\(Self.line) -o \(path)")
            #expect(run.output == Self.rows)
        }
        #expect(await runTool("\(Self.line) -o /dev/null").status == .success)
        guard Files.exists("/dev/full") else { return }
        let full = await runTool("\(Self.line) -o /dev/full")
        #expect(full.status == .inputOutput && full.output.isEmpty)
        #expect(full.errors == "crypto: /dev/full: cannot be written: No space left on device\n")
    }

    @Test("What cannot be written is 74 before anything is asked for")
    func refused() async throws {
        try await withTemporaryDirectory { directory in
            try directory.write("x", to: "place/inner")
            let cases = [
                (directory.path("place"), "cannot be written: Is a directory"),
                (
                    directory.path("none/rows"),
                    "no file can be made in \(directory.path("none")): No such file or directory"
                ),
                (directory.path("place/inner/rows"), "Not a directory"),
            ]
            for (path, says) in cases {
                let run = await runTool("price BTC -p coingecko -o \(path)")
                #expect(run.status == .inputOutput && run.output.isEmpty)
                #expect(run.errors.hasPrefix("crypto: \(path): ") && run.errors.contains(says), "\(run.errors)")
            }
            guard Files.exists("/sys/kernel") else { return }
            // Not even root can make files there.
            let run = await runTool("\(Self.line) -o /sys/kernel/rows")
            #expect(run.status == .inputOutput && run.errors.contains("/sys/kernel"), "\(run.errors)")
        }
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

    @Test(
        "It goes only with what prints rows",
        arguments: [
            ("list --add BTC -o x", "--add and --output cannot be used together"),
            ("list -f none -o x", "--output and --format none cannot be used together"),
            ("list --if price>1 --once -o x", "--once and --output cannot be used together"),
            (
                "price BTC -o a/x.svg",
                "format svg (the ending of 'a/x.svg') is for charts: add --chart; --format chooses another one"
            ),
            (
                "price BTC --chart -o x.png",
                "the ending of 'x.png': 'png' is not a format; a chart is written as svg; --format chooses another one"
            ),
            (
                "list -o x.PNG",
                "'png' is not a format; charts, which 'crypto price --chart' and 'crypto aqi --chart' draw, are written as "
                    + "svg; --format"
            ),
            ("list -o x.xlsx", "the ending of 'x.xlsx': 'xlsx' is not one of table, json, jsonl, csv, tsv, markdown"),
            (
                "list -o x.svg",
                "the ending of 'x.svg': 'svg' is for charts, which 'crypto price --chart' and 'crypto aqi --chart' draw; "
                    + "--format chooses another one"
            ),
            (
                "price BTC --chart -o x.csv",
                "format csv (the ending of 'x.csv') and --chart cannot be used together; the format of a chart is table "
                    + "or svg; --format chooses another one"
            ),
            ("price BTC --chart -o x.md", "format markdown (the ending of 'x.md') and --chart cannot be used together"),
            (
                "aqi Delhi -o x.ledger",
                "the ending of 'x.ledger': 'ledger' is for prices, which list, price, convert and watch print; --format"
            ),
            ("price BTC --history 2d -o x.prom", "format prometheus (the ending of 'x.prom') is for current values"),
            ("convert - BTC SEK -o x.prom", "format prometheus (the ending of 'x.prom') cannot be used with '-'"),
            ("price BTC --fields symbol -o x.bean", "--fields and format beancount (the ending of 'x.bean') cannot be"),
            (
                "list --no-header -o x.json",
                "format json (the ending of 'x.json') and --no-header cannot be used together"
            ),
        ])
    func usage(line: String, says: String) async throws {
        // Where a file can be written, so that only the command line is wrong.
        try await withTemporaryDirectory { directory in
            func placed(_ text: String) -> String { text.replacing("x.", with: directory.path("x.")) }
            expectFailure(await runTool("\(placed(line)) -p sample"), .usage, says: placed(says))
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
