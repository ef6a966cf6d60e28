import Platform
import Testing

@testable import TestSupport

@Suite("Test clock", .quick)
struct TestClockTests {
    @Test("A pause returns at once, moves both clocks and is recorded")
    func advancing() async throws {
        let clock = TestClock()
        let time = clock.source
        try await time.sleep(.seconds(30))
        try await time.sleep(.milliseconds(1500))
        #expect(clock.pauses == [.seconds(30), .milliseconds(1500)])
        #expect(time.elapsed() == .milliseconds(31500))
        #expect(time.now().description == "2024-03-01T12:00:31.500Z")
    }

    @Test("A clock without advance only records pauses; the test moves it")
    func still() async throws {
        let clock = TestClock(advancesOnSleep: false)
        try await clock.source.sleep(.seconds(5))
        #expect(clock.elapsed == .zero)
        clock.advance(by: .seconds(2))
        #expect(clock.source.now().description == "2024-03-01T12:00:02Z")
        #expect(clock.pauses == [.seconds(5)])
    }

    @Test("The pause of a cancelled task throws")
    func cancelled() async {
        let clock = TestClock()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.source.sleep(.seconds(1))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.pauses.isEmpty)
    }
}
