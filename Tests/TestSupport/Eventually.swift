import Platform
package import Testing

/// Waits until `condition` holds, checking every millisecond, and fails the test when it does not within the time.
///
/// For events on the other side of a socket or a process. Use `await` for everything else.
package func expectEventually(
    _ what: Comment, within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
    condition: () async throws -> Bool
) async throws {
    let start = TimeSource.live.elapsed()
    while try await !condition() {
        guard TimeSource.live.elapsed() - start < limit else {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await TimeSource.live.sleep(.milliseconds(1))
    }
}
