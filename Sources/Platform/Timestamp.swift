/// A moment in UTC with exactly the fraction of a second its sender gave: `2024-03-01T12:00:00.50Z` keeps both digits.
///
/// Always in the years 1 to 9999, which are all that RFC 3339 text has room for and that calendars agree on: there is no
/// other value, so that printing and arithmetic need no check. A time from outside is read by a failable initializer;
/// arithmetic that would leave the years ends at their first or last second.
///
/// FoundationEssentials' date formats print a fixed number of fraction digits and go through binary floating point.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative before.
    public let seconds: Int64
    /// The fraction in nanoseconds, 0 to 999,999,999, always forward from `seconds`.
    public let nanoseconds: UInt32
    /// How many digits of the fraction are printed, 0 to 9.
    public let digits: UInt8

    /// A moment, for seconds that this program counts; outside the years 1 to 9999 the nearest second inside. More than
    /// 999,999,999 nanoseconds are that, and more than nine digits are nine.
    public init(seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8 = 0) {
        self.seconds = min(max(seconds, Self.years.lowerBound), Self.years.upperBound)
        self.nanoseconds = min(nanoseconds, 999_999_999)
        self.digits = min(digits, 9)
    }

    /// The same for seconds from outside: nil outside the years 1 to 9999.
    public init?(exactSeconds seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8 = 0) {
        guard Self.years.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: nanoseconds, digits: digits)
    }

    /// A moment given in milliseconds since 1970, nil outside the years 1 to 9999; printed with three digits, without any
    /// when it is a whole second.
    public init?(exactMilliseconds milliseconds: Int64) {
        let (whole, rest) = milliseconds.flooredDivision(by: 1000)
        self.init(exactSeconds: whole, nanoseconds: UInt32(rest) * 1_000_000, digits: rest == 0 ? 0 : 3)
    }

    /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    private static var years: ClosedRange<Int64> { -62_135_596_800...253_402_300_799 }
}

extension Timestamp: Comparable {
    /// Earlier moments first; how many digits are printed does not matter.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp {
    /// Whole seconds from `earlier` to here, rounded down; negative when `earlier` is later.
    public func wholeSeconds(since earlier: Timestamp) -> Int64 {
        seconds - earlier.seconds - (nanoseconds < earlier.nanoseconds ? 1 : 0)
    }

    /// This moment, later by whole seconds; the first or last second there is where that is none.
    public func advanced(bySeconds count: Int64) -> Timestamp {
        // The sum overflows only in the direction of `count`.
        let (sum, isOver) = seconds.addingReportingOverflow(count)
        return Timestamp(seconds: isOver ? (count < 0 ? .min : .max) : sum, nanoseconds: nanoseconds, digits: digits)
    }
}

extension Int64 {
    /// Quotient rounded towards minus infinity, and the remainder, which is never negative.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
