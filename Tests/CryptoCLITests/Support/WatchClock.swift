import Platform
import TestSupport
import Testing

/// A clock that a test watches by.
protocol WatchClock: Sendable {
    /// The clock for the tool.
    var source: TimeSource { get }
}

/// A clock all of whose pauses end when a test says so. The wall clock stands at 2024-03-01T12:00:00Z whatever passes.
struct StillClock: WatchClock {
    private let steps = SteppingClock()

    var source: TimeSource {
        var source = steps.source
        source.now = { Timestamp(seconds: 1_709_294_400) }
        return source
    }

    /// The pauses that have not ended, the shortest first.
    var pauses: [Duration] { steps.pauses }

    /// Lets the time of a pause pass that is exactly so long from now, once something waits for it.
    func pass(_ pause: Duration, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expectEventually("a pause of \(pause)", within: .seconds(20), sourceLocation: sourceLocation) {
            pauses.contains(pause)
        }
        if !pauses.contains(pause) { Issue.record("paused for \(pauses)", sourceLocation: sourceLocation) }
        steps.advance(by: pause)
    }

    /// Lets so much time pass, whatever waits for it.
    func leap(_ duration: Duration) { steps.advance(by: duration) }

    /// Lets every pause up to a length pass as it comes, until something is so.
    func passPauses(
        upTo limit: Duration, until what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        _ isOver: () -> Bool
    ) async throws {
        try await expectEventually(what, within: .seconds(20), sourceLocation: sourceLocation) {
            if let next = pauses.first, next <= limit { steps.advance(by: next) }
            return isOver()
        }
    }
}
