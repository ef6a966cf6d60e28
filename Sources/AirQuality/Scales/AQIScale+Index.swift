public import DecimalArithmetic

/// What a scale makes of concentrations.
public struct ComputedIndex: Sendable, Hashable {
    /// The index, whole.
    public var index: ExactDecimal
    /// Its band.
    public var band: AQIBand
    /// The pollutant that decides, the first of equals in the scale's order.
    public var pollutant: Pollutant
    /// The hours that its concentration is the mean of.
    public var hours: Int
}

/// Why a scale makes nothing of them.
public enum UnknownIndex: Error, Sendable, Hashable {
    /// The provider has neither an index of the scale nor concentrations.
    case noConcentrations
    /// Too few hours of every pollutant are known.
    case tooFewHours
    /// The scale needs more pollutants than are known.
    case tooFewPollutants(known: Int, needed: Int)
    /// The scale needs PM2.5 or PM10, and neither is known.
    case noParticles
}

extension AQIScale {
    /// The index of the hour at a position, each pollutant averaged over the scale's own time before it; no NowCast.
    public func index(
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
        if known.count < minimum.pollutants {
            return .tooFewPollutants(known: known.count, needed: minimum.pollutants)
        }
        return minimum.needsParticles && known.isDisjoint(with: [.pm2_5, .pm10]) ? .noParticles : nil
    }

    /// What one table makes of the hours before a position; nil where it defines nothing, or too little is known.
    private func index(
        of table: Breakpoints, in hours: HourlyConcentrations, at position: Int
    ) throws(ArithmeticError) -> ComputedIndex? {
        guard let mean = try hours.mean(of: table, endingAt: position) else { return nil }
        let value = try mean.value(of: table.pollutant, in: table.unit)
        guard let index = try index(of: value, in: table) else { return nil }
        return ComputedIndex(index: index, band: band(of: index), pollutant: table.pollutant, hours: table.hours)
    }

    /// The index of a concentration in the table's unit, as it was measured; nil where the table defines none.
    func index(of concentration: ExactDecimal, in table: Breakpoints) throws(ArithmeticError) -> ExactDecimal? {
        try table.index(of: rounding.apply(concentration, places: table.places), bands: bands)
    }
}

extension AQIScale.Rounding {
    fileprivate func apply(_ number: ExactDecimal, places: Int) throws(ArithmeticError) -> ExactDecimal {
        switch self {
        case .down: try number.roundedDown(toPlaces: places)
        case .halfUp: try number.roundedHalfUp(toPlaces: places)
        case .none: number
        }
    }
}
