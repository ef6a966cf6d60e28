public import DecimalArithmetic

/// A scale that turns an air quality index into words and colours.
public struct AQIScale: Sendable, Equatable {
    /// The name users write.
    public let name: String
    /// Who publishes it, and since when it holds.
    public let source: String
    /// The bands without gaps, cleanest first; the first begins at 0.
    public let bands: [AQIBand]

    /// The band of an index, rounded half up to a whole number first; `AQIBand.unknown` below 0, above the last band
    /// and where nothing is known.
    public func band(of index: ExactDecimal?) -> AQIBand {
        guard let index, let rounded = Self.roundedHalfUp(index) else { return .unknown }
        return bands.first { $0.range.contains(rounded) } ?? .unknown
    }

    /// The whole number nearest to `index`, the larger of two; nil where no band can reach.
    private static func roundedHalfUp(_ index: ExactDecimal) -> Int? {
        guard index.adjustedExponent < 6, let doubled = try? index * 2 + 1 else { return nil }
        let whole = doubled.rounded(toPlaces: 0)
        guard let nearest = Int(whole.description) else { return nil }
        // Rounding may have gone up: the floor of the doubled number is wanted, and half of that, rounded down.
        let floor = whole > doubled ? nearest - 1 : nearest
        return floor >> 1
    }
}

/// One band of a scale.
public struct AQIBand: Sendable, Equatable {
    /// The whole indices that belong to it.
    public let range: ClosedRange<Int>
    /// What the scale calls it.
    public let level: String
    /// `#RRGGBB`.
    public let color: String
    /// One character that says it without words.
    public let face: Character

    /// A band.
    public init(_ range: ClosedRange<Int>, _ level: String, color: String, face: Character) {
        self.range = range
        self.level = level
        self.color = color
        self.face = face
    }

    /// Nothing is known, or the index is off the scale: shown as such, never clamped.
    public static let unknown = AQIBand(-1 ... -1, "Unknown", color: "#999999", face: "❔")
}
