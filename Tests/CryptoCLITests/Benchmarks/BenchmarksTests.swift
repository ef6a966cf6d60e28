import Rendering
import TestSupport
import Testing

/// Runs the benchmarks with next to nothing to do. Their figures then mean nothing; they are not looked at.
/// `CRYPTO_BENCHMARKS=1 swift build --product benchmarks` builds them.
@Suite(
    "Benchmarks", .needsBuiltProduct("benchmarks"), .needsBuiltProduct("crypto"), .long, .endsHang)
struct BenchmarksTests {
    @Test("Each part prints figures, or what is missing")
    func all() async throws {
        let crypto = try #require(Executables.builtProduct("crypto"))
        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin"]
        variables["CRYPTO_RECORDINGS"] = Recordings.directory
        let run = try await TinyBenchmarks(arguments: [crypto], variables)
        #expect(run.status == "0", "\(run.errors)")
        let first = run.output.prefix { $0 != "\n" }
        #expect(first == "These figures mean nothing: --tiny gives each part next to nothing to do.")
        #expect(run.sections.map(\.title) == (try await parts()).map(\.title))
        for section in run.sections {
            #expect(section.header.hasPrefix("WHAT ") && section.header.hasSuffix(" GOAL"), "\(section)")
            #expect(!section.rows.isEmpty, "\(section.title)")
            // A time, or behind what is unknown the figure or the reason in words.
            for row in section.rows { #expect(row.contains(" ms ") || !row.hasSuffix("--"), "\(row)") }
        }
    }

    @Test("Parts run alone in their order, and those in memory without a program")
    func alone() async throws {
        let run = try await TinyBenchmarks(arguments: ["--only-cities", "--only-formats"])
        #expect(run.status == "0", "\(run.errors)")
        #expect(run.sections.map(\.title) == ["50 made rows in memory", "A message of 600 cities in memory"])
        let formats = OutputFormat.allCases.filter { $0 != .template && $0 != .none }
        let names = run.sections.first?.rows.compactMap { $0.split(separator: "  ").first }
        #expect(names == formats.map { "as \($0.rawValue)" })
    }

    @Test("Missing programs and recordings are named")
    func missing() async throws {
        let crypto = try #require(Executables.builtProduct("crypto"))
        let parts = ["start", "cache", "convert", "list", "markets", "consensus", "decoding"]
        let run = try await TinyBenchmarks(
            arguments: [crypto] + parts.map { "--only-\($0)" }, ["PATH": "/nonexistent"])
        #expect(run.status == "0", "\(run.errors)")
        let reasons = run.sections.map { section in
            section.rows.filter { !$0.contains(" ms ") }.map { row in
                row.split(separator: " ").filter { $0 != "--" }.joined(separator: " ")
            }
        }
        let noRecordings = "CRYPTO_RECORDINGS names no recordings"
        #expect(
            reasons == [
                ["an empty C program no C compiler here"], ["an empty C program no C compiler here"],
                ["jq not on this machine", "python3 not on this machine"],
                ["curl not on this machine", "jq not on this machine"],
                ["crypto list --provider btse \(noRecordings)"],
                Array(repeating: "curl not on this machine", count: 3),
                ["okx", "binance", "coinmarketcap"].map { "list --provider \($0) \(noRecordings)" },
            ])
    }

    @Test("A wrong result ends them with words")
    func wrong() async throws {
        let run = try await withProgram("exit 0") { try await TinyBenchmarks(arguments: [$0, "--only-list"]) }
        #expect(run.status == "1")
        #expect(run.errors.hasPrefix("benchmarks: list: wrong result of crypto list -p coinpaprika --limit 500 --csv "))
        #expect(run.errors.hasSuffix(": 0 lines instead of 501\n"), "\(run.errors)")
    }

    @Test(
        "A program that fails ends them with words",
        arguments: [
            "start", "cache", "convert", "list", "consensus", "round-trips", "streams", "dialects", "latency", "tls",
            "quiet",
        ])
    func failure(part: String) async throws {
        let run = try await withProgram("exit 3") { try await TinyBenchmarks(arguments: [$0, "--only-\(part)"]) }
        #if !os(Linux)
        // Elsewhere the wakes of a process are not counted.
        if part == "quiet" { return }
        #endif
        #expect(run.status == "1")
        #expect(run.errors.hasPrefix("benchmarks: \(part): ") && run.errors.hasSuffix("\n"), "\(run.errors)")
        #expect(run.sections.isEmpty, "\(run.output)")
    }

    @Test("They end after all processes of a crowd, also if the first of them fails at once")
    func crowd() async throws {
        let script = """
            case "$*" in *none*) exit ;; *max-age*|*refresh*) printf 'symbol\\nBTC\\n'; exit ;; esac
            mkdir "$0.alone" 2>/dev/null && exit
            mkdir "$0.of.$$"
            until set -- "$0".of.*; [ $# = 3 ]; do sleep 0.01; done
            for other; do [ "${other##*.}" -lt $$ ] && { sleep 0.3; echo ended >&2; exit; }; done
            exit 3
            """
        let run = try await withProgram(script) { try await TinyBenchmarks(arguments: [$0, "--only-cache"]) }
        #expect(run.status == "1")
        #expect(run.errors.hasPrefix("ended\nended\nbenchmarks: cache: "), "\(run.errors)")
        #expect(run.errors.hasSuffix(": exit status 3\n"), "\(run.errors)")
    }

    @Test("An unknown option is refused with all that there are")
    func unknown() async throws {
        let run = try await TinyBenchmarks(arguments: ["--only-nothing"])
        let options = try await parts().map { " --only-\($0.name)" }.joined()
        #expect(run.status == "1")
        #expect(run.errors == "benchmarks: unknown option --only-nothing; there are --tiny --parts\(options)\n")
    }

    @Test("The README of Sources has a row for each part")
    func documentation() async throws {
        let text = String(decoding: try Files.bytes("\(PackageFolder.path)/Sources/README.md"), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `--only-") }
        let names = rows.map { $0.dropFirst("| `--only-".count).prefix { $0 != "`" } }
        #expect(names == (try await parts()).map { Substring($0.name) })
    }

    private func parts() async throws -> [(name: String, title: String)] {
        let lines = try await TinyBenchmarks(arguments: ["--parts"]).output.split(separator: "\n")
        return try lines.map { line in
            let columns = line.split(separator: "\t").map(String.init)
            try #require(columns.count == 2)
            return (columns[0], columns[1])
        }
    }

    /// Calls `body` with the path of a shell script in place of `crypto`.
    private func withProgram(
        _ script: String, _ body: (String) async throws -> TinyBenchmarks
    ) async throws -> TinyBenchmarks {
        try await withTemporaryDirectory { home in
            try await body(try home.write("#!/bin/sh\n\(script)\n", to: "crypto", mode: 0o755))
        }
    }
}
