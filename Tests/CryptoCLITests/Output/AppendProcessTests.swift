import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--append in several processes", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct AppendProcessTests {
    private func lines(_ path: String) throws -> [String] {
        String(decoding: try Files.bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test(
        "Of processes that append at once none loses a row, and no row is there twice", arguments: AppendTests.formats)
    func together(format: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.\(format)")
            let symbols = ["BTC", "ETH", "SOL", "XRP"]
            try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                for index in 0..<12 {
                    let two = [symbols[index % 4], symbols[(index + 1) % 4]]
                    let line = ["--history", "20d", "--candles", "1d", "-p", "sample", "--append", path]
                    group.addTask { try await runBuilt(["price"] + two + line) }
                }
                for try await outcome in group {
                    #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome.errorText)")
                }
            }
            let rows = try lines(path)
            #expect(rows.count == 80 + (["csv", "tsv"].contains(format) ? 1 : 0))
            #expect(Set(rows).count == rows.count)
        }
    }

    @Test("Whoever waits for the lock of a file for a second says so, with its name")
    func locked() async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("", to: "ticks.csv")
            let file = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            #expect(flock(file, LOCK_EX) == 0)
            let errors = directory.path("errors")
            let waiting = Task {
                try await runBuilt(
                    ["watch", "BTC", "-p", "sample", "--append", path], in: #"exec "$@" 2>"$0/errors""#,
                    directory: directory)
            }
            #if os(Linux)
            let holder = "process \(getpid())"
            #else
            let holder = "another process"
            #endif
            let expected = "crypto: \(path): waiting for \(holder), which has locked it\n"
            try await expectEventually("the notice") { (try? Files.bytes(errors)) == Array(expected.utf8) }
            flock(file, LOCK_UN)
            #expect(try await waiting.value.status == .exited(0))
            #expect(try lines(path).count == 11)
        }
    }

    @Test(
        "If the deadline passes before the file is unlocked, the error names the file", arguments: ["price", "watch"])
    func lockedForLong(command: String) async throws {
        try await withTemporaryDirectory { directory in
            let path = try directory.write("", to: "rows.csv")
            let file = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            #expect(flock(file, LOCK_EX) == 0)
            let outcome = try await runWithDeadline(ofMilliseconds: 100) {
                try await runBuilt([command, "BTC", "-p", "sample", "-q", "--append", path, "--deadline", $0])
            }
            #expect(outcome.status == .exited(75))
            let error = "the deadline passed while another process had locked it; try again"
            #expect(outcome.errorText == "crypto: \(path): \(error)\n")
        }
    }

    @Test("Streams that append at once read what the others wrote")
    func streams() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("ticks.csv")
            try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await runBuilt(["watch", "BTC", "ETH", "-q", "-p", "sample", "--append", path])
                    }
                }
                for try await outcome in group { #expect(outcome.status == .exited(0), "\(outcome.errorText)") }
            }
            let rows = try lines(path)
            #expect(rows.count == 21 && Set(rows).count == 21, "\(rows.count)")
        }
    }

    @Test("After processes that were killed at any moment, each row begins a line, and the next ones are appended")
    func killed() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("ticks.csv")
            let script =
                #"for i in $(seq 20); do "$@" & p=$!; n=0; "#
                + #"while [ $n -lt $((i * 10000)) ]; do n=$((n + 1)); done; kill -9 $p; wait; done 2>/dev/null; "#
                + #"exec "$@" --count 1"#
            let arguments = ["watch", "BTC", "ETH", "-q", "-p", "mock", "--rate", "5000", "--append", path]
            let outcome = try await runBuilt(arguments, in: script, directory: directory)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            let bytes = try Files.bytes(path)
            #expect(bytes.last == 0x0A)
            let rows = try lines(path)
            #expect(rows.count > 1)
            // A torn line stays: at most one of each process.
            #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("20") && !$0.dropFirst().contains("mock20") })
            #expect(rows.dropFirst().count { !$0.hasSuffix(",mock") } <= 20)
            #expect(rows.last?.hasSuffix(",mock") == true)
        }
    }

    @Test("Without room for a batch the file stays as it was: 74")
    func noRoom() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.csv")
            let rows = ["--history", "3d", "-p", "sample", "--append", path]
            _ = try await runBuilt(["price", "BTC"] + rows)
            let before = try Files.bytes(path)
            // More than there are, and less than with the next ones.
            let blocks = before.count / 512 + 2
            let outcome = try await runBuilt(
                ["price", "ETH", "SOL"] + rows, in: "ulimit -f \(blocks); exec \"$@\"", directory: directory)
            #expect(outcome.status == .exited(74))
            #expect(outcome.errorText == "crypto: \(path): cannot be written: File too large\n")
            #expect(try Files.bytes(path) == before)
            let next = try await runBuilt(["price", "ETH", "SOL"] + rows)
            #expect(next.status == .exited(0))
            #expect(try lines(path).count == 3 * 72 + 1)
        }
    }

    @Test("A file of many rows is read in little memory")
    func large() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("rows.csv")
            let columns = "time,symbol,price,provider,currency"
            let script = #"""
                { printf '\#(columns)\r\n'
                seq -f '2024-01-01T00:00:00.%06.0fZ,BTC,67024.5123456789,coinbase,USD' 100000; } >"$0/rows.csv"
                ulimit -v 400000; exec "$@"
                """#
            let outcome = try await runBuilt(
                ["price", "BTC", "-p", "sample", "--fields", columns, "--append", path], in: script,
                directory: directory)
            #expect(outcome.status == .exited(0), "\(outcome.errorText)")
            #expect(try lines(path).count == 100_002)
        }
    }
}
