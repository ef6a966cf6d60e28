#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Moments as the clocks and calendars of a time zone show them.
public struct LocalTime: Sendable {
    /// By how many seconds clocks are ahead of UTC at a moment; nil for a year that the system cannot count.
    private let offset: @Sendable (Timestamp) -> Int64?

    /// The reader's own time zone: `TZ`, else the system's.
    public static let system = LocalTime { time in
        // localtime_r need not look at TZ by itself.
        tzset()
        var seconds = time_t(time.seconds)
        var parts = tm()
        return localtime_r(&seconds, &parts).map { _ in Int64(parts.tm_gmtoff) }
    }

    /// That of UTC.
    public static let utc = LocalTime { _ in 0 }

    private init(offset: @escaping @Sendable (Timestamp) -> Int64?) {
        self.offset = offset
    }

    /// `14:05`; `--:--` for a moment whose year the system cannot count.
    public func clock(_ time: Timestamp) -> String {
        guard let local = local(time) else { return "--:--" }
        let minutes = local.flooredDivision(by: 86400).remainder / 60
        return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    /// `Mar 1`; `--` for a moment whose year the system cannot count.
    public func day(_ time: Timestamp) -> String {
        guard let date = date(time), let month = Int(date[1]), let day = Int(date[2]) else { return "--" }
        return "\(Self.months[month - 1]) \(day)"
    }

    /// `2024-03`; `--` for a moment whose year the system cannot count.
    public func month(_ time: Timestamp) -> String {
        date(time).map { "\($0[0])-\($0[1])" } ?? "--"
    }

    /// Seconds since 1970 by the local clock.
    private func local(_ time: Timestamp) -> Int64? {
        offset(time).flatMap { offset in
            let (sum, isOver) = time.seconds.addingReportingOverflow(offset)
            return isOver ? nil : sum
        }
    }

    /// Year, month and day; nil where the local year is none from 1 to 9999.
    private func date(_ time: Timestamp) -> [Substring]? {
        local(time).flatMap { Timestamp(exactSeconds: $0) }?.day.split(separator: "-")
    }

    private func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
