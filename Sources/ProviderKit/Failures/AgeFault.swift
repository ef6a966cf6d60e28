package import Platform

/// Why the age of a value is not accepted.
package enum AgeFault: Sendable, Hashable {
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

    /// The reason in words: `older than 4 days`, `9 years ahead of this machine's clock`.
    package var words: String {
        switch self {
        case .olderThan(24): "older than a day"
        case .olderThan(let hours) where hours.isMultiple(of: 24): "older than \(hours / 24) days"
        case .olderThan(let hours): "older than \(hours) hours"
        case .ahead(let seconds): "\(Self.words(ofSeconds: seconds)) ahead of this machine's clock"
        }
    }

    /// Returns a time of two minutes or more in its largest unit, rounded down.
    private static func words(ofSeconds seconds: Int64) -> String {
        let units: [(name: String, seconds: Int64)] = [
            ("year", 31_556_952), ("day", 86_400), ("hour", 3600), ("minute", 60),
        ]
        guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "\(seconds) s" }
        let count = seconds / unit.seconds
        return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
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
