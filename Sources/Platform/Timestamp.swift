/// A moment in UTC with exactly the fraction of a second its sender gave: `2024-03-01T12:00:00.50Z` keeps both digits.
///
/// FoundationEssentials' date formats print a fixed number of fraction digits and go through binary floating point.
public struct Timestamp: Sendable, Hashable {
    /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative before.
    public let seconds: Int64
    /// The fraction in nanoseconds, 0 to 999,999,999, always forward from `seconds`.
    public let nanoseconds: UInt32
    /// How many digits of the fraction are printed, 0 to 9.
    public let digits: UInt8

    /// A moment; digits past the ninth cannot be held.
    public init(seconds: Int64, nanoseconds: UInt32 = 0, digits: UInt8 = 0) {
        precondition(nanoseconds < 1_000_000_000 && digits <= 9)
        self.seconds = seconds
        self.nanoseconds = nanoseconds
        self.digits = digits
    }

    /// A moment given in milliseconds since 1970; printed with three digits, without any when it is a whole second.
    public init(milliseconds: Int64) {
        let (whole, rest) = milliseconds.flooredDivision(by: 1000)
        self.init(seconds: whole, nanoseconds: UInt32(rest) * 1_000_000, digits: rest == 0 ? 0 : 3)
    }
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

    /// This moment, later by whole seconds.
    public func advanced(bySeconds count: Int64) -> Timestamp {
        Timestamp(seconds: seconds + count, nanoseconds: nanoseconds, digits: digits)
    }
}

extension Int64 {
    /// Quotient rounded towards minus infinity, and the remainder, which is never negative.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
