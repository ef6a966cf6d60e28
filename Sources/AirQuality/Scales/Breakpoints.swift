package import DecimalArithmetic

/// The concentrations at the ends of each band of a scale, for one pollutant and one averaging time.
package struct Breakpoints: Sendable, Hashable {
    /// The pollutant.
    package let pollutant: Pollutant
    /// The averaging time in hours.
    package let hours: Int
    /// The unit of `rows`.
    package let unit: ConcentrationUnit
    /// The number of decimals of the table. Concentrations are rounded to it before the lookup.
    package let places: Int
    /// A row for each band of the scale; nil for a band that this table does not define.
    package let rows: [Row?]

    /// The concentrations of one band.
    package struct Row: Sendable, Hashable {
        /// The lowest concentration of the band. It belongs to the band below if that one ends with it.
        package let lower: ExactDecimal
        /// The highest concentration of the band, inclusive; nil for a band without an upper end.
        package let upper: ExactDecimal?
    }

    /// Parses a table from its printed form: `0-50 51-100 >100`, one word per band, `-` for a band that it does not
    /// define.
    // Not in place: the many tables of the scales would be ten times as much code.
    @inline(never)
    init(_ pollutant: Pollutant, hours: Int, in unit: ConcentrationUnit, places: Int = 0, _ rows: String) {
        self.pollutant = pollutant
        self.hours = hours
        self.unit = unit
        self.places = places
        self.rows = rows.split(separator: " ").map { Row($0) }
    }

    /// The number of known hours needed for a mean: three quarters of the averaging time.
    package var hoursNeeded: Int { (3 * hours + 3) / 4 }
}

extension Breakpoints.Row {
    fileprivate init?(_ text: Substring) {
        if text.hasPrefix(">") {
            guard let lower = ExactDecimal(text.dropFirst()) else { return nil }
            self.init(lower: lower, upper: nil)
        } else {
            let ends = text.split(separator: "-").compactMap { ExactDecimal($0) }
            guard ends.count == 2 else { return nil }
            self.init(lower: ends[0], upper: ends[1])
        }
    }
}

extension Breakpoints {
    /// Computes the index of a concentration with the table's decimals by linear interpolation, rounded half up to a
    /// whole number; nil below the first band of the table.
    ///
    /// Above the last band of the scale the last slope continues. A table that ends before that band stays at its
    /// end, because another averaging time continues there.
    func index(of concentration: ExactDecimal, bands: [AQIBand]) throws(ArithmeticError) -> ExactDecimal? {
        let bounded = segments(bands)
        guard let first = bounded.first, let last = bounded.last, concentration >= first.lower else { return nil }
        if let segment = bounded.first(where: { concentration <= $0.upper }) {
            return try Self.index(of: concentration, on: segment)
        }
        return rows.last == .some(nil)
            ? ExactDecimal(last.index.upperBound) : try Self.index(of: concentration, on: last)
    }

    /// A linear segment from concentrations to indices.
    private typealias Segment = (lower: ExactDecimal, upper: ExactDecimal, index: ClosedRange<Int>)

    /// The rows with an upper end. A row that begins where the row below ends has the index of that end there.
    private func segments(_ bands: [AQIBand]) -> [Segment] {
        var segments: [Segment] = []
        for (row, band) in zip(rows, bands) {
            guard let row, let upper = row.upper else { continue }
            let below = segments.last.flatMap { $0.upper == row.lower ? $0.index.upperBound : nil }
            let index = (below ?? band.range.lowerBound)...band.range.upperBound
            segments.append((row.lower, upper, index))
        }
        return segments
    }

    private static func index(
        of concentration: ExactDecimal, on segment: Segment
    ) throws(ArithmeticError) -> ExactDecimal {
        let (lower, upper, index) = segment
        let rise = ExactDecimal(index.upperBound - index.lowerBound)
        let above = try (concentration - lower).multiplied(by: rise, dividedBy: upper - lower, to: .intermediate)
        return try (above + ExactDecimal(index.lowerBound)).rounded(toPlaces: 0, .halfUp)
    }
}
