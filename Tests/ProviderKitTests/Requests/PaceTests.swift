import ProviderKit
import TestSupport
import Testing

@Suite("Pace of generated ticks", .quick)
struct PaceTests {
    private static let start = Duration.seconds(50)

    @Test(
        "The first tick is due at once, the others at the rate",
        arguments: [
            (1, [(0, 1), (999, 0), (1000, 1), (2000, 1)]),
            (10, [(0, 1), (99, 0), (100, 1), (100, 0), (450, 3)]),
            (1000, [(0, 1), (10, 10), (11, 1), (1000, 989)]),
        ] as [(Int, [(Int, Int64)])])
    func due(rate: Int, steps: [(Int, Int64)]) {
        var pace = Pace(rate: rate, start: Self.start)
        for (milliseconds, count) in steps {
            #expect(pace.take(at: Self.start + .milliseconds(milliseconds)) == count, "\(milliseconds) ms")
        }
    }

    @Test("Ticks that are late by more than a second are skipped")
    func late() {
        var pace = Pace(rate: 10, start: Self.start)
        #expect(pace.take(at: Self.start + .seconds(3600)) == 10)
        #expect(pace.take(at: Self.start + .seconds(3600)) == 0)
    }

    @Test("At most 1,000 ticks are returned at a time; the rest is due without a pause")
    func most() {
        var pace = Pace(rate: 1_000_000, start: Self.start)
        let now = Self.start + .milliseconds(2)
        #expect(pace.take(at: now) == 1000)
        #expect(pace.rest(at: now) == .zero)
        #expect(pace.take(at: now) == 1000)
        #expect(pace.take(at: now) == 1)
    }

    @Test(
        "The pause lasts until the next tick, at least 10 ms",
        arguments: [(1, Duration.seconds(1)), (10, .milliseconds(100)), (1000, Pace.shortest), (-5, .seconds(1))])
    func rest(rate: Int, pause: Duration) {
        var pace = Pace(rate: rate, start: Self.start)
        #expect(pace.rest(at: Self.start) == .zero)
        #expect(pace.take(at: Self.start) == 1)
        #expect(pace.rest(at: Self.start) == pause)
    }
}
