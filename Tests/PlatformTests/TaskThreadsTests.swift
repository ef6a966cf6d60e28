import Platform
import TestSupport
import Testing

@Suite("Sleeping tasks", .quick, .endsHang)
struct TaskThreadsTests {
    @Test("Each sleep ends, and none before its time")
    func sleeps() async {
        let early = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let length = Duration.milliseconds(number * 7 % 41)
                    let begin = ContinuousClock.now
                    try? await TaskThreads.sleep(for: length)
                    return ContinuousClock.now - begin < length
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(early == 0)
    }

    @Test("No sleep is too long or below 0")
    func extremes() async throws {
        for length in [Duration.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(-1)] {
            try await TaskThreads.sleep(for: length)
        }
        let longest = Task { try await TaskThreads.sleep(for: .seconds(Int64.max)) }
        longest.cancel()
        await #expect(throws: CancellationError.self) { try await longest.value }
    }

    @Test("A task that yields goes on, also when it was cancelled")
    func yields() async {
        let task = Task {
            for _ in 0..<100 { await TaskThreads.yield() }
            return true
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test("A cancelled sleep ends at once, also one that begins later")
    func cancelled() async {
        for number in 0..<100 {
            let task = Task { try await TaskThreads.sleep(for: .seconds(3600)) }
            if number.isMultiple(of: 2) { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
