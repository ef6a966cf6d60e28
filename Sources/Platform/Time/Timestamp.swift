/// A time in UTC with the exact fraction of a second that was sent: `2024-03-01T12:00:00.50Z` keeps both digits.
///
/// It is always in the years 1 to 9999, the range of RFC 3339 text and of calendars, so printing and arithmetic need
/// no range check. Times from outside the program are read by failable initializers. Arithmetic saturates at the
/// first or last second of that range.
///
/// The date formats of FoundationEssentials are not used: they print a fixed number of fraction digits and use binary
/// floating point.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z without leap seconds; negative before.
    public let seconds: Int64
    /// The fraction in nanoseconds after `seconds`, 0 to 999,999,999.
    public let nanoseconds: UInt32
    /// The number of printed fraction digits, 0 to 9.
    public let digits: UInt8

    /// Creates a time from seconds computed by the program. A time outside the years 1 to 9999 becomes the nearest
    /// second inside.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970-01-01T00:00:00Z.
    ///   - nanoseconds: The fraction in nanoseconds, at most 999,999,999.
    ///   - digits: The number of printed fraction digits, at most 9.
    public init(seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8 = 0) {
        self.seconds = min(max(seconds, Self.years.lowerBound), Self.years.upperBound)
        self.nanoseconds = min(nanoseconds, 999_999_999)
        self.digits = min(digits, 9)
    }

    /// Creates a time from seconds of another source; nil outside the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970-01-01T00:00:00Z.
    ///   - nanoseconds: The fraction in nanoseconds, at most 999,999,999.
    ///   - digits: The number of printed fraction digits, at most 9.
    public init?(exactSeconds seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8 = 0) {
        guard Self.years.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: nanoseconds, digits: digits)
    }

    /// Creates a time from milliseconds of another source; nil outside the years 1 to 9999. It is printed with three
    /// fraction digits, or with none if it is a whole second.
    ///
    /// - Parameter milliseconds: The milliseconds since 1970-01-01T00:00:00Z.
    public init?(exactMilliseconds milliseconds: Int64) {
        let (whole, rest) = milliseconds.flooredDivision(by: 1000)
        self.init(exactSeconds: whole, nanoseconds: UInt32(rest) * 1_000_000, digits: rest == 0 ? 0 : 3)
    }

    /// Creates a time from microseconds of another source; nil outside the years 1 to 9999. It is printed with six
    /// fraction digits, or with none if it is a whole second.
    package init?(exactMicroseconds microseconds: Int64) {
        let (whole, rest) = microseconds.flooredDivision(by: 1_000_000)
        self.init(exactSeconds: whole, nanoseconds: UInt32(rest) * 1000, digits: rest == 0 ? 0 : 6)
    }

    /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    private static var years: ClosedRange<Int64> { -62_135_596_800...253_402_300_799 }
}

extension Timestamp: Comparable {
    /// Compares two times. The number of printed digits does not matter.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp {
    /// Computes the time since an earlier one.
    ///
    /// - Parameter earlier: The earlier time.
    /// - Returns: The whole seconds, rounded down; negative if `earlier` is later.
    public func wholeSeconds(since earlier: Timestamp) -> Int64 {
        seconds - earlier.seconds - (nanoseconds < earlier.nanoseconds ? 1 : 0)
    }

    /// Computes the time since an earlier one.
    ///
    /// - Parameter earlier: The earlier time.
    /// - Returns: The whole microseconds, rounded down; negative if `earlier` is later.
    public func wholeMicroseconds(since earlier: Timestamp) -> Int64 {
        let nanoseconds = Int64(self.nanoseconds) - Int64(earlier.nanoseconds)
        let whole = Int128(seconds) - Int128(earlier.seconds)
        return Int64(clamping: whole * 1_000_000 + Int128(nanoseconds.flooredDivision(by: 1000).quotient))
    }

    /// Computes the exact time since an earlier one.
    ///
    /// - Parameter earlier: The earlier time.
    /// - Returns: The time between the two; negative if `earlier` is later.
    public func duration(since earlier: Timestamp) -> Duration {
        .seconds(seconds - earlier.seconds) + .nanoseconds(Int64(nanoseconds) - Int64(earlier.nanoseconds))
    }

    /// Adds seconds.
    ///
    /// - Parameter count: The number of seconds; negative for an earlier time.
    /// - Returns: The time, limited to the first or last supported second.
    public func advanced(bySeconds count: Int64) -> Timestamp {
        // The sum overflows only in the direction of `count`.
        let (sum, isOver) = seconds.addingReportingOverflow(count)
        return Timestamp(seconds: isOver ? (count < 0 ? .min : .max) : sum, nanoseconds: nanoseconds, digits: digits)
    }

    /// Adds a duration.
    ///
    /// - Parameter duration: The duration; negative for an earlier time.
    /// - Returns: The time with at least 6 digits, limited to the first or last supported second.
    public func advanced(by duration: Duration) -> Timestamp {
        let (whole, rest) = duration.components
        let (carry, nanoseconds) = (Int64(self.nanoseconds) + rest / 1_000_000_000).flooredDivision(by: 1_000_000_000)
        let moved = advanced(bySeconds: whole).advanced(bySeconds: carry)
        return Timestamp(seconds: moved.seconds, nanoseconds: UInt32(nanoseconds), digits: max(digits, 6))
    }
}

extension Int64 {
    /// Returns the quotient rounded towards minus infinity, and the remainder, which is never negative.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
