public import DecimalArithmetic

/// The concentrations that begin and end each band of a scale, for one pollutant over one averaging time.
public struct Breakpoints: Sendable, Hashable {
    /// What is measured.
    public let pollutant: Pollutant
    /// The hours that a concentration is the mean of.
    public let hours: Int
    /// What `rows` count in.
    public let unit: ConcentrationUnit
    /// The decimals that the table has, and that a concentration is brought to before it is looked up.
    public let places: Int
    /// A row for each band of the scale, nil where this table does not define it.
    public let rows: [Row?]

    /// The concentrations of a band.
    public struct Row: Sendable, Hashable {
        /// The lowest, which belongs to the band; to the one below where that ends with it.
        public let lower: ExactDecimal
        /// The highest, which belongs to the band; nil for one without end.
        public let upper: ExactDecimal?
    }

    /// A table from the text it is printed as: `0-50 51-100 >100`, a word for each band, `-` for one it does not define.
    init(_ pollutant: Pollutant, hours: Int, _ unit: ConcentrationUnit, places: Int = 0, _ rows: String) {
        self.pollutant = pollutant
        self.hours = hours
        self.unit = unit
        self.places = places
        self.rows = rows.split(separator: " ").map { Row($0) }
    }

    /// How many hours must be known for a mean: three quarters of them.
    public var hoursNeeded: Int { (3 * hours + 3) / 4 }
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
    /// The index of a concentration that has the table's decimals, by the linear rule, to a whole number half up; nil
    /// below the first band of the table.
    ///
    /// Above the last band of the scale the last slope goes on; a table that ends before it stays at its end, and another
    /// averaging time goes on.
    func index(of concentration: ExactDecimal, bands: [AQIBand]) throws(ArithmeticError) -> ExactDecimal? {
        let bounded = segments(bands)
        guard let first = bounded.first, let last = bounded.last, concentration >= first.lower else { return nil }
        if let segment = bounded.first(where: { concentration <= $0.upper }) {
            return try segment.index(of: concentration)
        }
        return rows.last == .some(nil) ? ExactDecimal(last.index.upperBound) : try last.index(of: concentration)
    }

    /// The rows that have an end. One that begins where the row below ends has the index of that end there.
    private func segments(_ bands: [AQIBand]) -> [Segment] {
        var segments: [Segment] = []
        for (row, band) in zip(rows, bands) {
            guard let row, let upper = row.upper else { continue }
            let below = segments.last.flatMap { $0.upper == row.lower ? $0.index.upperBound : nil }
            let index = (below ?? band.range.lowerBound)...band.range.upperBound
            segments.append(Segment(lower: row.lower, upper: upper, index: index))
        }
        return segments
    }

    /// One straight piece of the way from concentrations to indices.
    private struct Segment {
        let lower: ExactDecimal
        let upper: ExactDecimal
        let index: ClosedRange<Int>

        func index(of concentration: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
            let rise = ExactDecimal(index.upperBound - index.lowerBound)
            let above = try (concentration - lower).multiplied(by: rise, dividedBy: upper - lower, to: .intermediate)
            return try (above + ExactDecimal(index.lowerBound)).roundedHalfUp(toPlaces: 0)
        }
    }
}
