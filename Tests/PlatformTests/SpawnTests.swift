import Platform
import Synchronization
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Spawn", .quick, .endsHang)
struct SpawnTests {
    @Test(
        "The result of a command is its exit code or its signal",
        arguments: [
            ("exit 0", .exited(0)), ("exit 3", .exited(3)), ("kill -TERM $$", .signalled(SIGTERM)),
            ("kill -KILL $$", .signalled(SIGKILL)), ("exec /no/such/command", .exited(127)),
        ] as [(String, Spawn.Ending)])
    func ending(_ command: String, _ expected: Spawn.Ending) async throws {
        let ending = try await Spawn.shell("exec 2>/dev/null; \(command)", environment: [])
        #expect(ending == expected)
    }

    @Test("A command has only the environment variables that it is given")
    func environment() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("out")
            let variables = ["TICK_PRICE=1 \"2\" $3\n4", "TICK_SYMBOL=比特", "FILE=\(file)"]
            let command = #"printf '%s|%s|%s' "$TICK_PRICE" "$TICK_SYMBOL" "${HOME-none}" >"$FILE""#
            let ending = try await Spawn.shell(command, environment: variables)
            #expect(ending == .exited(0))
            #expect(try Files.bytes(file) == Array("1 \"2\" $3\n4|比特|none".utf8))
        }
    }

    @Test("The stdin of a command is empty, and it inherits no descriptor, close-on-exec or not")
    func descriptors() async throws {
        let descriptor = open("/dev/null", O_RDONLY)
        try #require(descriptor > 2)
        defer { close(descriptor) }
        // Descriptor 3 is the directory that ls reads.
        let command = #"[ -z "$(cat)" ] && [ "$(echo $(ls /dev/fd))" = "0 1 2 3" ]"#
        let ending = try await Spawn.shell(command, environment: ["PATH=/usr/bin:/bin"])
        #expect(ending == .exited(0))
    }

    @Test("The output of a command goes to the stderr of the process")
    func output() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            dup2(ends[1], 2)
            let ending = try await Spawn.shell("echo out; echo err >&2", environment: [])
            var text = [UInt8](repeating: 0, count: 100)
            let count = read(ends[0], &text, text.count)
            exit(ending == .exited(0) && text.prefix(count) == Array("out\nerr\n".utf8)[...] ? 0 : 1)
        }
    }

    @Test("With a closure, stdout and stderr of a command go to it, all of them before the result")
    func captured() async throws {
        let output = Mutex<[UInt8]>([])
        let ending = try await Spawn.shell(
            "echo out; echo err >&2; (exec sleep 5 &); printf end", environment: ["PATH=/usr/bin:/bin"],
            output: { bytes in output.withLock { $0 += bytes } })
        #expect(ending == .exited(0))
        #expect(output.withLock { $0 } == Array("out\nerr\nend".utf8))
    }

    @Test("No signal is blocked in a command, whatever the process blocks; SIGINT and SIGHUP end it")
    func signals() async {
        await #expect(processExitsWith: .exitCode(0)) {
            // Blocks the handled signals in this thread and in the thread that spawns.
            let signals = Signals()
            let ending = try await Spawn.shell("kill -INT $$; exit 1", environment: [])
            let other = try await Spawn.shell("kill -HUP $$; exit 1", environment: [])
            withExtendedLifetime(signals) { exit(ending == .signalled(SIGINT) && other == .signalled(SIGHUP) ? 0 : 1) }
        }
    }

    @Test("A signal that the process ignores is ignored in a command too")
    func ignored() async {
        await #expect(processExitsWith: .exitCode(0)) {
            signal(SIGHUP, SIG_IGN)
            let ending = try await Spawn.shell("kill -HUP $$; exit 7", environment: [])
            exit(ending == .exited(7) ? 0 : 1)
        }
    }

    @Test("A command stays in the process group, where signals of the terminal reach it")
    func processGroup() async throws {
        let command = #"[ "$(ps -o pgid= -p $$ | tr -d ' ')" = "$GROUP" ]"#
        let variables = ["GROUP=\(getpgrp())", "PATH=/usr/bin:/bin"]
        let ending = try await Spawn.shell(command, environment: variables)
        #expect(ending == .exited(0))
    }

    @Test("Commands run in parallel")
    func together() async throws {
        try await withTemporaryDirectory { directory in
            // Each command waits for the first step of the other.
            let (left, right) = (directory.path("left"), directory.path("right"))
            try #require(mkfifo(left, 0o600) == 0 && mkfifo(right, 0o600) == 0)
            async let one = Spawn.shell("echo a >'\(left)'; read b <'\(right)'", environment: [])
            async let two = Spawn.shell("read a <'\(left)'; echo b >'\(right)'", environment: [])
            let endings = try await [one, two]
            #expect(endings == [.exited(0), .exited(0)])
        }
    }
}
