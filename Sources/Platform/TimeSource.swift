/// The one source of time: the wall clock for what is shown, a monotonic clock for what is measured, and a pause.
///
/// A value of closures so that a test stands the clock still and no code below asks the system by itself.
public struct TimeSource: Sendable {
    /// The wall clock's present moment, UTC.
    public var now: @Sendable () -> Timestamp
    /// A clock that never goes back; only differences of two of its values mean anything.
    public var elapsed: @Sendable () -> Duration
    /// Returns after the pause, or throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// A source of these three.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
    }

    /// The system's clocks.
    public static let live = TimeSource(
        now: { Timestamp.systemNow() },
        elapsed: { systemElapsed() },
        sleep: { try await Task.sleep(for: $0, tolerance: .zero, clock: .continuous) })
}
