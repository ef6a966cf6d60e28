package import DecimalArithmetic
package import Platform

/// The concentrations in one place, hour by hour, oldest first.
package struct HourlyConcentrations: Sendable, Hashable {
    /// The time of each hour's value.
    package var times: [Timestamp]
    /// One value per hour in µg/m³, nil if it is unknown. Every array is as long as `times`.
    package var values: [Pollutant: [ExactDecimal?]]

    /// Creates the hours of a place.
    package init(times: [Timestamp] = [], values: [Pollutant: [ExactDecimal?]] = [:]) {
        self.times = times
        self.values = values
    }

    /// Returns the position of the hour that contains a moment; nil if there is none.
    func position(at time: Timestamp) -> Int? {
        times.lastIndex { $0 <= time && time.wholeSeconds(since: $0) < 3600 }
    }

    /// Computes the mean of the hours that end at a position, in the unit of the table; nil if fewer than three
    /// quarters of them are known.
    func mean(of table: Breakpoints, endingAt position: Int) throws(ArithmeticError) -> ExactDecimal? {
        guard let values = values[table.pollutant], times.indices.contains(position) else { return nil }
        let begin = times[position].advanced(bySeconds: -3600 * Int64(table.hours))
        var (sum, count) = (ExactDecimal.zero, 0)
        for index in stride(from: position, through: 0, by: -1) {
            guard times[index] > begin else { break }
            guard let value = values[index], !value.isNegative else { continue }
            sum = try sum + value
            count += 1
        }
        guard count >= table.hoursNeeded else { return nil }
        return try table.pollutant.mean(of: sum, count: count, in: table.unit)
    }
}
