extension FixedWidthInteger {
    /// The nearest integer to a number, the smallest or largest there is for one beyond; 0 for what is no number.
    ///
    /// Places in a chart follow from values of others, so that no quotient of them may be taken to be finite.
    init(saturating number: Double) {
        let nearest = number.rounded()
        self = Self(exactly: nearest) ?? (nearest > 0 ? .max : nearest < 0 ? .min : 0)
    }
}
