import DecimalArithmetic

/// A pollutant that contributes to an index. The raw value is the name of its field, which is always in µg/m³.
public enum Pollutant: String, Sendable, Hashable, CaseIterable {
    /// Particles with a diameter of up to 2.5 µm.
    case pm2_5
    /// Particles with a diameter of up to 10 µm.
    case pm10
    /// Ozone.
    case o3
    /// Nitrogen dioxide.
    case no2
    /// Sulphur dioxide.
    case so2
    /// Carbon monoxide.
    case co
}

/// The unit of a table of breakpoints.
package enum ConcentrationUnit: String, Sendable, Hashable {
    case microgramsPerCubicMetre = "µg/m³"
    case milligramsPerCubicMetre = "mg/m³"
    case partsPerBillion = "ppb"
    case partsPerMillion = "ppm"
}

/// The mean concentration over some hours. It is kept as a sum to avoid rounding before the unit conversion.
struct MeanConcentration {
    /// The sum of all known hours, in µg/m³.
    var sum: ExactDecimal
    var count: Int

    /// Converts the mean to a unit. µg/m³ are converted to parts by volume at 25 °C and 1013.25 hPa, where the molar
    /// volume of a gas is 24.45 l/mol.
    ///
    /// Throws `ArithmeticError` if the result is out of range.
    func value(of pollutant: Pollutant, in unit: ConcentrationUnit) throws(ArithmeticError) -> ExactDecimal {
        let count = ExactDecimal(count)
        switch unit {
        case .microgramsPerCubicMetre: return try sum.divided(by: count, to: .intermediate)
        case .milligramsPerCubicMetre: return try .product(of: [sum], dividedBy: [count, 1000], to: .intermediate)
        case .partsPerBillion: return try parts(of: pollutant, dividedBy: [count])
        case .partsPerMillion: return try parts(of: pollutant, dividedBy: [count, 1000])
        }
    }

    /// Converts to parts by volume, which equal the parts by moles: mass over molar mass, times 24.45 l. Both factors
    /// are in hundredths.
    private func parts(
        of pollutant: Pollutant, dividedBy divisors: [ExactDecimal]
    ) throws(ArithmeticError) -> ExactDecimal {
        guard let molarMass = pollutant.molarMass else { throw .divisionByZero }
        return try .product(of: [sum, 2445], dividedBy: divisors + [molarMass], to: .intermediate)
    }
}

extension Pollutant {
    /// The molar mass in hundredths of a gram per mole, from the IUPAC standard atomic weights; nil for particles.
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
