public import Platform

/// The moment when the time of the whole command ends, on the monotonic clock of `TimeSource.elapsed`.
public struct Deadline: Sendable, Equatable {
    /// The moment; nil if there is no deadline.
    public let moment: Duration?

    /// No deadline.
    public static let none = Deadline(moment: nil)

    /// Creates a deadline at a moment of `TimeSource.elapsed`.
    public init(moment: Duration?) {
        self.moment = moment
    }

    /// Creates a deadline `time` from now.
    public init(after time: Duration, on clock: TimeSource) {
        self.init(moment: clock.elapsed() + time)
    }

    /// The remaining time: 0 after the deadline, nil if there is none.
    public func remaining(at elapsed: Duration) -> Duration? {
        moment.map { max(.zero, $0 - elapsed) }
    }
}
