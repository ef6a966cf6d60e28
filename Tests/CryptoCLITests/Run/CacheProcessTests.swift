import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let path = CoinGeckoAnswers.path
private let sound = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoinNow)

@Suite("Kept answers of several processes", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct CacheProcessTests {
    private static let arguments = ["price", "BTC", "-p", "coingecko", "--fields", "price", "--csv", "--no-header"]

    private func variables(_ server: LoopbackServer, _ home: TemporaryDirectory) -> [String: String] {
        server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path, "XDG_CONFIG_HOME": home.path]) { $1 }
    }

    @Test("64 processes that start at once send one request")
    func together() async throws {
        try await withTemporaryDirectory { home in
            let slow = sound.delayed(by: .milliseconds(500))
            try await withLoopbackServer([.get(path, answer: slow)]) { server in
                let outcomes = try await withThrowingTaskGroup(of: ToolOutcome.self) { group in
                    for _ in 0..<64 {
                        group.addTask { try await runBuilt(Self.arguments, variables(server, home)) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.allSatisfy { $0.outputText == "67024.5\r\n" && $0.status == .exited(0) })
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A process that is killed while it asks blocks no other one, and leaves nothing that is taken for an answer")
    func killed() async throws {
        try await withTemporaryDirectory { home in
            let exchanges = [
                Exchange.get(path, answer: .script([.waitUntilClientLeaves])), .get(path, answer: sound),
            ]
            try await withLoopbackServer(exchanges) { server in
                let tool = try #require(Executables.builtProduct("crypto"))
                let asking = Task {
                    try await ToolProcess.run(
                        "/bin/sh", ["-c", #""$@" & echo $! >"$0"; wait"#, home.path("pid"), tool] + Self.arguments,
                        environment: variables(server, home).merging(["PATH": "/usr/bin:/bin"]) { $1 })
                }
                try await expectEventually("asked") { server.requests.count == 1 }
                let waiting = Task { try await runBuilt(Self.arguments, variables(server, home)) }
                let text = String(decoding: try Files.bytes(home.path("pid")), as: UTF8.self)
                let killed = try #require(Int32(text.filter(\.isNumber)))
                kill(killed, SIGKILL)
                #expect(try await waiting.value.outputText == "67024.5\r\n")
                _ = try await asking.value
            }
        }
    }

    /// Starts a process that asks, sends it a signal, and returns what `body` returns; then ends the process.
    private func whileAsking(
        _ server: LoopbackServer, _ home: TemporaryDirectory, signal: Int32,
        _ body: (_ process: Int32) async throws -> ToolOutcome
    ) async throws -> ToolOutcome {
        let tool = try #require(Executables.builtProduct("crypto"))
        let asking = Task {
            try await ToolProcess.run(
                "/bin/sh", ["-c", #""$@" & echo $! >"$0"; wait"#, home.path("pid"), tool] + Self.arguments,
                environment: variables(server, home).merging(["PATH": "/usr/bin:/bin"]) { $1 })
        }
        try await expectEventually("asked") { server.requests.count == 1 }
        let text = String(decoding: try Files.bytes(home.path("pid")), as: UTF8.self)
        let process = try #require(Int32(text.filter(\.isNumber)))
        kill(process, signal)
        let outcome = try await body(process)
        kill(process, SIGKILL)
        _ = try await asking.value
        return outcome
    }

    @Test("A process that is stopped by Ctrl-Z while it asks lets the next one ask at once")
    func stopped() async throws {
        try await withTemporaryDirectory { home in
            let exchanges = [
                Exchange.get(path, answer: .script([.waitUntilClientLeaves])), .get(path, answer: sound),
            ]
            try await withLoopbackServer(exchanges) { server in
                let outcome = try await whileAsking(server, home, signal: SIGTSTP) { _ in
                    try await runBuilt(
                        Self.arguments + ["--timeout", "60s", "--deadline", "60s"], variables(server, home))
                }
                #expect(outcome.outputText == "67024.5\r\n" && outcome.ownErrors.isEmpty, "\(outcome.errorText)")
            }
        }
    }

    @Test("Whoever waits longer than an attempt may take asks without the other process, and names it")
    func suspended() async throws {
        try await withTemporaryDirectory { home in
            // On a busy machine an attempt may be too short for an answer, and the program asks again.
            let exchanges = [
                Exchange.get(path, answer: .script([.waitUntilClientLeaves])), .get(path, times: .any, answer: sound),
            ]
            try await withLoopbackServer(exchanges) { server in
                var suspended: Int32 = 0
                let outcome = try await whileAsking(server, home, signal: SIGSTOP) { process in
                    suspended = process
                    return try await runBuilt(Self.arguments + ["--timeout", "3s"], variables(server, home))
                }
                #expect(outcome.status == .exited(0) && outcome.outputText == "67024.5\r\n")
                #if os(Linux)
                let name = "process \(suspended)"
                #else
                let name = "another process"
                #endif
                #expect(
                    outcome.ownErrors
                        == "crypto: coingecko: \(name) asks for the same and has no answer after 3 s; asking without it\n"
                )
            }
        }
    }

    /// Limits of the shell, the options, and the status.
    static let shellLimits: [(limit: String, status: Int32)] = [
        // Less than a file of an answer, and stdout is a pipe.
        ("ulimit -f 0", 0), ("ulimit -n 16", 0), ("ulimit -v 204800", 0),
    ]

    @Test(
        "At a limit on files, descriptors or memory the answer is printed, and at worst not kept",
        arguments: shellLimits)
    func limits(limit: String, status: Int32) async throws {
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([.get(path, times: .any, answer: sound)]) { server in
                let outcome = try await runBuilt(
                    Self.arguments, in: "\(limit); exec \"$@\"", directory: home, variables(server, home))
                #expect(outcome.status == .exited(status), "\(outcome.errorText)")
                #expect(outcome.outputText == "67024.5\r\n")
                #expect(outcome.ownErrors.isEmpty)
                let names = Files.names(in: home.path("crypto"))
                #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
            }
        }
    }

    @Test("A cached answer needs no libcurl", .needsLinux)
    func noLibrary() async throws {
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([.get(path, answer: sound)]) { server in
                #expect(try await runBuilt(Self.arguments, variables(server, home)).outputText == "67024.5\r\n")
                let outcome = try await runBuilt(
                    Self.arguments, variables(server, home).merging(["LD_DEBUG": "files"]) { $1 })
                #expect(outcome.outputText == "67024.5\r\n")
                #expect(outcome.errorText.contains("libc.so"))
                #expect(!outcome.errorText.contains("libcurl"))
            }
        }
    }
}
