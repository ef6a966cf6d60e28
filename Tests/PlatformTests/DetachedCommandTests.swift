import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("A command whose output is read", .quick, .endsHang)
struct DetachedCommandTests {
    private func run(_ command: String, within limit: Duration = .seconds(60)) async throws -> DetachedCommand.Outcome {
        try await DetachedCommand.run(command, environment: ["PATH=/usr/bin:/bin"], limit: { limit }).get()
    }

    @Test(
        "The result is its stdout, and its exit code or its signal",
        arguments: [
            ("echo a; echo b; echo c >/dev/null", .exited(0), "a\nb\n"), ("exit 3", .exited(3), ""),
            ("printf x; kill -TERM $$", .signalled(SIGTERM), "x"),
            ("exec 2>/dev/null /no/such/command", .exited(127), ""),
            ("sleep 1 & echo a", .exited(0), "a\n"),
        ] as [(String, Spawn.Ending, String)])
    func outcome(command: String, ending: Spawn.Ending, output: String) async throws {
        let outcome = try await run(command)
        #expect(outcome.ending == ending)
        #expect(String(decoding: outcome.output, as: UTF8.self) == output)
    }

    @Test("Its stdin is empty, it inherits no descriptor, and it has no terminal and a process group of its own")
    func isolation() async throws {
        let descriptor = open("/dev/null", O_RDONLY)
        try #require(descriptor > 2)
        defer { close(descriptor) }
        // Descriptor 3 is the directory that ls reads.
        let outcome = try await run(
            #"cat; echo $(ls /dev/fd); (: </dev/tty) 2>/dev/null || echo none; [ "$(ps -o pgid= -p $$ | tr -d ' ')" = $$ ]"#
        )
        #expect(outcome.ending == .exited(0))
        #expect(String(decoding: outcome.output, as: UTF8.self) == "0 1 2 3\nnone\n")
    }

    @Test("Of endless output only the beginning is kept, and the time limit ends it")
    func endless() async throws {
        let outcome = try await run("yes", within: .milliseconds(300))
        #expect(outcome.ending == nil)
        #expect(outcome.output.count <= 64 << 10)
    }

    @Test("At the time limit all its processes are killed, and without any time it is not started")
    func limit() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("pids")
            let outcome = try await run(
                "trap '' TERM; sleep 60 & echo $! $$ >'\(file)'; wait; wait", within: .seconds(1))
            #expect(outcome.ending == nil)
            let pids = String(decoding: try Files.bytes(file), as: UTF8.self).split { !$0.isNumber }.compactMap {
                Int32($0)
            }
            #expect(pids.count == 2)
            for pid in pids {
                try await expectEventually("\(pid) has ended") { !Files.isRunning(pid) }
            }
            #expect(try await run("touch '\(directory.path("never"))'", within: .zero).ending == nil)
            #expect(!Files.exists(directory.path("never")))
        }
    }

    @Test("If the task is cancelled, the command is killed")
    func cancellation() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("pid")
            let task = Task { try await run("echo $$ >'\(file)'; sleep 60") }
            try await expectEventually("it runs") { (try? Files.bytes(file).isEmpty) == false }
            task.cancel()
            #expect(try await task.value.ending == .signalled(SIGKILL))
        }
    }

    @Test("Commands run one after another")
    func turns() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory.path("taken")
            // mkdir fails if the folder exists.
            let command = "mkdir '\(path)' && sleep 0.1 && rmdir '\(path)'"
            let endings = try await withThrowingTaskGroup(of: Spawn.Ending?.self) { group in
                for _ in 0..<4 { group.addTask { try await run(command).ending } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(endings == [.exited(0), .exited(0), .exited(0), .exited(0)])
        }
    }
}
