public import Platform

/// The moment when the time of the whole command ends, on the monotonic clock of `TimeSource.elapsed`.
public struct Deadline: Sendable, Equatable {
    /// The moment; nil if there is no deadline.
    public let moment: Duration?

    /// No deadline.
    public static let none = Deadline(moment: nil)

    /// Creates a deadline.
    ///
    /// - Parameter moment: A moment of `TimeSource.elapsed`; nil for no deadline.
    public init(moment: Duration?) {
        self.moment = moment
    }

    /// Creates a deadline some time from now.
    ///
    /// - Parameters:
    ///   - time: The time from now.
    ///   - clock: The clock that measures it.
    public init(after time: Duration, on clock: TimeSource) {
        self.init(moment: clock.elapsed() + time)
    }

    /// Computes the remaining time.
    ///
    /// - Parameter elapsed: The current moment of `TimeSource.elapsed`.
    /// - Returns: The time until the deadline, 0 after it; nil if there is none.
    public func remaining(at elapsed: Duration) -> Duration? {
        moment.map { max(.zero, $0 - elapsed) }
    }
}
