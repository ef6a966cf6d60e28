import Synchronization

/// Turns for tests that use sockets or processes: Swift Testing starts all tests at once, and on a machine with two
/// cores hundreds of requests would wait until their timeouts.
package enum Turns {
    /// The number of tests that may hold a turn at once.
    private static let limit = 4

    @TaskLocal private static var isHeld = false
    private static let state = Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>((limit, []))

    /// Runs `body` when a turn is free, or at once within a turn, so that a test may use several servers.
    package static func take<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        if isHeld { return try await body() }
        await begin()
        defer { end() }
        return try await $isHeld.withValue(true) { try await body() }
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
