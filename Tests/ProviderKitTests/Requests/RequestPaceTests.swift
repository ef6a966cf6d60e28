import Platform
import ProviderKit
import TestSupport
import Testing
import Transport

@Suite("The pace of requests", .quick)
struct RequestPaceTests {
    @Test("eight are sent at once, and then as many a second as the rate says; after a rest eight again")
    func pace() async throws {
        let clock = TestClock()
        let pace = RequestPace(rate: 10, time: clock.source)
        for _ in 0..<8 { await pace.wait() }
        #expect(clock.pauses.isEmpty)
        for _ in 0..<12 { await pace.wait() }
        #expect(clock.pauses == Array(repeating: .milliseconds(100), count: 12))
        try await clock.source.sleep(.seconds(60))
        for _ in 0..<8 { await pace.wait() }
        #expect(clock.pauses.count == 13)
    }

    @Test("A limit of a minute holds in each minute, the requests at once included; a key has a limit of its own")
    func minutes() async throws {
        for (isKeyed, count, atOnce) in [(false, 15, 7), (true, 30, 8)] {
            let clock = TestClock()
            let pace = RequestPace(rate: 1, aMinute: 30, keylessAMinute: 15, time: clock.source)
            for _ in 0..<count { await pace.wait(isKeyed: isKeyed) }
            #expect(clock.pauses.count == count - atOnce)
            #expect(clock.elapsed > .seconds(59) && clock.elapsed <= .seconds(60))
        }
    }

    @Test("A request whose turn comes after the deadline is not waited for, and takes no turn")
    func deadline() async {
        let clock = TestClock()
        let pace = RequestPace(rate: 1, time: clock.source, deadline: Deadline(moment: clock.elapsed + .seconds(3)))
        for _ in 0..<10 { #expect(await pace.wait()) }
        #expect(clock.elapsed == .seconds(2))
        #expect(await !pace.wait())
        #expect(clock.elapsed == .seconds(2))
        let share = Deadline(moment: .seconds(1))
        let other = RequestPace(rate: 1, time: clock.source)
        for _ in 0..<8 { await other.wait() }
        let isInTime = await Deadline.$ofTask.withValue(share) { await other.wait() }
        #expect(!isInTime)
    }
}
