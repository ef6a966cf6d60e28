import Platform

extension Timestamp {
    /// The moment at which clocks of Central Europe show what this one shows in UTC: an hour earlier, two in summer, which
    /// lasts from the last Sunday of March to that of October, 01:00 UTC (Directive 2000/84/EC). Of the hour that comes
    /// twice in October the second is meant.
    var readAsCentralEuropeanTime: Timestamp {
        let winter = advanced(bySeconds: -3600)
        let year = description.prefix(4)
        guard let start = Self.lastSunday(of: "\(year)-03"), let end = Self.lastSunday(of: "\(year)-10"),
            (start.advanced(bySeconds: 3600)..<end.advanced(bySeconds: 3600)).contains(winter)
        else { return winter }
        return advanced(bySeconds: -7200)
    }

    /// The last Sunday of a month of 31 days, `2024-03`.
    private static func lastSunday(of month: String) -> Timestamp? {
        guard let last = Timestamp(day: month + "-31") else { return nil }
        // 1970-01-01 was a Thursday.
        let weekday = (last.seconds / 86400 + 4) % 7
        return last.advanced(bySeconds: -86400 * weekday)
    }
}
