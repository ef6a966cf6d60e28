#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Formats times in a time zone.
public struct LocalTime: Sendable {
    /// Returns the offset of local time from UTC in seconds; nil for a year that the system does not support.
    let offset: @Sendable (Timestamp) -> Int64?
    /// Returns the abbreviation of the time zone; nil for a year that the system does not support.
    private let abbreviation: @Sendable (Timestamp) -> String?

    /// The user's time zone: `TZ`, otherwise that of the system.
    public static let system = LocalTime(
        offset: { time in unsafe parts(of: time).map { unsafe Int64($0.tm_gmtoff) } },
        abbreviation: { time in
            unsafe parts(of: time).flatMap { parts in
                guard let name = unsafe parts.tm_zone else { return nil }
                return unsafe String(cString: name)
            }
        })

    /// UTC.
    public static let utc = LocalTime(offset: { _ in 0 }, abbreviation: { _ in "UTC" })

    private init(
        offset: @escaping @Sendable (Timestamp) -> Int64?, abbreviation: @escaping @Sendable (Timestamp) -> String?
    ) {
        (self.offset, self.abbreviation) = (offset, abbreviation)
    }

    private static func parts(of time: Timestamp) -> tm? {
        // localtime_r is not required to read TZ.
        tzset()
        var seconds = time_t(time.seconds)
        var parts = unsafe tm()
        return unsafe localtime_r(&seconds, &parts).map { _ in unsafe parts }
    }

    /// Returns the name of the time zone at a time: `CET`, `CEST`, or `UTC+0330` for a zone without letters.
    ///
    /// - Parameter time: The time, which decides about daylight saving.
    /// - Returns: The name; `UTC` if the system does not support its year.
    public func zone(_ time: Timestamp) -> String {
        let name = abbreviation(time) ?? "UTC"
        return name.hasPrefix("+") || name.hasPrefix("-") ? "UTC" + name : name
    }

    /// Formats a time as `14:05`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The hour and minute; `--:--` if the system does not support its year.
    public func clock(_ time: Timestamp) -> String {
        guard let local = local(time) else { return "--:--" }
        let minutes = local.flooredDivision(by: 86400).remainder / 60
        return twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    /// Formats a time as `14:05:30`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The hour, minute and second; `--:--:--` if the system does not support its year.
    public func clockWithSeconds(_ time: Timestamp) -> String {
        guard let local = local(time) else { return "--:--:--" }
        return clock(time) + ":" + twoDigits(local.flooredDivision(by: 60).remainder)
    }

    /// Formats a time as `Mar 1`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The month and day; `--` if the system does not support its year.
    public func day(_ time: Timestamp) -> String {
        guard let date = dateParts(time), let month = Int(date[1]), let day = Int(date[2]) else { return "--" }
        return "\(Self.months[month - 1]) \(day)"
    }

    /// Formats a time as `2024-03`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The year and month; `--` if the system does not support its year.
    public func month(_ time: Timestamp) -> String {
        dateParts(time).map { "\($0[0])-\($0[1])" } ?? "--"
    }

    /// Formats a time as `2024-03-01`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The date; `--` if the system does not support its year.
    public func date(_ time: Timestamp) -> String {
        dateParts(time)?.joined(separator: "-") ?? "--"
    }

    /// Formats a time as `2024`.
    ///
    /// - Parameter time: The time.
    /// - Returns: The year; `--` if the system does not support it.
    public func year(_ time: Timestamp) -> String {
        dateParts(time).map { String($0[0]) } ?? "--"
    }

    /// Returns the local time in seconds since 1970.
    func local(_ time: Timestamp) -> Int64? {
        offset(time).flatMap { offset in
            let (sum, isOver) = time.seconds.addingReportingOverflow(offset)
            return isOver ? nil : sum
        }
    }

    /// Returns year, month and day; nil if the local year is not from 1 to 9999.
    private func dateParts(_ time: Timestamp) -> [Substring]? {
        local(time).flatMap { Timestamp(exactSeconds: $0) }?.day.split(separator: "-")
    }

    private func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
