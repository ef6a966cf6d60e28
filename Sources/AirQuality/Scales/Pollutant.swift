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

/// The unit of a table of breakpoints, or of a measurement.
package enum ConcentrationUnit: String, Sendable, Hashable {
    case microgramsPerCubicMetre = "µg/m³"
    case milligramsPerCubicMetre = "mg/m³"
    case partsPerBillion = "ppb"
    case partsPerMillion = "ppm"
}

extension Pollutant {
    /// Converts the mean of `count` concentrations, given by their sum in µg/m³ to avoid rounding before, to a unit.
    /// µg/m³ are converted to parts by volume at 25 °C and 1013.25 hPa, the reference conditions of the US EPA (40 CFR
    /// 50.3), where the molar volume of a gas is 24.45 l/mol.
    ///
    /// Throws `ArithmeticError` if the result is out of range.
    func mean(
        of sum: ExactDecimal, count: Int, in unit: ConcentrationUnit
    ) throws(ArithmeticError) -> ExactDecimal {
        let count = ExactDecimal(count)
        switch unit {
        case .microgramsPerCubicMetre: return try sum.divided(by: count, to: .intermediate)
        case .milligramsPerCubicMetre: return try .product(of: [sum], dividedBy: [count, 1000], to: .intermediate)
        case .partsPerBillion: return try parts(of: sum, dividedBy: [count])
        case .partsPerMillion: return try parts(of: sum, dividedBy: [count, 1000])
        }
    }

    /// Converts to parts by volume, which equal the parts by moles: mass over molar mass, times 24.45 l. Both factors
    /// are in hundredths.
    private func parts(
        of sum: ExactDecimal, dividedBy divisors: [ExactDecimal]
    ) throws(ArithmeticError) -> ExactDecimal {
        guard let molarMass else { throw .divisionByZero }
        return try .product(of: [sum, Self.molarVolume], dividedBy: divisors + [molarMass], to: .intermediate)
    }

    /// The volume of a mole of any gas at the reference conditions, in hundredths of a litre.
    private static let molarVolume: ExactDecimal = 2445

    /// Converts a concentration to µg/m³, at the same reference conditions as the other way round. Parts by volume of
    /// particles are unknown: nil.
    ///
    /// Throws `ArithmeticError` if the result is out of range.
    func microgramsPerCubicMetre(
        of value: ExactDecimal, in unit: ConcentrationUnit
    ) throws(ArithmeticError) -> ExactDecimal? {
        switch unit {
        case .microgramsPerCubicMetre: return value
        case .milligramsPerCubicMetre: return try value * 1000
        case .partsPerBillion, .partsPerMillion:
            guard let molarMass else { return nil }
            let scale: ExactDecimal = unit == .partsPerMillion ? 1000 : 1
            return try .product(of: [value, molarMass, scale], dividedBy: [Self.molarVolume])
        }
    }

    /// The molar mass in hundredths of a gram per mole, from the IUPAC standard atomic weights; nil for particles.
    private var molarMass: ExactDecimal? {
        switch self {
        case .pm2_5, .pm10: nil
        case .o3: 4800
        case .no2: 4601
        case .so2: 6407
        case .co: 2801
        }
    }
}
