package import DecimalArithmetic

/// The index that a scale computes from concentrations, a whole number, and its band; the pollutant with the highest
/// index, the first in the scale's order if several are equal; and over how many hours its concentration is averaged.
package typealias ComputedIndex = (index: ExactDecimal, band: AQIBand, pollutant: Pollutant, hours: Int)

/// The reason why a scale cannot compute an index.
package enum UnknownIndex: Error, Sendable, Hashable {
    /// The provider has neither an index on the scale nor concentrations.
    case noConcentrations
    /// Too few hours of every pollutant are known.
    case tooFewHours
    /// The scale needs more pollutants than are known.
    case tooFewPollutants(known: Int, needed: Int)
    /// The scale needs PM2.5 or PM10, and neither is known.
    case noParticles
}

extension AQIScale {
    /// Computes the index of the hour at a position. Each pollutant is averaged over the scale's time before it,
    /// without NowCast.
    ///
    /// Returns `UnknownIndex` if too little is known.
    package func index(
        of hours: HourlyConcentrations, at position: Int
    ) -> Result<ComputedIndex, UnknownIndex> {
        guard hours.values.values.contains(where: { $0.contains { $0 != nil } }) else {
            return .failure(.noConcentrations)
        }
        var worst: [Pollutant: ComputedIndex] = [:]
        for table in breakpoints {
            guard let found = try? index(of: table, in: hours, at: position) else { continue }
            if let other = worst[table.pollutant], found.index <= other.index { continue }
            worst[table.pollutant] = found
        }
        if let reason = missing(from: Set(worst.keys)) { return .failure(reason) }
        let inOrder = breakpoints.compactMap { worst[$0.pollutant] }
        guard let first = inOrder.first else { return .failure(.tooFewHours) }
        return .success(inOrder.reduce(first) { $1.index > $0.index ? $1 : $0 })
    }

    private func missing(from known: Set<Pollutant>) -> UnknownIndex? {
        guard !known.isEmpty else { return .tooFewHours }
        if known.count < pollutantsNeeded {
            return .tooFewPollutants(known: known.count, needed: pollutantsNeeded)
        }
        return needsParticles && known.isDisjoint(with: [.pm2_5, .pm10]) ? .noParticles : nil
    }

    /// Computes the index of one table for the hours before a position; nil if the table defines none, or too little
    /// is known.
    private func index(
        of table: Breakpoints, in hours: HourlyConcentrations, at position: Int
    ) throws(ArithmeticError) -> ComputedIndex? {
        guard let mean = try hours.mean(of: table, endingAt: position), let index = try index(of: mean, in: table)
        else { return nil }
        return (index, band(of: index), table.pollutant, table.hours)
    }

    /// Computes the index of an unrounded concentration in the table's unit; nil if the table defines none.
    func index(of concentration: ExactDecimal, in table: Breakpoints) throws(ArithmeticError) -> ExactDecimal? {
        let rounded = rounding.map { concentration.rounded(toPlaces: table.places, $0) } ?? concentration
        return try table.index(of: rounded, bands: bands)
    }
}
