/// A distance between times of a calendar.
public enum CalendarStep: Sendable, Equatable {
    /// Seconds of a day. The number divides 86,400.
    case seconds(Int64)
    /// Days.
    case days(Int64)
    /// Months; 12 for a year.
    case months(Int64)

    /// The length in seconds, of months on average.
    public var seconds: Int64 {
        switch self {
        case .seconds(let count): count
        case .days(let count): count * 86400
        // 31,556,952 seconds are an average year of the Gregorian calendar.
        case .months(let count): count * 31_556_952 / 12
        }
    }
}

extension LocalTime {
    /// Returns the times within a period at which a step begins in local time: full seconds, minutes and hours, the
    /// beginnings of days, counted from the first one, or of months, counted from January.
    ///
    /// - Parameters:
    ///   - step: The distance of the times.
    ///   - period: The period.
    /// - Returns: The times, oldest first; empty for a year that the system does not support.
    public func beginnings(of step: CalendarStep, in period: ClosedRange<Timestamp>) -> [Timestamp] {
        guard let first = local(period.lowerBound), let last = local(period.upperBound), first <= last
        else { return [] }
        let beginnings =
            switch step {
            case .seconds(let count):
                Array(stride(from: Self.roundedUp(first, to: count), through: last, by: Int(count)))
            case .days(let count):
                Array(stride(from: Self.roundedUp(first, to: 86400), through: last, by: Int(count * 86400)))
            case .months(let count): Self.months(count, from: first, through: last)
            }
        var times: [Timestamp] = []
        for time in beginnings.compactMap(time(ofLocal:)) where period.contains(time) {
            // An hour that is skipped in spring begins with the next one.
            if times.last.map({ $0 < time }) ?? true { times.append(time) }
        }
        return times
    }

    private static func months(_ count: Int64, from first: Int64, through last: Int64) -> [Int64] {
        let date = Timestamp.civil(fromDays: first.flooredDivision(by: 86400).quotient)
        var month = roundedUp(date.year * 12 + date.month - 1, to: count)
        var beginnings: [Int64] = []
        while let days = Timestamp.days(
            year: month.flooredDivision(by: 12).quotient, month: month.flooredDivision(by: 12).remainder + 1, day: 1),
            days * 86400 <= last
        {
            if days * 86400 >= first { beginnings.append(days * 86400) }
            month += count
        }
        return beginnings
    }

    private static func roundedUp(_ number: Int64, to step: Int64) -> Int64 {
        let (quotient, remainder) = number.flooredDivision(by: step)
        return (remainder > 0 ? quotient + 1 : quotient) * step
    }

    /// Returns the time at which local clocks show a number of seconds since 1970.
    private func time(ofLocal seconds: Int64) -> Timestamp? {
        // The offset may change between the first guess and the time.
        offset(Timestamp(seconds: seconds)).flatMap { offset(Timestamp(seconds: seconds - $0)) }.map {
            Timestamp(seconds: seconds - $0)
        }
    }
}
