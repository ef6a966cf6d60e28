import Platform
import TestSupport
import Testing

/// A clock whose short pauses are real, and whose pauses of a minute and more end when a test says so: what happens every
/// minute can be had at once, while sockets keep their own time. The wall clock stands at 2024-03-01T12:00:00Z.
struct MinuteClock: WatchClock {
    private let long = SteppingClock()

    var source: TimeSource {
        TimeSource(
            now: { Timestamp(seconds: 1_709_294_400) }, elapsed: TimeSource.live.elapsed,
            sleep: { [long] pause in
                // Some minutes begin a moment late.
                if pause >= .seconds(59) {
                    try await long.source.sleep(pause)
                } else {
                    try await TimeSource.live.sleep(pause)
                }
            })
    }

    /// Lets so many minutes pass, once something waits for that long.
    func pass(minutes: Int = 1) async throws {
        try await expectEventually("a pause of \(minutes) min", within: .seconds(20)) {
            long.pauses.contains { $0 > .seconds(60 * (minutes - 1)) && $0 <= .seconds(60 * minutes) }
        }
        long.advance(by: .seconds(60 * minutes))
    }

    /// Waits until somebody pauses for exactly so long from now.
    func expectPause(minutes: Int = 1) async throws {
        try await expectEventually("a pause of \(minutes) min", within: .seconds(20)) {
            long.pauses.contains(.seconds(60 * minutes))
        }
    }
}
