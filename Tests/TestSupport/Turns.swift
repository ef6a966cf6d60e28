#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform
import Synchronization
import Testing

/// Turns for tests that use sockets or processes: at most twice as many hold one as there are processors. It matters
/// for Swift 6.2 only, which starts all tests at once; for later ones `CTestRun` bounds the number of all test cases.
package enum Turns {
    private struct State {
        var free = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    @TaskLocal private static var isHeld = false
    private static let state = Mutex(State())

    /// Runs `body` when a turn is free, or at once within a turn, so that a test may use several servers.
    package static func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        if isHeld { return try await body() }
        await begin()
        let start = TimeSource.live.elapsed()
        defer {
            RunReport.add(TimeSource.live.elapsed() - start, of: Test.current?.displayName ?? Test.current?.name)
            end()
        }
        return try await $isHeld.withValue(true) {
            try await withTaskExecutorPreference(OwnThreads.shared) { try await body() }
        }
    }

    private static func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private static func end() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
