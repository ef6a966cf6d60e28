package import Platform

/// The moment when the time of the whole command ends, on the monotonic clock of `TimeSource.elapsed`.
package struct Deadline: Sendable, Equatable {
    /// The moment; nil if there is no deadline.
    package let moment: Duration?

    /// No deadline.
    package static let none = Deadline(moment: nil)

    /// The end of what the current task may use of the time of the command: the share of one provider of several.
    @TaskLocal package static var ofTask = Deadline.none

    /// Creates a deadline.
    ///
    /// - Parameter moment: A moment of `TimeSource.elapsed`; nil for no deadline.
    package init(moment: Duration?) {
        self.moment = moment
    }

    /// Creates a deadline some time from now.
    ///
    /// - Parameters:
    ///   - time: The time from now.
    ///   - clock: The clock that measures it.
    package init(after time: Duration, on clock: TimeSource) {
        self.init(moment: clock.elapsed() + time)
    }

    /// Computes the remaining time.
    ///
    /// - Parameter elapsed: The current moment of `TimeSource.elapsed`.
    /// - Returns: The time until the deadline, 0 after it; nil if there is none.
    package func remaining(at elapsed: Duration) -> Duration? {
        moment.map { max(.zero, $0 - elapsed) }
    }

    /// Returns the earlier one of two deadlines.
    package func orEarlier(_ other: Deadline) -> Deadline {
        guard let moment, let otherMoment = other.moment else { return moment == nil ? other : self }
        return Deadline(moment: min(moment, otherMoment))
    }

    /// Returns the deadline of one of several that wait in turn. The `others` after it keep a few seconds each, and it
    /// has no less than that.
    package func share(at elapsed: Duration, others: Int) -> Deadline {
        guard others > 0, let left = remaining(at: elapsed) else { return self }
        return Deadline(moment: elapsed + max(left - Self.leastShare * others, min(left, Self.leastShare)))
    }

    /// Enough for a connection and an answer over a slow line.
    private static let leastShare = Duration.seconds(3)
}
