import Testing

@testable import TestSupport

@Suite("Processes that are running when the test process ends", .endsHang, .quick)
struct ProcessGuardTests {
    private static func sleeper() throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "sleep 600"].map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"], places: [],
            terminal: nil)
    }

    @Test("The groups that were not removed are killed at the end of the guard's pipe, and no other")
    func end() async throws {
        let (lost, reaped, other) = (try Self.sleeper(), try Self.sleeper(), try Self.sleeper())
        defer { for process in [lost, reaped, other] { _ = process.reap() } }
        do {
            let group = try ProcessGuard()
            group.add(reaped.pid)
            group.add(lost.pid)
            group.add(other.pid)
            group.remove(reaped.pid)
        }
        // The guard kills in the order in which they were added.
        for process in [lost, other] {
            try await expectEventually("\(process.pid) is killed") { !Files.isRunning(process.pid) }
        }
        #expect(Files.isRunning(reaped.pid))
    }
}
