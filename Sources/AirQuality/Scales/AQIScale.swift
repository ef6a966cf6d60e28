package import DecimalArithmetic

/// An air quality scale. It converts concentrations to an index, and an index to a name and a colour.
public struct AQIScale: Sendable, Hashable {
    /// The name used on the command line.
    public let name: String
    /// The publisher and the date of the scale.
    package let source: String
    /// The bands without gaps, cleanest first. The first begins at 0.
    public let bands: [AQIBand]
    /// Whether every index above the last band belongs to it. Otherwise such an index is off the scale.
    package let isOpenEnded: Bool
    /// The breakpoints of each pollutant. A pollutant with several averaging times has several tables.
    package let breakpoints: [Breakpoints]
    /// How a concentration is rounded to the decimals of its table before the lookup; nil if it is not rounded, because
    /// the tables have no gaps between their rows.
    package let rounding: RoundingMode?
    /// The minimum number of pollutants for an index. The index is the highest of all pollutants', each linear within
    /// its band.
    package let pollutantsNeeded: Int
    /// Whether PM2.5 or PM10 must be among them.
    package let needsParticles: Bool

    /// All scales. `--scale` accepts their names.
    package static let all: [AQIScale] = [.india, .us, .europe]

    /// Finds a scale.
    ///
    /// - Parameter name: The name: `in`, `us` or `eu`.
    /// - Returns: The scale; nil if there is none of this name.
    public static func named(_ name: String) -> AQIScale? {
        all.first { $0.name == name }
    }

    /// Finds the band of an index.
    ///
    /// - Parameter index: The index. It is rounded half up to a whole number first.
    /// - Returns: The band; `AQIBand.unknown` for nil, below 0, and above a scale that is not open-ended.
    package func band(of index: ExactDecimal?) -> AQIBand {
        guard let rounded = index?.rounded(toPlaces: 0, .halfUp) else { return .unknown }
        // One that does not fit is far off the scale.
        let whole = Number(rounded).integer.map { Int(clamping: $0) } ?? (rounded.isNegative ? .min : .max)
        // A band is found by its place: it has five texts to copy.
        guard let place = bands.firstIndex(where: { whole <= $0.range.upperBound }) else {
            return isOpenEnded ? bands.last ?? .unknown : .unknown
        }
        return bands[place].range.contains(whole) ? bands[place] : .unknown
    }
}

/// One band of a scale.
public struct AQIBand: Sendable, Hashable {
    /// The whole numbers of the index in this band.
    public let range: ClosedRange<Int>
    /// The scale's name of the band.
    public let level: String
    /// The colour, `#RRGGBB`.
    public let color: String
    /// One character that represents the band.
    package let face: Character
    /// The publisher's description of the band, as a sentence.
    public let meaning: String

    /// The band of an unknown index or one off the scale. Such an index is never clamped.
    package static let unknown = AQIBand(
        range: -1 ... -1, level: "Unknown", color: "#999999", face: "❔",
        meaning: "Nothing is known, or the index is off the scale.")
}
