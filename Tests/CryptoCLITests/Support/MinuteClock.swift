import Platform
import TestSupport
import Testing

/// A clock with real short pauses, while a test ends pauses of a minute and more: what happens every
/// minute is tested at once, while sockets use real time. The wall clock always shows 2024-03-01T12:00:00Z.
struct MinuteClock: WatchClock {
    private let long = SteppingClock()

    var source: TimeSource {
        TimeSource(
            now: { Timestamp(seconds: 1_709_294_400) }, elapsed: TimeSource.live.elapsed,
            sleep: { [long] pause in
                // Some minutes begin slightly late.
                if pause >= .seconds(59) {
                    try await long.source.sleep(pause)
                } else {
                    try await TimeSource.live.sleep(pause)
                }
            })
    }

    /// Advances by so many minutes once something waits for that long.
    func pass(minutes: Int = 1) async throws {
        try await expectEventually("a pause of \(minutes) min") {
            long.pauses.contains { $0 > .seconds(60 * (minutes - 1)) && $0 <= .seconds(60 * minutes) }
        }
        long.advance(by: .seconds(60 * minutes))
    }

    /// Waits until a pause of exactly this length begins.
    func expectPause(minutes: Int = 1) async throws {
        try await expectEventually("a pause of \(minutes) min") {
            long.pauses.contains(.seconds(60 * minutes))
        }
    }
}
