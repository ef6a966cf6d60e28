import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let line = "price BTC -p sample --if price_>_10 --once"

@Suite("--once", .quick, .endsHang)
struct OnceTests {
    @Test("A row whose output fails is printed by the next run", arguments: [Failure.stdout(28), .brokenPipe])
    func unwritten(_ error: Failure) async throws {
        try await withOnceHome { once in
            let failed = await once.run(line, console: TestConsole(failing: error))
            #expect([.inputOutput, .brokenPipe].contains(failed.status))
            #expect(Files.names(in: once.folder).isEmpty)
            #expect(await once.run(line).status == .success)
        }
    }

    @Test("Without a new row a terminal shows a line")
    func terminal() async throws {
        try await withOnceHome { once in
            #expect(await once.run(line).status == .success)
            let run = await once.run(line, console: TestConsole(size: Terminal.Size(columns: 80, rows: 24)))
            #expect(run.errors == "crypto: no row newly matches --if 'price > 10'\n")
        }
    }

    @Test("Until the row is printed the file on the disk is the old one; another run waits until then, or its deadline")
    func locked() async throws {
        try await withOnceHome { once in
            let (holding, gate) = (Counter(), StepGate(open: 0))
            let console = TestConsole(holdUp: {
                holding.add(1)
                while !gate.isOpen(0) { usleep(1000) }
            })
            async let first = once.run(line, console: console)
            try await expectEventually("prints") { holding.value == 1 }
            try #require(once.files.count == 1)
            #expect(Files.size(of: "\(once.folder)/\(once.files[0])") == 0)
            let late = await once.run(line)
            expectFailure(late, .tryLater, says: "another process with the same command line and --once")
            gate.open(1)
            #expect(await first.status == .success)
            #expect(await once.run(line).status == .noMatch)
        }
    }
}
