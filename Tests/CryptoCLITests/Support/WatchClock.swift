import Platform
import TestSupport
import Testing

/// A clock for tests of `watch`.
protocol WatchClock: Sendable {
    /// The clock for the tool.
    var source: TimeSource { get }
}

/// A clock whose pauses a test ends. The wall clock always shows 2024-03-01T12:00:00Z.
struct StillClock: WatchClock {
    private let steps = SteppingClock()

    var source: TimeSource {
        var source = steps.source
        source.now = { Timestamp(seconds: 1_709_294_400) }
        return source
    }

    /// The pauses that have not ended, the shortest first.
    var pauses: [Duration] { steps.pauses }

    /// Waits for a pause of exactly this length, and advances to its end.
    func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("a pause of \(pause)", sourceLocation: sourceLocation) {
            pauses.contains(pause)
        }
        if !pauses.contains(pause) { Issue.record("paused for \(pauses)", sourceLocation: sourceLocation) }
        steps.advance(by: pause)
    }

    /// Advances by so much time, regardless of pauses.
    func leap(_ duration: Duration) { steps.advance(by: duration) }

    /// Ends every pause up to a length as it begins, until a condition holds.
    func passPauses(
        upTo limit: Duration, until what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        _ isOver: () -> Bool
    ) async throws {
        try await expectEventually(what, sourceLocation: sourceLocation) {
            if let next = pauses.first, next <= limit { steps.advance(by: next) }
            return isOver()
        }
    }
}
