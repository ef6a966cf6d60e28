package import Platform

/// Why the age of a value is not accepted.
public enum AgeFault: Sendable, Hashable {
    /// The value is older than this number of hours.
    case olderThan(hours: Int)
    /// The time of the value is this number of seconds ahead of this machine's clock.
    case ahead(seconds: Int64)

    /// Judges an age in seconds, as `Timestamp.age` returns it. Returns nil if it is accepted.
    package init?(age: Int64, hours: Int) {
        if age < 0 {
            self = .ahead(seconds: -age)
        } else if age > Int64(hours) * 3600 {
            self = .olderThan(hours: hours)
        } else {
            return nil
        }
    }
}

extension Timestamp {
    /// Returns the age of a value of this time in whole seconds.
    ///
    /// Clocks differ, so a time up to two minutes ahead of this machine's clock has the age 0. A later time has a
    /// negative age.
    package func age(at now: Timestamp) -> Int64 {
        let age = now.wholeSeconds(since: self)
        return (-120..<0).contains(age) ? 0 : age
    }
}
