/// The source of time: the wall clock for times that are shown, a monotonic clock for measurements, and a pause.
///
/// It is a value of closures, so that tests can replace the clocks and no other code reads the system's.
public struct TimeSource: Sendable {
    /// Returns the current wall clock time in UTC.
    public var now: @Sendable () -> Timestamp
    /// Returns the time of a monotonic clock. Only differences between two of its values have a meaning.
    public var elapsed: @Sendable () -> Duration
    /// Waits for a duration. Throws `CancellationError` as soon as the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Returns the time since the system started, which also has a meaning in other processes; nil if it is unknown.
    package var sinceBoot: @Sendable () -> BootTime? = { nil }

    /// Returns the wall clock time to the microsecond; nil for a clock that is not that precise.
    package var preciseNow: (@Sendable () -> Timestamp)?

    /// Creates a source from three closures. Each parameter sets the property of the same name.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        elapsed: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.elapsed = elapsed
        self.sleep = sleep
    }

    /// Returns the time of a moment of the monotonic clock.
    package func moment(_ elapsed: Duration) -> Timestamp { now().advanced(by: elapsed - self.elapsed()) }

    /// The system's clocks.
    public static let live = {
        var live = TimeSource(
            now: { Timestamp.systemNow() },
            elapsed: { systemElapsed() },
            sleep: { try await TaskThreads.sleep(for: $0) })
        live.preciseNow = { Timestamp.systemNow(inMicroseconds: true) }
        live.sinceBoot = { BootTime.systemNow() }
        return live
    }()
}
