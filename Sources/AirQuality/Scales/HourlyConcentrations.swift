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

    /// Computes the mean of the hours that end at a position; nil if fewer than three quarters of them are known.
    func mean(of table: Breakpoints, endingAt position: Int) throws(ArithmeticError) -> MeanConcentration? {
        guard let values = values[table.pollutant], times.indices.contains(position) else { return nil }
        let begin = times[position].advanced(bySeconds: -3600 * Int64(table.hours))
        var mean = MeanConcentration(sum: .zero, count: 0)
        for index in stride(from: position, through: 0, by: -1) {
            guard times[index] > begin else { break }
            guard let value = values[index], !value.isNegative else { continue }
            mean.sum = try mean.sum + value
            mean.count += 1
        }
        return mean.count >= table.hoursNeeded ? mean : nil
    }
}
