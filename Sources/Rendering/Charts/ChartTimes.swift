package import Platform

extension Chart {
    /// Texts for the times of points, in a time zone. They are as exact as the points and have the day or the year only
    /// if that differs.
    package struct Times: Sendable {
        let localTime: LocalTime
        /// Whether the points are so far apart that a day is not known without its year.
        let hasYear: Bool
        private let hasDay, hasClock, hasSeconds: Bool

        /// Creates the form of the texts.
        ///
        /// - Parameters:
        ///   - points: The points.
        ///   - localTime: The time zone.
        ///   - areDays: Whether the points are whole days, also where there is only one.
        package init(of points: [Point], in localTime: LocalTime, areDays: Bool = false) {
            self.localTime = localTime
            let times = points.map(\.time)
            let isDaily =
                areDays
                || times.count > 1 && zip(times, times.dropFirst()).allSatisfy { $1.wholeSeconds(since: $0) >= 86400 }
            let (first, last) = (times.min(), times.max())
            let seconds = first.flatMap { first in last.map { $0.wholeSeconds(since: first) } } ?? 0
            hasYear = seconds > 300 * 86400
            // A single time without its day is unclear.
            hasDay = seconds == 0 || first.map(localTime.date) != last.map(localTime.date)
            hasClock = !isDaily
            hasSeconds = !isDaily && seconds <= 600 && times.contains { $0.seconds % 60 != 0 }
        }

        /// Returns the text of a point's time: `14:05:30`, `14:05`, `Mar 1 14:05`, `Mar 1` or `2024-03-01`.
        ///
        /// - Parameter time: The time.
        /// - Returns: The text.
        package func text(of time: Timestamp) -> String {
            join(hasYear || hasDay ? day(time) : nil, clock(time, hasSeconds: hasSeconds))
        }

        /// Returns the text of a time where no other is beside it: always with the day, and without seconds.
        ///
        /// - Parameter time: The time.
        /// - Returns: The text.
        package func textWithDay(of time: Timestamp) -> String {
            join(day(time), clock(time, hasSeconds: false))
        }

        /// The text of a time, and shorter ones.
        func forms(of time: Timestamp) -> [String] {
            let short =
                hasYear
                ? [localTime.month(time), localTime.year(time)]
                : [hasDay ? localTime.day(time) : localTime.clock(time)]
            return [text(of: time)] + short
        }

        /// Returns the text of a time at which a step begins; where a day begins, its name.
        func text(of time: Timestamp, every step: CalendarStep) -> String {
            switch step {
            case .seconds(let count):
                switch localTime.clockWithSeconds(time) {
                case "00:00:00": localTime.day(time)
                case let clock: count % 60 == 0 ? localTime.clock(time) : clock
                }
            case .days: localTime.day(time)
            case .months(let count):
                count % 12 == 0 ? localTime.year(time) : hasYear ? localTime.month(time) : localTime.day(time)
            }
        }

        private func day(_ time: Timestamp) -> String {
            hasYear ? localTime.date(time) : localTime.day(time)
        }

        private func clock(_ time: Timestamp, hasSeconds: Bool) -> String? {
            hasClock ? hasSeconds ? localTime.clockWithSeconds(time) : localTime.clock(time) : nil
        }

        private func join(_ day: String?, _ clock: String?) -> String {
            [day, clock].compactMap(\.self).joined(separator: " ")
        }
    }

    /// The texts of the times of the points.
    var times: Times { Times(of: points, in: localTime, areDays: areDays) }
}
