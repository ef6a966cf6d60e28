import Platform

/// The clocks of places whose services send local times.
extension Timestamp {
    /// The second of the day of `4:00` and `PM`.
    static func secondOfDay(_ clock: String, _ half: String) -> Int64? {
        let parts = clock.split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, (1...12).contains(parts[0]), (0...59).contains(parts[1]), ["AM", "PM"].contains(half)
        else { return nil }
        return (parts[0] % 12 + (half == "PM" ? 12 : 0)) * 3600 + parts[1] * 60
    }

    /// The moment at which clocks of Central Europe show what this one shows in UTC: an hour earlier, two in summer,
    /// which lasts from the last Sunday of March to that of October, 01:00 UTC (Directive 2000/84/EC). Of the hour that
    /// comes twice in October the second is meant.
    var readAsCentralEuropeanTime: Timestamp {
        let winter = advanced(bySeconds: -3600)
        let year = description.prefix(4)
        guard let start = Self.sunday(from: "\(year)-03-25"), let end = Self.sunday(from: "\(year)-10-25"),
            (start.advanced(bySeconds: 3600)..<end.advanced(bySeconds: 3600)).contains(winter)
        else { return winter }
        return advanced(bySeconds: -7200)
    }

    /// The moment at which New York's clocks show what this one shows in UTC: five hours later, four in summer, which
    /// lasts from the second Sunday of March to the first one of November, 02:00 there (Energy Policy Act of 2005). Of
    /// the hour that comes twice in November the first is meant.
    var readAsNewYorkTime: Timestamp {
        let year = description.prefix(4)
        guard let start = Self.sunday(from: "\(year)-03-08"), let end = Self.sunday(from: "\(year)-11-01"),
            (start.advanced(bySeconds: 7200)..<end.advanced(bySeconds: 7200)).contains(self)
        else { return advanced(bySeconds: 5 * 3600) }
        return advanced(bySeconds: 4 * 3600)
    }

    /// The first Sunday that is not before a day.
    private static func sunday(from day: String) -> Timestamp? {
        guard let day = Timestamp(day: day) else { return nil }
        return day.advanced(bySeconds: 86400 * ((7 - day.weekday) % 7))
    }

    /// The number of days since Sunday in UTC. 1970-01-01 was a Thursday.
    private var weekday: Int64 { (seconds / 86400 + 4) % 7 }

    /// Whether it is a day from Monday to Friday in UTC.
    var isWeekday: Bool { (1...5).contains(weekday) }
}
