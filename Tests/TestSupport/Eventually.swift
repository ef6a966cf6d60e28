import Platform
package import Testing

/// A time after which what a test waits for counts as missing. It only ends a hang: nothing takes so long, however busy
/// the machine is.
package let hangLimit = Duration.seconds(180)

/// Waits until `condition` holds, checking every millisecond, and fails the test when it does not within `hangLimit`.
///
/// For events on the other side of a socket or a process. Use `await` for everything else. In virtual time the
/// condition has to hold when everything has happened that can happen without time passing.
package func expectEventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    condition: () async throws -> Bool
) async throws {
    if let time = VirtualTime.current {
        await time.settle()
        if try await !condition() { Issue.record(what, sourceLocation: sourceLocation) }
        return
    }
    let start = TimeSource.live.elapsed()
    while try await !condition() {
        guard TimeSource.live.elapsed() - start < hangLimit else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await TimeSource.live.sleep(.milliseconds(1))
    }
}
