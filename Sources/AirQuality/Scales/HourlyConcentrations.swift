public import DecimalArithmetic
public import Platform

/// What a provider says was in one place's air, hour by hour, oldest first.
public struct HourlyConcentrations: Sendable, Hashable {
    /// When each hour's value holds.
    public var times: [Timestamp]
    /// A value an hour in µg/m³, nil where it is unknown; all as many as `times`.
    public var values: [Pollutant: [ExactDecimal?]]

    /// Hours of a place.
    public init(times: [Timestamp] = [], values: [Pollutant: [ExactDecimal?]] = [:]) {
        self.times = times
        self.values = values
    }

    /// The position of the hour that a moment is in; nil where it is not among them.
    func position(at time: Timestamp) -> Int? {
        times.lastIndex { $0 <= time && time.wholeSeconds(since: $0) < 3600 }
    }

    /// The mean of the hours that end at a position; nil where fewer than three quarters of them are known.
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
