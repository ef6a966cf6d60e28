extension FixedWidthInteger {
    /// Creates the nearest integer to a number; the smallest or largest integer if it is out of range, and 0 for NaN.
    ///
    /// Positions in a chart are computed from data of providers, so their quotients may not be finite.
    init(saturating number: Double) {
        let nearest = number.rounded()
        self = Self(exactly: nearest) ?? (nearest > 0 ? .max : nearest < 0 ? .min : 0)
    }
}
