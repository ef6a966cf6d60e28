import Platform
import ProviderKit
import TestSupport
import Testing

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
}
