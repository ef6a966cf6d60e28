import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("--once in several processes", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct OnceProcessTests {
    private static let arguments = [
        "price", "BTC", "-p", "sample", "--if", "price > 10", "--once", "--template", "{symbol}",
    ]

    @Test("Of 16 processes that start at once, one prints the row")
    func together() async throws {
        try await withOnceHome { once in
            let variables = once.variables()
            let outcomes = try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                for _ in 0..<16 { group.addTask { try await runBuilt(Self.arguments, variables) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.map(\.outputText).sorted() == Array(repeating: "", count: 15) + ["BTC"])
            #expect(outcomes.count { $0.status == .exited(0) } == 1)
            #expect(outcomes.count { $0.status == .exited(1) } == 15)
            #expect(outcomes.map(\.errorText).joined() == "")
        }
    }

    @Test("A process that is killed while it prints leaves the old state, and no lock")
    func killed() async throws {
        try await withOnceHome { once in
            let arguments = muchOutput + ["--if", "price > 0", "--once"]
            let tool = try #require(Executables.builtProduct("crypto"))
            let killed = try await ToolProcess.run(
                "/bin/sh",
                // Nobody reads the pipe until the tool is killed, so it is still printing then.
                ["-c", #"{ "$@" & echo $! >"$0/pid"; wait; } | { head -c 1 >/dev/null; kill -9 $(cat "$0/pid"); }"#]
                    + [once.home.path, tool] + arguments,
                environment: once.variables().merging(["PATH": "/usr/bin:/bin"]) { $1 })
            #expect(killed.status == .exited(0), "\(killed.errorText)")
            let next = try await runBuilt(arguments, once.variables())
            #expect(next.status == .exited(0) && next.errors.isEmpty)
            #expect(try await runBuilt(arguments, once.variables()).status == .exited(1))
        }
    }

    @Test("Processes that are killed at any moment leave a whole state")
    func killedAnywhere() async throws {
        try await withOnceHome { once in
            let script =
                #"for i in $(seq 40); do "$@" >/dev/null & p=$!; n=0; "#
                + #"while [ $n -lt $((i * 1000)) ]; do n=$((n + 1)); done; kill -9 $p 2>/dev/null; wait; done"#
            _ = try await runBuilt(Self.arguments, in: script, directory: once.home, once.variables())
            let next = try await runBuilt(Self.arguments, once.variables())
            #expect(["BTC", ""].contains(next.outputText) && next.errors.isEmpty)
            let last = try await runBuilt(Self.arguments, once.variables())
            #expect(last.status == .exited(1) && last.errors.isEmpty)
        }
    }

    @Test("Without room for the state nothing is printed: 74")
    func noRoom() async throws {
        try await withOnceHome { once in
            let outcome = try await runBuilt(
                Self.arguments, in: #"ulimit -f 0; exec "$@""#, directory: once.home, once.variables())
            #expect(outcome.status == .exited(74))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorText.contains("--once cannot remember rows: File too large"))
            #expect(Files.names(in: once.folder).isEmpty)
            #expect(try await runBuilt(Self.arguments, once.variables()).outputText == "BTC")
        }
    }

    @Test("16 descriptors and 200 MiB of memory are enough", arguments: ["ulimit -n 16", "ulimit -v 204800"])
    func limits(limit: String) async throws {
        try await withOnceHome { once in
            for status: Int32 in [0, 1] {
                let outcome = try await runBuilt(
                    Self.arguments, in: "\(limit); exec \"$@\"", directory: once.home, once.variables())
                #expect(outcome.status == .exited(status), "\(outcome.errorText)")
            }
        }
    }

    @Test("A full disk below stdout is 74, and the next run prints the row")
    func full() async throws {
        try await withOnceHome { once in
            let outcome = try await runBuilt(Self.arguments, once.variables(), output: .file("/dev/full"))
            #expect(outcome.status == .exited(74))
            #expect(try await runBuilt(Self.arguments, once.variables()).outputText == "BTC")
        }
    }

    @Test(
        "A directory that cannot be written is 74; what is known there is still left out",
        .needs("a user other than root, who can write everywhere", geteuid() != 0))
    func readOnly() async throws {
        try await withOnceHome { once in
            mkdir(once.home.path("state"), 0o500)
            let outcome = try await runBuilt(Self.arguments, once.variables())
            #expect(outcome.status == .exited(74) && outcome.output.isEmpty)
            chmod(once.home.path("state"), 0o700)
            #expect(try await runBuilt(Self.arguments, once.variables()).outputText == "BTC")
        }
    }
}
