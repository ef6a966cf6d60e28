import DecimalArithmetic

/// A pollutant that indices are made of; the raw value is the name of its field, in µg/m³ everywhere.
public enum Pollutant: String, Sendable, Hashable, CaseIterable {
    case pm2_5, pm10, o3, no2, so2, co
}

/// What a table of breakpoints counts a pollutant in.
public enum ConcentrationUnit: String, Sendable, Hashable {
    case microgramsPerCubicMetre = "µg/m³"
    case milligramsPerCubicMetre = "mg/m³"
    case partsPerBillion = "ppb"
    case partsPerMillion = "ppm"
}

/// The mean of a pollutant over some hours, kept as a sum so that nothing is rounded before it has its unit.
struct MeanConcentration {
    /// Of all hours that are known, in µg/m³.
    var sum: ExactDecimal
    var count: Int

    /// The mean in a unit: µg/m³ become parts of volume at 25 °C and 1013.25 hPa, where a mole of any gas is 24.45 l.
    ///
    /// Throws `ArithmeticError` for what no air holds.
    func value(of pollutant: Pollutant, in unit: ConcentrationUnit) throws(ArithmeticError) -> ExactDecimal {
        let count = ExactDecimal(count)
        switch unit {
        case .microgramsPerCubicMetre: return try sum.divided(by: count, to: .intermediate)
        case .milligramsPerCubicMetre: return try .product(of: [sum], dividedBy: [count, 1000], to: .intermediate)
        case .partsPerBillion: return try parts(of: pollutant, dividedBy: [count])
        case .partsPerMillion: return try parts(of: pollutant, dividedBy: [count, 1000])
        }
    }

    /// A volume's share is that of moles: mass over molar mass, times 24.45 l; both counted in hundredths here.
    private func parts(
        of pollutant: Pollutant, dividedBy divisors: [ExactDecimal]
    ) throws(ArithmeticError) -> ExactDecimal {
        guard let molarMass = pollutant.molarMass else { throw .divisionByZero }
        return try .product(of: [sum, 2445], dividedBy: divisors + [molarMass], to: .intermediate)
    }
}

extension Pollutant {
    /// Hundredths of a gram a mole, of IUPAC's standard atomic weights; none of dust.
    fileprivate var molarMass: ExactDecimal? {
        switch self {
        case .pm2_5, .pm10: nil
        case .o3: 4800
        case .no2: 4601
        case .so2: 6407
        case .co: 2801
        }
    }
}
