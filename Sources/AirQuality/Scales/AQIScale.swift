public import DecimalArithmetic

/// A scale of air quality: what turns concentrations into an index, and an index into words and colours.
public struct AQIScale: Sendable, Hashable {
    /// The name users write.
    public let name: String
    /// Who publishes it, and since when it holds.
    public let source: String
    /// The bands without gaps, cleanest first; the first begins at 0.
    public let bands: [AQIBand]
    /// Whether all above the last band belongs to it; else that is off the scale.
    public let isOpenEnded: Bool
    /// Where each pollutant's bands begin and end; more than one table of a pollutant where it has several averaging times.
    public let breakpoints: [Breakpoints]
    /// How a concentration is brought to the decimals of its table before it is looked up.
    public let rounding: Rounding
    /// What must be known for an index, which is the worst of all pollutants', each linear within its band.
    public let minimum: Minimum

    /// How a concentration is brought to the decimals of its table.
    public enum Rounding: Sendable, Hashable {
        case down, halfUp
        /// As it was measured: the table has no gaps between its rows.
        case none
    }

    /// What must be known for an index.
    public struct Minimum: Sendable, Hashable {
        /// So many pollutants.
        public var pollutants: Int
        /// PM2.5 or PM10 among them.
        public var needsParticles: Bool
    }

    /// All scales; the first letters of what they are of are what `--scale` takes.
    public static let all: [AQIScale] = [.india, .us, .europe]

    /// The scale of that name, nil where there is none.
    public static func named(_ name: String) -> AQIScale? {
        all.first { $0.name == name }
    }

    /// The band of an index, rounded half up to a whole number first; `AQIBand.unknown` below 0, above a scale that ends,
    /// and where nothing is known.
    public func band(of index: ExactDecimal?) -> AQIBand {
        guard let index, let last = bands.last, let rounded = try? index.roundedHalfUp(toPlaces: 0) else {
            return .unknown
        }
        if rounded > ExactDecimal(last.range.upperBound) { return isOpenEnded ? last : .unknown }
        guard let whole = Int(rounded.description) else { return .unknown }
        return bands.first { $0.range.contains(whole) } ?? .unknown
    }
}

/// One band of a scale.
public struct AQIBand: Sendable, Hashable {
    /// The whole indices that belong to it.
    public let range: ClosedRange<Int>
    /// What the scale calls it.
    public let level: String
    /// What its publisher says it means, in a sentence.
    public let meaning: String
    /// `#RRGGBB`.
    public let color: String
    /// One character that says it without words.
    public let face: Character

    /// A band.
    public init(_ range: ClosedRange<Int>, _ level: String, color: String, face: Character, _ meaning: String) {
        self.range = range
        self.level = level
        self.meaning = meaning
        self.color = color
        self.face = face
    }

    /// Nothing is known, or the index is off the scale: shown as such, never clamped.
    public static let unknown = AQIBand(
        -1 ... -1, "Unknown", color: "#999999", face: "❔", "Nothing is known, or the index is off the scale.")
}
