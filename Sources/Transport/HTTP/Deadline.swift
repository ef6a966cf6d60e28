public import Platform

/// The moment at which the whole command's time is over, on the monotonic clock of `TimeSource.elapsed`.
public struct Deadline: Sendable, Equatable {
    /// The moment; nil when there is none.
    public let moment: Duration?

    /// No end.
    public static let none = Deadline(moment: nil)

    /// A moment of `TimeSource.elapsed`.
    public init(moment: Duration?) {
        self.moment = moment
    }

    /// The moment `time` from now.
    public init(after time: Duration, on clock: TimeSource) {
        self.init(moment: clock.elapsed() + time)
    }

    /// What is left, 0 when it is over, nil when there is no end.
    public func remaining(at elapsed: Duration) -> Duration? {
        moment.map { max(.zero, $0 - elapsed) }
    }
}
