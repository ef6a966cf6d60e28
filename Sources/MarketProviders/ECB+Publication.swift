import Platform

extension ECB {
    private static let day: Int64 = 86_400

    /// Returns when the rates after those of a day are published: about 16:00 in Frankfurt on the next working day
    /// (www.ecb.europa.eu, "Euro foreign exchange reference rates"). The few holidays of the euro system are not known
    /// here: on them the same rates are asked for again.
    static func nextPublication(after day: Timestamp) -> Timestamp {
        // 1970-01-01 was a Thursday; of Monday = 0 the weekend is 5 and 6.
        var next = day.seconds / Self.day + 1
        while (next + 3) % 7 >= 5 { next += 1 }
        return Timestamp(seconds: next * Self.day + 16 * 3600).readAsCentralEuropeanTime
    }
}
